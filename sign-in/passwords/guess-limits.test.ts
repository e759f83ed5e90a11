import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DomainError } from '#core/errors.ts'
import { db, pool } from '#db/client.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { handleAuthRequest } from '#sign-in/better-auth/routes.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { cookieOf, postToAuth, rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()
beforeEach(async () => {
  await db.deleteFrom('rateLimits').execute()
})
afterEach(() => startLimits({ pool, enabled: false }))

const origin = 'http://localhost:3000'

test('a guess counts for the account that it is a guess at, in whatever words it comes', async () => {
  startLimits({ pool, enabled: true })
  const { person, password } = await signUpUser()
  const send = (each: number, type: string, body: string) =>
    handleAuthRequest(
      new Request(`${origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': type, origin },
        body,
      }),
      `203.0.113.${each}`,
    ).then(
      ({ response }) => response.status,
      (error: DomainError) => error.code,
    )
  const spellings: [string, (each: number) => string][] = [
    ['application/json', (each) => `{"email":"x${each}@x.yz","email":"${person.email}","password":"no"}`],
    [
      'application/json',
      (each) => `\ufeff{"password":"&email=x${each}&","email":"${person.email}","password":"no"}`,
    ],
    [
      'application/x-www-form-urlencoded',
      (each) => `email=x${each}@x.yz&email=${person.email}&password=${password}`,
    ],
    ['text/plain', () => JSON.stringify({ email: person.email, password })],
  ]
  const answers = []
  for (const [type, body] of spellings) {
    const seen = new Set<number | string>()
    for (let each = 1; each <= 18; each += 1) seen.add(await send(each, type, body(each)))
    answers.push([...seen])
  }
  // parsed as the last value and limited, parsed as empty, or not parsed
  expect(answers).toEqual([[401, 'limited'], [422], ['invalid'], ['invalid']])
})

test('a browser in which the password was right is known, and nobody locks its owner out of it', async () => {
  startLimits({ pool, enabled: true })
  const { person, password } = await signUpUser()
  const right = { email: person.email, password }
  const signedIn = await postToAuth('/sign-in/email', right)
  const device = cookieOf(signedIn)
    .split('; ')
    .find((each) => each.startsWith('device='))!
  expect(signedIn.headers.getSetCookie().find((each) => each.startsWith('device='))).toMatch(
    /Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const guess = () => postToAuth('/sign-in/email', { ...right, password: 'Palestra9!' })
  await Promise.allSettled(Array.from({ length: 10 }, guess))
  expect((await rejectionOf(postToAuth('/sign-in/email', right))).code).toBe('limited')
  expect((await postToAuth('/sign-in/email', right, { cookie: device })).status).toBe(200)
  const forged = `${device.slice(0, -3)}abc`
  expect((await rejectionOf(postToAuth('/sign-in/email', right, { cookie: forged }))).code).toBe('limited')
  const { person: other, password: otherPassword } = await signUpUser()
  const otherGuess = () =>
    postToAuth('/sign-in/email', { email: other.email, password: 'Palestra9!' }, { cookie: device })
  await Promise.allSettled(Array.from({ length: 10 }, otherGuess))
  expect((await rejectionOf(otherGuess())).code).toBe('limited')
  const both = await rejectionOf(
    postToAuth('/sign-in/email', { email: other.email, password: otherPassword }, { cookie: device }),
  )
  expect(both.code).toBe('limited')
})

test('a browser in which only a former password was right is as strange as any other', async () => {
  startLimits({ pool, enabled: true })
  const { person, cookie, password } = await signUpUser()
  const right = { email: person.email, password }
  const device = cookieOf(await postToAuth('/sign-in/email', right))
  const change = { currentPassword: password, newPassword: 'Gymnasium2&' }
  expect((await postToAuth('/change-password', change, { cookie })).status).toBe(200)
  const guess = (browser: string) =>
    postToAuth('/sign-in/email', { ...right, password: 'Palestra9!' }, { cookie: browser })
  await Promise.allSettled(Array.from({ length: 10 }, () => guess('')))
  expect((await rejectionOf(guess(device))).code).toBe('limited')
})

test('a sign-in or a new password leaves no session alive behind it', async () => {
  const { person, cookie, password } = await signUpUser()
  const again = cookieOf(await postToAuth('/sign-in/email', { email: person.email, password }, { cookie }))
  expect(await resolveActor(new Headers({ cookie }))).toEqual({ kind: 'visitor' })
  const elsewhere = cookieOf(await postToAuth('/sign-in/email', { email: person.email, password }))
  for (const asked of [{}, { revokeOtherSessions: false }]) {
    const change = { currentPassword: password, newPassword: password, ...asked }
    const other = cookieOf(await postToAuth('/sign-in/email', { email: person.email, password }))
    const response = await postToAuth('/change-password', change, { cookie: other })
    expect(response.status).toBe(200)
    expect(await resolveActor(new Headers({ cookie: other }))).toEqual({ kind: 'visitor' })
    expect(await resolveActor(new Headers({ cookie: cookieOf(response) }))).toMatchObject({ id: person.id })
  }
  for (const old of [again, elsewhere])
    expect(await resolveActor(new Headers({ cookie: old }))).toEqual({ kind: 'visitor' })
})

test('a session of staff ends when nobody has used it for twelve hours, one of a member does not', async () => {
  const { person, cookie } = await signUpUser()
  const unusedFor = (hours: number) =>
    sql`update sessions set updated_at = now() - make_interval(hours => ${hours}) where user_id = ${person.id}`.execute(
      db,
    )
  const asker = () => resolveActor(new Headers({ cookie }))
  await unusedFor(13)
  expect(await asker()).toMatchObject({ role: 'member' })
  await grantRole(person.email, 'admin')
  // used just now, and again eleven hours later
  for (const hours of [0, 11, 0]) {
    await unusedFor(hours)
    expect(await asker()).toMatchObject({ role: 'admin' })
  }
  await unusedFor(11)
  await asker()
  const { rows } = await sql<{ fresh: boolean }>`select updated_at > now() - interval '1 minute' as fresh
    from sessions where user_id = ${person.id}`.execute(db)
  expect(rows).toEqual([{ fresh: true }])
  await unusedFor(13)
  expect(await asker()).toEqual({ kind: 'visitor' })
  const session = new Request(`${origin}/api/auth/get-session`, { headers: { cookie } })
  expect(await (await handleAuthRequest(session, '203.0.113.7')).response.json()).toBeNull()
})
