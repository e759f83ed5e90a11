import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import {
  confirmAddressOf,
  requestContext,
  cookieOf,
  rejectionOf,
  signUpUser,
  useAuth,
} from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createTotpDevice, freezeDate } from '#tests/totp.ts'
import { signIn } from './accounts.server.ts'
import { deleteOwnAccount, readRequiredProof } from './delete-account.server.ts'
import { startSecondFactorSetup, enableSecondFactor } from './second-factor/second-factor.server.ts'
import { resolveActor } from './sessions/actor.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()
beforeEach(freezeDate)
afterEach(() => void vi.useRealTimers())

const isGone = async (id: string) =>
  (await db.selectFrom('users').where('id', '=', id).select('erasedAt').executeTakeFirstOrThrow())
    .erasedAt !== null
const now = { when: 'now', currentPassword: '', code: '' }

test('an account is deleted by whoever knows its password; its browsers are signed out, and signing in fails', async () => {
  const { person, cookie, password } = await signUpUser()
  const caller = requestContext({ cookie })
  expect(await readRequiredProof(person)).toEqual({ password: true, code: false })
  for (const currentPassword of ['', 'Palestra9!'])
    expect(
      Object.keys((await rejectionOf(deleteOwnAccount(caller, person, { ...now, currentPassword }))).errors),
    ).toEqual(['currentPassword'])
  expect(await isGone(person.id)).toBe(false)
  const left = await deleteOwnAccount(caller, person, { ...now, currentPassword: password })
  expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await isGone(person.id)).toBe(true)
  expect((await resolveActor(new Headers({ cookie }))).kind).toBe('visitor')
  expect((await rejectionOf(signIn(requestContext(), { email: person.email, password }))).code).toBe(
    'invalid',
  )
  const { person: newcomer } = await signUpUser({ email: person.email })
  expect(newcomer.id).not.toBe(person.id)
})

test('a second factor is asked for as well', async () => {
  const { person, cookie, password } = await signUpUser()
  await confirmAddressOf(person)
  const app = createTotpDevice(
    await startSecondFactorSetup(requestContext({ cookie }), person, { currentPassword: password }),
  )
  const on = await enableSecondFactor(requestContext({ cookie }), person, { code: app.code() })
  app.wait()
  const caller = requestContext({ cookie: cookieOf(on) })
  const actor = await resolveActor(caller.headers)
  const input = { ...now, currentPassword: password }
  expect(await readRequiredProof(actor)).toEqual({ password: true, code: true })
  for (const code of ['', '000000'])
    expect(
      Object.keys((await rejectionOf(deleteOwnAccount(caller, actor, { ...input, code }))).errors),
    ).toEqual(['code'])
  await deleteOwnAccount(caller, actor, { ...input, code: app.code() })
  expect(await isGone(person.id)).toBe(true)
})

test('whoever only comes by Google has signed in just now', async () => {
  const { person, cookie } = await signUpUser()
  await db
    .updateTable('accounts')
    .set({ providerId: 'google', password: null })
    .where('userId', '=', person.id)
    .execute()
  const caller = requestContext({ cookie })
  await sql`update sessions set created_at = club_now() - interval '16 minutes' where user_id = ${person.id}`.execute(
    db,
  )
  expect((await rejectionOf(deleteOwnAccount(caller, person, now))).code).toBe('conflict')
  await sql`update sessions set created_at = club_now() where user_id = ${person.id}`.execute(db)
  await deleteOwnAccount(caller, person, now)
  expect(await isGone(person.id)).toBe(true)
})
