import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '../../db/client.ts'
import { useDatabase } from '../../tests/database.ts'
import { DomainError } from '../errors.ts'
import type { Picture } from '../images/images.rules.ts'
import { signIn, signOut, signUp, type Caller, type PhotoStore } from './accounts.server.ts'
import { resolveActor } from './actor.server.ts'
import { startAuth } from './auth.server.ts'
import { ensureMember } from './membership.server.ts'

useDatabase()
beforeAll(() =>
  startAuth({ secret: 'a secret of at least thirty-two characters', publicUrl: 'http://localhost:3000' }),
)

const photo = new Uint8Array([1, 2, 3])
const caller = (headers: HeadersInit = {}): Caller => ({
  headers: new Headers(headers),
  address: '203.0.113.7',
})
const cookie = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

const photos: PhotoStore & { kept: Set<string> } = {
  kept: new Set<string>(),
  store: async () => {
    const row = await db
      .insertInto('images')
      .values({ ownerId: null, width: 400, height: 300, colour: '#336699', bytes: 3 })
      .returning(['id', 'width', 'height', 'colour'])
      .executeTakeFirstOrThrow()
    photos.kept.add(row.id)
    return row satisfies Picture
  },
  discard: async (id) => {
    photos.kept.delete(id)
    await db.deleteFrom('images').where('id', '=', id).execute()
  },
}

let count = 0
const newcomer = () => ({
  name: 'Nora Lind',
  email: `nora${(count += 1)}@example.com`,
  password: 'Palestra1!',
  photo,
})

async function refusal(act: Promise<unknown>): Promise<DomainError> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}

describe('signing up', () => {
  test('a newcomer is a member with a photo and signed in', async () => {
    const person = newcomer()
    const signedUp = await signUp(caller(), { ...person, email: ' Nora1@Example.COM' }, photos)
    expect(signedUp.madeMember).toBe(true)
    const actor = await resolveActor(new Headers({ cookie: cookie(signedUp) }))
    expect(actor).toMatchObject({
      kind: 'person',
      id: signedUp.userId,
      name: 'Nora Lind',
      email: 'nora1@example.com',
      role: 'member',
      portrait: { width: 400, height: 300, colour: '#336699' },
    })
    const image = await db.selectFrom('images').select('ownerId').executeTakeFirstOrThrow()
    expect(image.ownerId).toBe(signedUp.userId)
    const log = await db.selectFrom('activities').select(['kind', 'summary']).execute()
    expect(log).toEqual([{ kind: 'account', summary: 'Joined the club.' }])
  })

  test('an empty form shows every message at once, the photo too', async () => {
    const error = await refusal(signUp(caller(), { name: '', email: '', password: '' }, photos))
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
    const act = signUp(caller(), { ...newcomer(), password }, photos)
    if (messages === undefined) await act
    else expect((await refusal(act)).errors).toEqual({ password: messages })
  })

  test('a taken address is told so, whatever its capitals, and its photo is not kept', async () => {
    const person = newcomer()
    await signUp(caller(), person, photos)
    const before = photos.kept.size
    const error = await refusal(signUp(caller(), { ...person, email: person.email.toUpperCase() }, photos))
    expect([error.code, error.message]).toEqual([
      'conflict',
      'That e-mail already has an account. Sign in instead.',
    ])
    expect(photos.kept.size).toBe(before)
  })

  test('of many sign-ups with one address at once one succeeds and the others are told it is taken', async () => {
    const person = newcomer()
    const before = photos.kept.size
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => signUp(caller(), person, photos)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const { reason } of refused) expect(reason.code).toBe('conflict')
    expect(photos.kept.size).toBe(before + 1)
    const accounts = await db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.userId')
      .where('users.email', '=', person.email)
      .selectAll('accounts')
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('a file that is no picture makes no account', async () => {
    const person = newcomer()
    const store = async () => {
      throw new DomainError('invalid', 'This file is not a picture.')
    }
    const error = await refusal(signUp(caller(), person, { ...photos, store }))
    expect(error.errors).toEqual({ photo: ['This file is not a picture.'] })
    expect((await refusal(signIn(caller(), person))).code).toBe('invalid')
  })

  test('the member record is made once, however many ask at once', async () => {
    const { userId } = await signUp(caller(), newcomer(), photos)
    await db.deleteFrom('activities').where('userId', '=', userId).execute()
    await db.deleteFrom('members').where('userId', '=', userId).execute()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ensureMember(userId)))
    expect(answers.filter(({ made }) => made)).toHaveLength(1)
    const log = await db.selectFrom('activities').selectAll().where('userId', '=', userId).execute()
    expect(log).toHaveLength(1)
  })
})

describe('signing in and out', () => {
  test('a member signs in, which their activity log tells, and out, which ends the session', async () => {
    const person = newcomer()
    const { userId } = await signUp(caller(), person, photos)
    const signedIn = await signIn(caller(), { email: person.email.toUpperCase(), password: person.password })
    const headers = new Headers({ cookie: cookie(signedIn) })
    expect(await resolveActor(headers)).toMatchObject({ kind: 'person', id: userId })
    const log = await db.selectFrom('activities').select('kind').where('userId', '=', userId).execute()
    expect(log.map(({ kind }) => kind).sort()).toEqual(['account', 'sign-in'])
    const out = await signOut(headers)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await resolveActor(headers)).toEqual({ kind: 'visitor' })
  })

  test('a wrong password, an unknown address and a strange address get the same answer', async () => {
    const person = newcomer()
    await signUp(caller(), person, photos)
    const tries = [
      { email: person.email, password: 'Palestra2!' },
      { email: 'nobody@example.com', password: 'Palestra1!' },
      { email: 'nobody', password: 'Palestra1!' },
      { email: person.email, password: 'x'.repeat(500) },
      { email: person.email, password: '' },
    ]
    for (const attempt of tries) {
      const error = await refusal(signIn(caller(), attempt))
      expect([error.code, error.message]).toEqual(['invalid', 'E-mail or password is not right.'])
    }
  })

  test('an empty sign-in form asks for the e-mail', async () => {
    expect((await refusal(signIn(caller(), { email: '', password: 'x' }))).errors).toEqual({
      email: ['Email is required'],
    })
  })

  test('the session cookie is out of reach of scripts and other sites', async () => {
    const signedUp = await signUp(caller(), newcomer(), photos)
    const [header] = signedUp.headers.getSetCookie()
    expect(header).toMatch(/^palestra\.session_token=/)
    expect(header).toContain('HttpOnly')
    expect(header).toContain('SameSite=Lax')
    expect(header).toContain('Path=/')
    expect(header).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
    expect(header).not.toContain('Secure')
  })

  test('signing in again in the same browser ends the former session', async () => {
    const person = newcomer()
    const first = cookie(await signUp(caller(), person, photos))
    const second = cookie(await signIn(caller({ cookie: first }), person))
    expect(second).not.toBe(first)
    expect(await resolveActor(new Headers({ cookie: first }))).toEqual({ kind: 'visitor' })
    expect(await resolveActor(new Headers({ cookie: second }))).toMatchObject({ kind: 'person' })
  })

  test('a session that is over, planted or signed by somebody else is nobody', async () => {
    const own = cookie(await signUp(caller(), newcomer(), photos))
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
