import { expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { hoursAhead } from '#domain/lessons/letters/hours-ahead.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { confirmEmailByLink } from '#domain/members/email-address.server.ts'
import { readLetterPreferences, saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { applicationDeclined } from '#domain/trainers/letters/application-declined.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { requestEmailChange } from '#sign-in/change-email.server.ts'
import { requestContext, cookieOf, rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { resolveActor } from './actor.server.ts'
import { listDevices, signOutDevice, signOutOtherDevices } from './devices.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const actorWith = (cookie: string) => resolveActor(new Headers({ cookie }))

test('somebody sees where they are signed in, and signs out of one device or of all others', async () => {
  const { person, cookie, password } = await signUpUser()
  const { email } = person
  const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const second = cookieOf(await signIn(requestContext(firefox), { email, password }))
  const third = cookieOf(await signIn(requestContext(), { email, password }))
  const devices = await listDevices(person)
  expect(devices).toHaveLength(3)
  expect(devices.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([person.sessionId])
  const other = devices.find(({ name }) => name === 'Firefox on Linux')
  const stranger = (await signUpUser()).person
  expect((await rejectionOf(signOutDevice(stranger, other?.id ?? ''))).code).toBe('not-found')
  await signOutDevice(person, other?.id ?? '')
  expect(await actorWith(second)).toEqual(visitor)
  expect(await actorWith(third)).toMatchObject({ id: person.id })
  await signOutOtherDevices(person)
  expect(await actorWith(third)).toEqual(visitor)
  expect(await actorWith(cookie)).toMatchObject({ id: person.id })
  expect(await listDevices(stranger)).toHaveLength(1)
})

test('an address changes by a link sent to the new one, with the password, and both are told', async () => {
  const { person, password } = await signUpUser()
  const email = `new-${person.email}`
  const ask = (currentPassword: string, to = email) =>
    requestEmailChange(requestContext(), person, { email: to, currentPassword })
  expect(Object.keys((await rejectionOf(ask('Wrong-password1!'))).errors)).toEqual(['currentPassword'])
  expect((await rejectionOf(ask(password, person.email.toUpperCase()))).message).toBe(
    'This is already your address.',
  )
  // a taken address gets the same response, and no letter
  const taken = (await signUpUser()).person.email
  await ask(password, taken)
  await ask(password)
  const letters = async (to: string) =>
    (await db.selectFrom('letters').where('email', '=', to).select(['letter', 'text']).execute()).filter(
      ({ letter }) => letter !== 'confirm-address',
    )
  expect(await letters(taken)).toEqual([])
  const [letter] = await letters(email)
  await confirmEmailByLink(/\?key=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '')
  await signIn(requestContext(), { email, password })
  expect((await rejectionOf(signIn(requestContext(), { email: person.email, password }))).code).toBe(
    'invalid',
  )
  for (const each of [person.email, email])
    expect((await letters(each)).map((one) => one.letter)).toContain('address-changed')
})

test('letters that can be switched off go to proved addresses of people who want them, others to all', async () => {
  const member = await createMember()
  const write = async () => {
    await transaction(async (trx) => {
      const to = { userId: member.id }
      await queueMail(trx, hoursAhead, { to, cause: crypto.randomUUID(), facts: hoursAhead.example })
      const { example } = applicationDeclined
      await queueMail(trx, applicationDeclined, { to, cause: crypto.randomUUID(), facts: example })
    })
    const written = await db
      .deleteFrom('letters')
      .where('userId', '=', member.id)
      .returning('letter')
      .execute()
    return written.map(({ letter }) => letter).toSorted()
  }
  const both = ['application-declined', 'hours-ahead']
  expect(await readLetterPreferences(member)).toEqual(['reminders', 'announcements'])
  expect(await write()).toEqual(both)
  await saveLetterPreferences(member, ['nonsense'])
  expect(await readLetterPreferences(member)).toEqual([])
  expect(await write()).toEqual(['application-declined'])
  await saveLetterPreferences(member, ['reminders'])
  await db.updateTable('users').set({ emailVerified: false }).where('id', '=', member.id).execute()
  expect(await write()).toEqual(['application-declined'])
})
