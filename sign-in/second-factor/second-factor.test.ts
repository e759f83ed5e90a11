import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { createPasswordResetLink } from '#domain/members/password-reset.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { resetPassword } from '#sign-in/passwords/reset.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import {
  confirmAddressOf,
  requestContext,
  cookieOf,
  postToAuth,
  rejectionOf,
  signUpUser,
  useAuth,
} from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createTotpDevice, freezeDate } from '#tests/totp.ts'
import { submitCode, findChallengedEmail } from './codes.server.ts'
import {
  startSecondFactorSetup,
  removeSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  shouldHaveSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from './second-factor.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()
beforeEach(freezeDate)
afterEach(async () => {
  vi.useRealTimers()
  startLimits({ pool, enabled: false })
  await db.deleteFrom('rateLimits').execute()
})

const actorWith = (cookie: string) => resolveActor(new Headers({ cookie }))

/** A person with a second factor, with the app on their phone and the codes on paper. */
async function somebodyCareful() {
  const { person, cookie, password } = await signUpUser()
  await confirmAddressOf(person)
  const address = await startSecondFactorSetup(requestContext({ cookie }), person, {
    currentPassword: password,
  })
  const app = createTotpDevice(address)
  const on = await enableSecondFactor(requestContext({ cookie }), person, { code: app.code() })
  app.wait()
  const kept = cookieOf(on)
  const actor = await actorWith(kept)
  return { person, actor, password, app, cookie: kept, former: cookie, paper: on.recoveryCodes, address }
}

/** Signs in with the password and returns the cookie of the challenge. */
async function halfIn({ email }: { email: string }, password: string, headers: HeadersInit = {}) {
  const answered = await signIn(requestContext(headers), { email, password })
  expect(answered.asksForCode).toBe(true)
  return cookieOf(answered)
}

describe('second factor (TOTP)', () => {
  test('waits until the address is confirmed, so that a stranger cannot keep its owner out', async () => {
    const { person, cookie, password } = await signUpUser()
    const start = () =>
      startSecondFactorSetup(requestContext({ cookie }), person, { currentPassword: password })
    expect(await rejectionOf(start())).toMatchObject({
      code: 'conflict',
      message: 'Confirm your email address first, with the link in the email that we sent you.',
    })
    await confirmAddressOf(person)
    expect(await start()).toMatch(/^otpauth:/)
  })

  test('takes each code of the app once, with limits off too, and no code from before the last one', async () => {
    const { person, password, app } = await somebodyCareful()
    const enter = async (code: string) =>
      submitCode(requestContext({ cookie: await halfIn(person, password) }), { code })
    const earlier = app.code()
    app.wait()
    const code = app.code()
    const cookies = [await halfIn(person, password), await halfIn(person, password)]
    const atOnce = await Promise.allSettled(
      cookies.map((cookie) => submitCode(requestContext({ cookie }), { code })),
    )
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const used of [code, earlier])
      expect((await rejectionOf(enter(used))).message).toBe(
        'You have already used this code. Wait for the next one.',
      )
    app.wait()
    expect(await actorWith(cookieOf(await enter(app.code())))).toMatchObject({ id: person.id })
  })

  test('is set up with the password and a first code, which is told and written down', async () => {
    const { person, cookie, password } = await signUpUser()
    await confirmAddressOf(person)
    const caller = requestContext({ cookie })
    const wrong = await rejectionOf(startSecondFactorSetup(caller, person, { currentPassword: 'Palestra9!' }))
    expect(Object.keys(wrong.errors)).toEqual(['currentPassword'])
    const address = await startSecondFactorSetup(caller, person, { currentPassword: password })
    expect(address).toMatch(/^otpauth:\/\/totp\/Palestra:nora/)
    const app = createTotpDevice(address)
    // started is not enabled: no code is asked for before an app shows one
    expect((await signIn(requestContext(), { email: person.email, password })).asksForCode).toBe(false)
    for (const code of ['000000', '', 'recovery'])
      expect(Object.keys((await rejectionOf(enableSecondFactor(caller, person, { code }))).errors)).toEqual([
        'code',
      ])
    expect(await readSecondFactor(person)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    const on = await enableSecondFactor(caller, person, { code: app.code() })
    expect(on.recoveryCodes).toHaveLength(10)
    // no ambiguous characters
    for (const code of on.recoveryCodes) expect(code).toMatch(/^[^\WIOilo01]{5}-[^\WIOilo01]{5}$/)
    expect(await actorWith(cookie)).toEqual(visitor)
    const actor = await actorWith(cookieOf(on))
    expect(await readSecondFactor(actor)).toEqual({ isOn: true, recoveryCodesLeft: 10, hasPassword: true })
    const again = requestContext({ cookie: cookieOf(on) })
    expect(
      (await rejectionOf(startSecondFactorSetup(again, actor, { currentPassword: password }))).code,
    ).toBe('conflict')
    expect(await toldOf(person.id)).toEqual(['Your second factor is on'])
    const stored = await db.selectFrom('twoFactors').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(on.recoveryCodes[0])
    expect(JSON.stringify(stored)).not.toContain(new URL(address).searchParams.get('secret'))
  })

  test('is asked for after the password, once for each code, and gives nothing before', async () => {
    startLimits({ pool, enabled: true })
    const { person, actor, password, app, former, cookie: own } = await somebodyCareful()
    const waiting = await halfIn(person, password, { cookie: own })
    expect(waiting).not.toContain('device=')
    for (const cookie of [waiting, own, former]) expect(await actorWith(cookie)).toEqual(visitor)
    expect(await findChallengedEmail(new Headers({ cookie: waiting }))).toBe(person.email)
    const caller = requestContext({ cookie: waiting })
    expect((await rejectionOf(submitCode(caller, { code: '000000' }))).message).toBe('This code isn’t right.')
    const code = app.code()
    const done = await submitCode(caller, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await actorWith(cookieOf(done))).toMatchObject({ id: actor.kind === 'person' && actor.id })
    expect((await rejectionOf(submitCode(caller, { code }))).code).toBe('unauthenticated')
    // an onlooker is too late
    const other = requestContext({ cookie: await halfIn(person, password) })
    expect((await rejectionOf(submitCode(other, { code }))).message).toMatch(/already used/)
    const signedIn = await db
      .selectFrom('activities')
      .where('userId', '=', person.id)
      .where('kind', '=', 'sign-in')
      .select('summary')
      .execute()
    expect(signedIn).toHaveLength(1)
  })

  test.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['with a capital first', (code: string) => code.charAt(0) + code.slice(1).toLowerCase()],
    ['with an en dash', (code: string) => code.replace('-', '–')],
    ['with a long dash and spaces', (code: string) => ` ${code.replace('-', ' — ')} `],
    ['without a dash', (code: string) => code.replace('-', '')],
    ['with a space that does not break', (code: string) => code.replace('-', '\u00a0')],
    [
      'in full-width characters',
      (code: string) =>
        code.replaceAll(/[!-~]/g, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0)),
    ],
    [
      'with digits for letters written alike',
      (code: string) => code.replaceAll('S', '5').replaceAll('B', '8'),
    ],
  ])('opens to a recovery code typed %s', async (_, typed) => {
    const { person, password, paper } = await somebodyCareful()
    for (const code of paper.slice(0, 5)) {
      const caller = requestContext({ cookie: await halfIn(person, password) })
      expect(cookieOf(await submitCode(caller, { code: typed(code) }))).toBeTruthy()
    }
  })

  test('opens to a recovery code once, and to nobody who guesses, for all their tries', async () => {
    startLimits({ pool, enabled: true })
    const { person, password, paper, app } = await somebodyCareful()
    const first = requestContext({ cookie: await halfIn(person, password) })
    // with a space instead of the dash
    const signedIn = await submitCode(first, { code: ` ${paper[0]?.replace('-', ' ')} ` })
    expect(await readSecondFactor(await actorWith(cookieOf(signedIn)))).toMatchObject({
      recoveryCodesLeft: 9,
    })
    const second = requestContext({ cookie: await halfIn(person, password) })
    expect((await rejectionOf(submitCode(second, { code: paper[0] ?? '' }))).code).toBe('invalid')
    const answers: string[] = []
    for (let challenge = 0; challenge < 3; challenge += 1) {
      const cookie = await halfIn(person, password)
      for (let guess = 0; guess < 7; guess += 1) {
        const attempt = { headers: new Headers({ cookie }), address: `203.0.113.${answers.length}` }
        answers.push((await rejectionOf(submitCode(attempt, { code: `10000${guess}${challenge}` }))).code)
      }
    }
    const wrong = (times: number) => Array.from({ length: times }, () => 'invalid')
    // the challenge ends at the sixth attempt, the account pauses at the day's sixteenth
    const pauses = Array.from({ length: 4 }, () => 'limited')
    const over = 'unauthenticated'
    expect(answers).toEqual([...wrong(6), over, ...wrong(6), over, ...wrong(3), ...pauses])
    // the known browser is not locked out by them
    const known = `${await halfIn(person, password, { cookie: cookieOf(signedIn) })}; ${deviceOf(signedIn)}`
    await submitCode(requestContext({ cookie: known }), { code: app.code() })
  })

  test('is not passed by a new password, and neither challenge nor cookie is worth anything elsewhere', async () => {
    const { person, password, app } = await somebodyCareful()
    const { path } = await createPasswordResetLink(person.email)
    await resetPassword(path.split('key=')[1] ?? '', { newPassword: 'Another1!' })
    expect((await rejectionOf(halfIn(person, password))).code).toBe('invalid')
    const waiting = await halfIn(person, 'Another1!')
    const stranger = await signUpUser()
    const [, session = ''] = /session_token=([^;]+)/.exec(stranger.cookie) ?? []
    for (const cookie of ['', waiting.replace('2fa-', '2fa-x'), `palestra.two_factor=${session}`])
      expect((await rejectionOf(submitCode(requestContext({ cookie }), { code: app.code() }))).code).toBe(
        'unauthenticated',
      )
    // a person signed in as another becomes the owner of the code
    const both = requestContext({ cookie: `${stranger.cookie}; ${waiting}` })
    expect(await actorWith(cookieOf(await submitCode(both, { code: app.code() })))).toMatchObject({
      id: person.id,
    })
    expect(await actorWith(stranger.cookie)).toEqual(visitor)
  })

  test('is switched off, and its recovery codes are made anew, with password and code only', async () => {
    const { person, actor, password, app, cookie, paper } = await somebodyCareful()
    const caller = requestContext({ cookie })
    const wrong = [
      { currentPassword: 'Palestra9!', code: app.code() },
      { currentPassword: password, code: '000000' },
      { currentPassword: password, code: '' },
    ]
    for (const input of wrong)
      for (const act of [renewRecoveryCodes, disableSecondFactor])
        expect((await rejectionOf(act(caller, actor, input))).code).toBe('invalid')
    const fresh = await renewRecoveryCodes(caller, actor, { currentPassword: password, code: paper[0] ?? '' })
    expect(fresh).toHaveLength(10)
    expect(fresh).not.toContain(paper[1])
    await disableSecondFactor(caller, actor, { currentPassword: password, code: fresh[0] ?? '' })
    expect(await readSecondFactor(actor)).toMatchObject({ isOn: false })
    expect((await signIn(requestContext(), { email: person.email, password })).asksForCode).toBe(false)
    expect(await toldOf(person.id)).toEqual(['Your second factor is off', 'Your second factor is on'])
    const audited = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', person.id)
      .select(['action', 'actorId'])
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'switch on second factor', actorId: person.id },
      { action: 'switch off second factor', actorId: person.id },
    ])
  })

  test('that was lost is switched off by the operator', async () => {
    const { person, password } = await somebodyCareful()
    await removeSecondFactor(person.email.toUpperCase())
    expect((await signIn(requestContext(), { email: person.email, password })).asksForCode).toBe(false)
    expect(await toldOf(person.id)).toContain('Your second factor is off')
    expect((await rejectionOf(removeSecondFactor(person.email))).code).toBe('not-found')
  })

  test('is not enough for a sign-in that was begun with a former password', async () => {
    const { person, password, paper } = await somebodyCareful()
    const waiting = requestContext({ cookie: await halfIn(person, password) })
    const { path } = await createPasswordResetLink(person.email)
    await resetPassword(path.split('key=')[1] ?? '', { newPassword: 'Another1!' })
    expect((await rejectionOf(submitCode(waiting, { code: paper[0] ?? '' }))).code).not.toBe('invalid')
    expect(await db.selectFrom('sessions').where('userId', '=', person.id).select('id').execute()).toEqual([])
  })

  test('is asked of the admins and trainers of a real club who have none', async () => {
    const { actor } = await somebodyCareful()
    const { person } = await signUpUser()
    const ask = (role: 'admin' | 'trainer' | 'member') => shouldHaveSecondFactor({ ...person, role })
    expect(await Promise.all([ask('admin'), ask('trainer'), ask('member')])).toEqual([true, true, false])
    expect(await shouldHaveSecondFactor({ ...(actor as typeof person), role: 'admin' })).toBe(false)
    setDemoClub(true)
    expect(await ask('admin')).toBe(false)
    setDemoClub(false)
  })
})

describe('second factor on Better Auth routes', () => {
  test('ask programs for a code too, each once however it is written, and count and welcome as the page does', async () => {
    startLimits({ pool, enabled: true })
    const { person, password, app, paper } = await somebodyCareful()
    const half = async () => {
      const answered = await postToAuth('/sign-in/email', { email: person.email, password })
      expect(await answered.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
      return { cookie: cookieOf(answered) }
    }
    const enter = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      postToAuth(`/two-factor/${path}`, body, headers)
    const code = app.code()
    expect((await rejectionOf(enter('verify-totp', { code }))).code).toBe('unauthenticated')
    const headers = await half()
    expect((await enter('verify-totp', { code: '000000' }, headers)).status).toBe(401)
    expect((await enter('verify-totp', { code: '000001', trustDevice: true }, headers)).status).toBe(422)
    const evil = { ...headers, origin: 'https://evil.example' }
    expect((await enter('verify-totp', { code: '000002' }, evil)).status).toBe(403)
    const done = await enter('verify-totp', { code: app.code() }, headers)
    expect([done.status, (await done.json()).token]).toEqual([200, null])
    expect(cookieOf(done)).toContain('device=')
    expect(await actorWith(cookieOf(done))).toMatchObject({ id: person.id })
    const [first, last] = [app.code().slice(0, 3), app.code().slice(3)]
    for (const again of [first + last, `${first} ${last}`, `${first}\u00a0${last}`])
      expect((await rejectionOf(enter('verify-totp', { code: again }, await half()))).code, again).toBe(
        'invalid',
      )
    const onPaper = await enter('verify-backup-code', { code: paper[0] ?? '' }, await half())
    expect(await actorWith(cookieOf(onPaper))).toMatchObject({ id: person.id })
  })
})

const deviceOf = (answered: { headers: Headers }) =>
  cookieOf(answered)
    .split('; ')
    .find((each) => each.startsWith('device='))

async function toldOf(userId: string): Promise<string[]> {
  const letters = await db
    .selectFrom('letters')
    .where('userId', '=', userId)
    .where('letter', '=', 'second-factor-switched')
    .select('subject')
    .execute()
  return letters.map(({ subject }) => subject).toSorted()
}
