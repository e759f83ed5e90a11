import { describe, expect, test } from 'vitest'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import {
  requestContext,
  cookieOf,
  signUpFields,
  rejectionOf,
  testAuth,
  useAuth,
} from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { signIn, signOut, signUp } from './accounts.server.ts'
import { startAuth } from './better-auth/instance.server.ts'
import { handleAuthRequest } from './better-auth/routes.server.ts'
import { resolveActor } from './sessions/actor.server.ts'

const database = useDatabase()
useAuth()
const folder = useTemporaryPictureStorage()

describe('signUp', () => {
  test('a newcomer is a member with a photo and signed in', async () => {
    const person = await signUpFields()
    const signedUp = await signUp(requestContext(), { ...person, email: ` ${person.email.toUpperCase()} ` })
    expect(signedUp.madeMember).toBe(true)
    const actor = await resolveActor(new Headers({ cookie: cookieOf(signedUp) }))
    expect(actor).toMatchObject({
      kind: 'person',
      id: signedUp.userId,
      name: 'Nora Lind',
      email: person.email,
      role: 'member',
      portrait: { width: 60, height: 80, colour: '#336699' },
    })
    const image = await db.selectFrom('images').select('ownerId').executeTakeFirstOrThrow()
    expect(image.ownerId).toBe(signedUp.userId)
    const log = await db.selectFrom('activities').select(['kind', 'summary']).execute()
    expect(log).toEqual([{ kind: 'account', summary: 'You joined the club' }])
  })

  test('an empty form shows every message at once, the photo too', async () => {
    const error = await rejectionOf(
      signUp(requestContext(), { name: '', email: '', password: '', photo: undefined }),
    )
    expect(error.errors).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      password: ['Password is required'],
      photo: ['Photo is required'],
    })
  })

  test.each([
    ['Ab1!x', ['Password must be 6 characters']],
    ['Palestra1!Palestra1!x', ['Password must be less than 20 characters']],
    ['palestra', ['Password must have one Uppercase one lower case, one number and one special character.']],
    ['Palestra1!Palestra1!', undefined],
    ['Ab1!xy', undefined],
  ])('the password %s is told %j', async (password, messages) => {
    const act = signUp(requestContext(), { ...(await signUpFields()), password })
    if (messages === undefined) await act
    else expect((await rejectionOf(act)).errors).toEqual({ password: messages })
  })

  test('a taken address is told so, whatever its capitals, and its photo is not kept', async () => {
    const person = await signUpFields()
    await signUp(requestContext(), person)
    const before = (await folder.names()).length
    const error = await rejectionOf(
      signUp(requestContext(), { ...person, email: person.email.toUpperCase() }),
    )
    expect([error.code, error.message]).toEqual([
      'conflict',
      'That email already has an account. Sign in instead.',
    ])
    expect((await folder.names()).length).toBe(before)
  })

  test('of many sign-ups with one address at once one succeeds and the others are told it is taken', async () => {
    const person = await signUpFields()
    const before = (await folder.names()).length
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => signUp(requestContext(), person)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const { reason } of refused) expect(reason.code).toBe('conflict')
    expect((await folder.names()).length).toBe(before + 1)
    const accounts = await db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.userId')
      .where('users.email', '=', person.email)
      .selectAll('accounts')
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('a file that is no picture makes no account', async () => {
    const person = await signUpFields()
    const error = await rejectionOf(
      signUp(requestContext(), { ...person, photo: new TextEncoder().encode('no picture') }),
    )
    expect(Object.keys(error.errors)).toEqual(['photo'])
    expect((await rejectionOf(signIn(requestContext(), person))).code).toBe('invalid')
  })

  test('the member record is made once, however many ask at once', async () => {
    const { userId } = await signUp(requestContext(), await signUpFields())
    await db.deleteFrom('activities').where('userId', '=', userId).execute()
    await db.deleteFrom('members').where('userId', '=', userId).execute()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ensureMember(userId)))
    expect(answers.filter(({ made }) => made)).toHaveLength(1)
    const log = await db.selectFrom('activities').selectAll().where('userId', '=', userId).execute()
    expect(log).toHaveLength(1)
  })
})

describe('signIn and signOut', () => {
  test('a member signs in, which their activity log tells, and out, which ends the session', async () => {
    const person = await signUpFields()
    const { userId } = await signUp(requestContext(), person)
    const signedIn = await signIn(requestContext(), {
      email: person.email.toUpperCase(),
      password: person.password,
    })
    const headers = new Headers({ cookie: cookieOf(signedIn) })
    expect(await resolveActor(headers)).toMatchObject({ kind: 'person', id: userId })
    const log = await db.selectFrom('activities').select('kind').where('userId', '=', userId).execute()
    expect(log.map(({ kind }) => kind).sort()).toEqual(['account', 'sign-in'])
    const out = await signOut(headers)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await resolveActor(headers)).toEqual({ kind: 'visitor' })
  })

  test('a wrong password, an unknown address and a strange address get the same answer', async () => {
    const person = await signUpFields()
    await signUp(requestContext(), person)
    const tries = [
      { email: person.email, password: 'Palestra2!' },
      { email: 'nobody@example.com', password: 'Palestra1!' },
      { email: 'nobody', password: 'Palestra1!' },
      { email: person.email, password: 'x'.repeat(500) },
      { email: person.email, password: '' },
    ]
    for (const attempt of tries) {
      const error = await rejectionOf(signIn(requestContext(), attempt))
      expect([error.code, error.message]).toEqual(['invalid', 'Wrong email or password.'])
    }
  })

  test('an empty sign-in form asks for the email', async () => {
    expect((await rejectionOf(signIn(requestContext(), { email: '', password: 'x' }))).errors).toEqual({
      email: ['Email is required'],
    })
  })

  test('the session cookie is out of reach of scripts and other sites', async () => {
    const signedUp = await signUp(requestContext(), await signUpFields())
    const [header] = signedUp.headers.getSetCookie()
    expect(header).toMatch(/^palestra\.session_token=/)
    expect(header).toContain('HttpOnly')
    expect(header).toContain('SameSite=Lax')
    expect(header).toContain('Path=/')
    expect(header).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
    expect(header).not.toContain('Secure')
  })

  test('signing in again in the same browser ends the former session', async () => {
    const person = await signUpFields()
    const first = cookieOf(await signUp(requestContext(), person))
    const second = cookieOf(await signIn(requestContext({ cookie: first }), person))
    expect(second).not.toBe(first)
    expect(await resolveActor(new Headers({ cookie: first }))).toEqual({ kind: 'visitor' })
    expect(await resolveActor(new Headers({ cookie: second }))).toMatchObject({ kind: 'person' })
  })

  test('a session that is over, planted or signed by somebody else is nobody', async () => {
    const own = cookieOf(await signUp(requestContext(), await signUpFields()))
    const [name, value = ''] = own.split('=')
    const token = decodeURIComponent(value).split('.')[0]
    for (const forged of [token, `${token}.`, `${token}.AAAA`, `${token}.${'A'.repeat(43)}=`, '%E0%A4%A', ''])
      expect(await resolveActor(new Headers({ cookie: `${name}=${forged}` }))).toEqual({ kind: 'visitor' })
    await db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .execute()
    expect(await resolveActor(new Headers({ cookie: own }))).toEqual({ kind: 'visitor' })
  })
})

describe('signIn without a database', () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'
  const away = async (act: () => Promise<unknown>) => {
    await closeDatabase()
    openDatabase(nowhere)
    startAuth(testAuth)
    try {
      return await act()
    } finally {
      await closeDatabase()
      openDatabase(database.url)
      startAuth(testAuth)
    }
  }

  test('nobody is signed in or told that a password is wrong', async () => {
    const person = await signUpFields()
    const cookie = cookieOf(await signUp(requestContext(), person))
    const error = await rejectionOf(away(() => signIn(requestContext(), person)))
    expect([error.code, error.retryAfter]).toEqual(['unavailable', 5])
    const actor = await away(() => resolveActor(new Headers({ cookie })).catch(isUnavailable))
    expect(actor).toBe(true)
    const request = new Request('http://localhost:3000/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ email: person.email, password: person.password }),
    })
    expect((await rejectionOf(away(() => handleAuthRequest(request, '203.0.113.7')))).code).toBe(
      'unavailable',
    )
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({ kind: 'person' })
  })
})
