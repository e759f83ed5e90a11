import { createHmac } from 'node:crypto'
import { signJWT } from 'better-auth/crypto'
import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { signOut } from '#sign-in/accounts.server.ts'
import { getAuth } from '#sign-in/better-auth/instance.server.ts'
import { cookieOf, signUpFields, rejectionOf, signUpUser, testSecret, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { issueToken, requireOwnEmail, resolveActor } from './actor.server.ts'
import { sessionCookie } from './sessions.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const bearer = (token: string, cookie = '') =>
  new Headers({ authorization: `Bearer ${token}`, ...(cookie ? { cookie } : {}) })

describe('resolveActor', () => {
  test('the role is the one in the database at this very request', async () => {
    const { person, cookie } = await signUpUser()
    const headers = new Headers({ cookie })
    expect(await resolveActor(headers)).toMatchObject({ role: 'member' })
    const application = { yearsOfExperience: 4, hoursADay: 2, weekdays: ['Monday'], skills: ['Patience'] }
    await applyToBeTrainer(person, { name: 'Ada Moss', ...application })
    expect(await resolveActor(headers)).toMatchObject({ role: 'applied' })
    await grantRole(person.email, 'admin')
    expect(await resolveActor(headers)).toMatchObject({ role: 'admin' })
  })

  test('the last day of a person is stored once a day, and outlives their sessions', async () => {
    const { person, cookie } = await signUpUser()
    const { rows } = await sql<{ today: string; before: string }>`
      select club_today() as today, club_today() - 40 as before`.execute(db)
    const { today, before } = rows[0]!
    const lastDay = async () =>
      (
        await db
          .selectFrom('members')
          .where('userId', '=', person.id)
          .select('lastSeenOn')
          .executeTakeFirstOrThrow()
      ).lastSeenOn
    expect(await lastDay()).toBe(today)
    await db.updateTable('members').set({ lastSeenOn: before }).where('userId', '=', person.id).execute()
    await resolveActor(new Headers({ cookie }))
    expect(await lastDay()).toBe(today)
    await signOut(new Headers({ cookie }))
    expect(await lastDay()).toBe(today)
  })

  test('a cookie that the club did not sign itself is nobody’s', async () => {
    const { person, cookie } = await signUpUser()
    const name = sessionCookie()
    const [, token = '', signature = ''] = /^(.+)\.(.+)$/.exec(parse(cookie, name)[name] ?? '') ?? []
    const askingWith = (signed: string) =>
      resolveActor(new Headers({ cookie: `${name}=${encodeURIComponent(signed)}` }))
    expect(await askingWith(`${token}.${signature}`)).toEqual(person)
    const another = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    for (const forged of ['', 'é'.repeat(44), signature.slice(0, -1), `${signature}=`, another])
      expect(await askingWith(`${token}.${forged}`)).toEqual(visitor)
    expect(await askingWith(token)).toEqual(visitor)
    expect(await askingWith(`.${signature}`)).toEqual(visitor)
    expect(await resolveActor(new Headers({ cookie: `${name}=%E0%A4%A` }))).toEqual(visitor)
  })

  test('a new account without a member record gets it quietly, unless the call is one that leaves it', async () => {
    const { name, email, password } = await signUpFields()
    const { headers, response } = await getAuth().api.signUpEmail({
      body: { name, email, password },
      returnHeaders: true,
    })
    const cookie = cookieOf({ headers })
    const members = () =>
      db.selectFrom('members').selectAll().where('userId', '=', response.user.id).execute()
    const asking = new Headers({ cookie })
    expect(await resolveActor(asking, { makeMember: false })).toMatchObject({ role: 'member', email })
    expect(await members()).toHaveLength(0)
    expect(await resolveActor(asking)).toMatchObject({ role: 'member', email })
    expect(await members()).toHaveLength(1)
  })
})

describe('a bearer token', () => {
  test('stands for its person and session, beside the cookie or alone', async () => {
    const { person, cookie } = await signUpUser()
    const token = await issueToken(person, person.email.toUpperCase())
    expect(await resolveActor(bearer(token))).toEqual(person)
    expect(await resolveActor(bearer(token, cookie))).toEqual(person)
  })

  test('is given only for one’s own address', async () => {
    const { person } = await signUpUser()
    const { person: other } = await signUpUser()
    expect((await rejectionOf(issueToken(person, other.email))).code).toBe('forbidden')
    expect((await rejectionOf(issueToken(person, undefined))).code).toBe('forbidden')
    expect((await rejectionOf(issueToken({ kind: 'visitor' }, person.email))).code).toBe('unauthenticated')
  })

  test('dies with its session', async () => {
    const { person, cookie } = await signUpUser()
    const token = await issueToken(person, person.email)
    await signOut(new Headers({ cookie }))
    expect((await rejectionOf(resolveActor(bearer(token)))).code).toBe('unauthenticated')
  })

  test('dies with a new role, also when the role comes back', async () => {
    const { person } = await signUpUser()
    const token = await issueToken(person, person.email)
    await grantRole(person.email, 'admin')
    expect((await rejectionOf(resolveActor(bearer(token)))).code).toBe('unauthenticated')
    const helper = await signUpUser()
    await grantRole(helper.person.email, 'admin')
    await grantRole(person.email, 'member')
    expect((await rejectionOf(resolveActor(bearer(token)))).code).toBe('unauthenticated')
  })

  test('lives ten minutes', async () => {
    const { person } = await signUpUser()
    const token = await issueToken(person, person.email)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(600)
    expect(claims).toMatchObject({ sub: person.id, sid: person.sessionId })
  })

  test('counts only as it is given: with an end, for this club and its API', async () => {
    const { person } = await signUpUser()
    const given = (await issueToken(person, person.email)).split('.')[1] ?? ''
    const claims = JSON.parse(Buffer.from(given, 'base64url').toString())
    const key = createHmac('sha256', testSecret).update('bearer tokens').digest('base64url')
    const sign = (changed: object) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const text = `${part({ alg: 'HS256' })}.${part({ ...claims, ...changed })}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
    expect(await resolveActor(bearer(sign({})))).toMatchObject({ id: person.id })
    for (const changed of [
      { exp: undefined },
      { iss: 'https://other.example' },
      { aud: undefined },
      { typ: 'reset' },
    ])
      expect((await rejectionOf(resolveActor(bearer(sign(changed))))).code).toBe('unauthenticated')
  })

  test('of somebody else than the cookie is refused', async () => {
    const { person } = await signUpUser()
    const { cookie } = await signUpUser()
    const token = await issueToken(person, person.email)
    expect((await rejectionOf(resolveActor(bearer(token, cookie)))).code).toBe('unauthenticated')
  })

  test('that is forged, empty or none is refused, even beside a good cookie', async () => {
    const { person, cookie } = await signUpUser()
    const claims = { sub: person.id, sid: person.sessionId, role: 0 }
    const forged = await signJWT(claims, testSecret, 600)
    for (const token of [forged, '', 'nonsense', `${forged.slice(0, -3)}abc`])
      expect((await rejectionOf(resolveActor(bearer(token, cookie)))).code).toBe('unauthenticated')
    expect(await resolveActor(bearer(forged, cookie), { bearer: false })).toMatchObject({ id: person.id })
  })
})

test('somebody else’s address is not found, also for an admin', async () => {
  const { person } = await signUpUser()
  const admin = { ...person, role: 'admin' as const }
  expect(requireOwnEmail(person, ` ${person.email.toUpperCase()}`)).toBe(person)
  for (const email of ['other@example.com', '', null, { email: person.email }])
    expect(() => requireOwnEmail(admin, email)).toThrow('This account couldn’t be found.')
  expect(() => requireOwnEmail({ kind: 'visitor' }, person.email)).toThrow('Please sign in first.')
})
