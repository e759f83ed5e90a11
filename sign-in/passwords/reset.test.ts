import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { confirmEmailByLink, findUnverifiedEmail } from '#domain/members/email-address.server.ts'
import { createLink, findLink } from '#domain/members/one-time-links.server.ts'
import {
  requestPasswordReset,
  createPasswordResetLink,
  sendPasswordResetLink,
  sendPasswordResetLetter,
} from '#domain/members/password-reset.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { changePassword, signIn } from '#sign-in/accounts.server.ts'
import { requestEmailChange } from '#sign-in/change-email.server.ts'
import { startSecondFactorSetup, enableSecondFactor } from '#sign-in/second-factor/second-factor.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import {
  confirmAddressOf,
  requestContext,
  signUpFields,
  rejectionOf,
  signUpUser,
  useAuth,
} from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createTotpDevice } from '#tests/totp.ts'
import { resetPassword } from './reset.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const network = '203.0.113.7'
const another = { newPassword: 'Another1!' }

/** Letters to this address, newest first. */
const lettersTo = (email: string) =>
  db
    .selectFrom('letters')
    .where('email', '=', email)
    .orderBy('queuedAt', 'desc')
    .select(['letter', 'text'])
    .execute()

/** The key in the newest letter of this kind. */
async function keyIn(letter: string, email: string): Promise<string> {
  const found = (await lettersTo(email)).find((each) => each.letter === letter)
  return /\?key=([\w-]+)/.exec(found?.text ?? '')?.[1] ?? ''
}

async function forget(email: string): Promise<string> {
  await sendPasswordResetLetter({ email })
  return keyIn('new-password', email)
}

const letLinksEnd = () =>
  db
    .updateTable('verifications')
    .set({ expiresAt: sql<Date>`club_now() - interval '1 second'` })
    .execute()

describe('password reset', () => {
  test('is replaced by the link in a letter: the old one and every session end, and the owner is told', async () => {
    const { person, cookie, password } = await signUpUser()
    const key = await forget(person.email)
    await resetPassword(key, another)
    expect(await resolveActor(new Headers({ cookie }))).toEqual(visitor)
    const { email } = person
    expect((await rejectionOf(signIn(requestContext(), { email, password }))).code).toBe('invalid')
    await signIn(requestContext(), { email, password: another.newPassword })
    expect((await lettersTo(email))[0]?.letter).toBe('password-changed')
    expect(await findUnverifiedEmail(person)).toBeNull()
  })

  test('is asked for alike with and without an account, and only one of them is written to', async () => {
    const { person } = await signUpUser()
    const stranger = (await signUpFields()).email
    for (const email of [person.email, stranger])
      expect(await requestPasswordReset({ email: ` ${email.toUpperCase()}` }, network)).toBeUndefined()
    const { rows } = await sql<{ email: string }>`select data->>'email' as email from pgboss.job
      where name = 'forgotten-password'`.execute(db)
    expect(rows.map(({ email }) => email).toSorted()).toEqual([person.email, stranger].toSorted())
    for (const { email } of rows) await sendPasswordResetLetter({ email })
    expect((await lettersTo(person.email)).map(({ letter }) => letter)).toContain('new-password')
    expect(await lettersTo(stranger)).toEqual([])
  })

  test('is asked for by a stranger until no more letters go out, and the desk still sends a link', async () => {
    startLimits({ pool, enabled: true })
    onTestFinished(() => startLimits({ pool, enabled: false }))
    const { person } = await signUpUser()
    const ask = (each: number) => requestPasswordReset({ email: person.email }, `203.0.${each}.7`)
    const asked = await Promise.allSettled(Array.from({ length: 6 }, (_, each) => ask(each)))
    expect(asked.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await sendPasswordResetLink(await createAdmin(), person.id, network)).toMatchObject({
      email: person.email,
    })
  })

  test('has a link that works once, of two at the same moment for one, and takes the others along', async () => {
    const { person } = await signUpUser()
    const [first, second] = [await forget(person.email), await forget(person.email)]
    expect(second).not.toBe(first)
    const outcomes = await Promise.allSettled([
      resetPassword(second, another),
      resetPassword(second, { newPassword: 'Third-one1!' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await rejectionOf(resetPassword(first, another))).message).toContain('already used')
  })

  test('is not replaced by a link that is over, was guessed, or is for something or somebody else', async () => {
    const { person, password } = await signUpUser()
    const { email } = person
    const old = await forget(email)
    await letLinksEnd()
    expect(await findLink('new-password', old)).toBeNull()
    const confirming = await transaction((trx) =>
      createLink(trx, 'confirm-address', { userId: person.id, email }),
    )
    const moved = await transaction((trx) =>
      createLink(trx, 'new-password', { userId: person.id, email: 'before@club.example' }),
    )
    for (const key of [old, '', 'guess', confirming.key, moved.key])
      expect((await rejectionOf(resetPassword(key, another))).code).toBe('invalid')
    await signIn(requestContext(), { email, password })
  })

  test('once replaced or changed, lets nobody who knew it give the account another address', async () => {
    for (const replace of [
      async ({ email }: Person) => resetPassword(await forget(email), another),
      async (person: Person, cookie: string, currentPassword: string) =>
        changePassword(requestContext({ cookie }), person, { ...another, currentPassword }),
    ]) {
      const { person, cookie, password } = await signUpUser()
      const { email } = await signUpFields()
      await requestEmailChange(requestContext({ cookie }), person, { email, currentPassword: password })
      await replace(person, cookie, password)
      expect((await rejectionOf(confirmEmailByLink(await keyIn('change-address', email)))).code).toBe(
        'invalid',
      )
    }
  })

  test('breaks no rule of passwords, and the link stays for a better one', async () => {
    const { person } = await signUpUser()
    const key = await forget(person.email)
    const refusal = await rejectionOf(resetPassword(key, { newPassword: 'palestra' }))
    expect(Object.keys(refusal.errors)).toEqual(['newPassword'])
    await resetPassword(key, another)
  })

  test('is replaced by a link that the operator made, which proves no address', async () => {
    const { person } = await signUpUser()
    const { path } = await createPasswordResetLink(person.email.toUpperCase())
    await resetPassword(path.split('key=')[1] ?? '', another)
    expect(await findUnverifiedEmail(person)).toBe(person.email)
    await signIn(requestContext(), { email: person.email, password: another.newPassword })
    expect((await rejectionOf(createPasswordResetLink('nobody@club.example'))).code).toBe('not-found')
  })
})

describe('sign-in alerts of a privileged account', () => {
  test('is told of each browser that was not seen before, and of no other', async () => {
    const { person, cookie, password } = await signUpUser()
    const { email } = person
    await db.updateTable('members').set({ role: 'admin' }).where('userId', '=', person.id).execute()
    const told = async () => (await lettersTo(email)).filter(({ letter }) => letter === 'new-device')
    await signIn(requestContext({ cookie }), { email, password })
    expect(await told()).toEqual([])
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await signIn(requestContext({ 'User-Agent': userAgent }), { email, password })
    expect((await told()).map(({ text }) => text)).toEqual([expect.stringContaining('Firefox on Linux')])
  })
})

describe('email address confirmation', () => {
  test('is proved by the link that a newcomer is sent, once', async () => {
    const { person } = await signUpUser()
    expect(await findUnverifiedEmail(person)).toBe(person.email)
    const key = await keyIn('confirm-address', person.email)
    await confirmEmailByLink(key)
    expect(await findUnverifiedEmail(person)).toBeNull()
    expect((await rejectionOf(confirmEmailByLink(key))).code).toBe('invalid')
  })

  test('that somebody else registered first is its owner’s again by a letter to it', async () => {
    const { person, cookie, password } = await signUpUser()
    await resetPassword(await forget(person.email), another)
    // the impostor is out: the session, the password, and the link that would have confirmed the address for them
    expect(await resolveActor(new Headers({ cookie }))).toEqual(visitor)
    const guess = { email: person.email, password }
    expect((await rejectionOf(signIn(requestContext(), guess))).code).toBe('invalid')
  })

  test('that somebody else registered with a second factor asks its owner for none', async () => {
    const { person, cookie, password } = await signUpUser()
    const caller = requestContext({ cookie })
    await confirmAddressOf(person)
    const app = createTotpDevice(await startSecondFactorSetup(caller, person, { currentPassword: password }))
    await enableSecondFactor(caller, person, { code: app.code() })
    // as it could be before a second factor required a confirmed address, or while the club sent no mail
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', person.id).execute()
    await resetPassword(await forget(person.email), another)
    const owner = { email: person.email, password: another.newPassword }
    expect((await signIn(requestContext(), owner)).asksForCode).toBe(false)
  })
})
