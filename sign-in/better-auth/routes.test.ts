import { getMigrations } from 'better-auth/db/migration'
import { afterEach, describe, expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { createLink } from '#domain/members/one-time-links.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { resetPassword } from '#sign-in/passwords/reset.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import {
  cookieOf,
  signUpFields,
  postToAuth,
  rejectionOf,
  signUpUser,
  testAuth,
  useAuth,
} from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { makeTrainer } from '#tests/factories.ts'
import { insertPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { getAuth, startAuth, type AuthOptions } from './instance.server.ts'
import { handleAuthRequest } from './routes.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()
afterEach(() => startLimits({ pool, enabled: false }))

const origin = 'http://localhost:3000'
async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${origin}/api/auth${path}`, { headers })
  return (await handleAuthRequest(request, '203.0.113.7')).response
}
const bare = async (changed: Record<string, unknown> = {}) => {
  const { name, email, password } = await signUpFields()
  return { name, email, password, ...changed }
}
const userNamed = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()

test('Better Auth finds every table and column that it needs', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations({
    ...getAuth().options,
    // Better Auth's inspection needs the pool
    database: pool,
  })
  expect([toBeCreated, toBeAdded]).toEqual([[], []])
})

describe('Better Auth’s own JSON sign-up', () => {
  test('makes an account with a clean name and no member record yet', async () => {
    const body = await bare({ name: '  Nora\u202e\n Lind ' })
    const response = await postToAuth('/sign-up/email', { ...body, email: body.email.toUpperCase() })
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer.token).toBeNull()
    expect(await userNamed(body.email)).toMatchObject({ name: 'Nora Lind', email: body.email })
    const members = await db
      .selectFrom('members')
      .select('userId')
      .where('userId', '=', answer.user.id)
      .execute()
    expect(members).toEqual([])
    expect(await resolveActor(new Headers({ cookie: cookieOf(response) }))).toMatchObject({ role: 'member' })
  })

  test.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: '\u200b\u0007' }],
    [{ name: 7 }],
    [{ email: 'nobody' }],
    [{ email: `${'x'.repeat(260)}@example.com` }],
    [{ email: 'nora\r\nbcc@example.com' }],
    [{ password: 'palestra1!' }],
    [{ password: 'Pa1!' }],
    [{ password: 'Palestra1!Palestra1!x' }],
    [{ password: null }],
    [{ image: 'https://evil.example/pixel.gif' }],
    [{ image: 'http://169.254.169.254/latest' }],
    [{ image: 'https://lh3.googleusercontent.com.evil.example/a' }],
    [{ image: 'javascript:alert(1)' }],
    [{ emailVerified: true }],
    [{ role: 'admin' }],
    [{ id: '00000000-0000-4000-8000-000000000000' }],
    [{ callbackURL: 'https://evil.example' }],
  ])('refuses %j and makes nothing', async (changed) => {
    const body = await bare(changed)
    const response = await postToAuth('/sign-up/email', body)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect((await response.json()).message).toEqual(expect.any(String))
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await userNamed(body.email)).toBeUndefined()
  })

  test('makes an account whose password can be changed and forgotten before anything else is done with it', async () => {
    const body = await bare({})
    const cookie = cookieOf(await postToAuth('/sign-up/email', body))
    const change = { currentPassword: body.password, newPassword: 'Gymnasium2&' }
    expect((await postToAuth('/change-password', change, { cookie })).status).toBe(200)
    const letters = db.selectFrom('letters').innerJoin('users', 'users.id', 'letters.userId')
    expect(
      await letters
        .where('users.email', '=', body.email)
        .where('letter', '=', 'password-changed')
        .select('letter')
        .execute(),
    ).toHaveLength(1)

    const other = await bare({})
    await postToAuth('/sign-up/email', other)
    const { id } = (await userNamed(other.email))!
    const { key } = await transaction((trx) =>
      createLink(trx, 'new-password', { userId: id, email: other.email }),
    )
    await resetPassword(key, { newPassword: 'Gymnasium2&' })
    expect((await postToAuth('/sign-in/email', { email: other.email, password: 'Gymnasium2&' })).status).toBe(
      200,
    )
  })

  test('takes over Google’s avatar', async () => {
    const image = 'https://lh3.googleusercontent.com/a/face=s96-c'
    const response = await postToAuth('/sign-up/email', await bare({ image }))
    expect(await resolveActor(new Headers({ cookie: cookieOf(response) }))).toMatchObject({
      portrait: { address: image },
    })
  })
})

describe('Better Auth’s other routes', () => {
  test('sign in and out without telling scripts the session', async () => {
    const { person, password } = await signUpUser()
    const signedIn = await postToAuth('/sign-in/email', { email: person.email.toUpperCase(), password })
    expect(await signedIn.json()).toMatchObject({ token: null, user: { id: person.id } })
    const cookie = cookieOf(signedIn)
    const session = await (await get('/get-session', { cookie })).json()
    expect(session).toMatchObject({ user: { id: person.id }, session: { token: null } })
    expect((await postToAuth('/sign-out', {}, { cookie })).status).toBe(200)
    expect(await resolveActor(new Headers({ cookie }))).toEqual({ kind: 'visitor' })
  })

  test('give a wrong password and an unknown address the same answer', async () => {
    const { person } = await signUpUser()
    const answers = await Promise.all(
      [person.email, 'nobody@example.com'].map(async (email) => {
        const response = await postToAuth('/sign-in/email', { email, password: 'Palestra9!' })
        return [response.status, await response.json()]
      }),
    )
    expect(answers[0]?.[0]).toBe(401)
    expect(answers[0]).toEqual(answers[1])
  })

  test('let the one who is signed in change the name, and the picture to an upload of their own', async () => {
    const { person, cookie } = await signUpUser()
    const own = await insertPicture(person.id)
    const update = (body: unknown) => postToAuth('/update-user', body, { cookie })
    expect((await update({ name: ' Nora  L. ', image: `${origin}/images/${own}/360.webp` })).status).toBe(200)
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({
      name: 'Nora L.',
      portrait: { id: own },
    })
    await makeTrainer(person)
    expect((await update({ name: ' Nora  Lind ' })).status).toBe(200)
    const trainer = db.selectFrom('trainers').where('userId', '=', person.id).select('name')
    expect(await trainer.execute()).toEqual([{ name: 'Nora Lind' }])
    expect((await update({ image: 'https://lh3.googleusercontent.com/a/b' })).status).toBe(200)
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({
      portrait: { address: 'https://lh3.googleusercontent.com/a/b' },
    })
  })

  test('refuse foreign pictures, long names and anything else that is not one’s to change', async () => {
    const { person, cookie } = await signUpUser()
    const foreign = await insertPicture((await signUpUser()).person.id)
    for (const body of [
      { image: 'https://evil.example/a.png' },
      { image: `${origin}/images/${foreign}/360.webp` },
      { image: `/images/${await insertPicture()}/360.webp` },
      { image: null },
      { name: 'x'.repeat(101) },
      { name: '' },
      { email: 'other@example.com' },
      { emailVerified: true },
      { role: 'admin' },
    ])
      expect((await postToAuth('/update-user', body, { cookie })).status, JSON.stringify(body)).toBe(422)
    expect(await userNamed(person.email)).toMatchObject({
      name: 'Nora Lind',
      image: null,
      emailVerified: false,
    })
    expect((await postToAuth('/update-user', { name: 'Nobody' })).status).toBe(401)
  })

  test('keep the rules for a new password', async () => {
    const { cookie, password } = await signUpUser()
    const change = (newPassword: string) =>
      postToAuth('/change-password', { currentPassword: password, newPassword }, { cookie })
    expect((await change('palestra')).status).toBe(422)
    expect((await change('Gymnasium2&')).status).toBe(200)
  })

  test('that the club does not use are shut, however they are written', async () => {
    const { cookie } = await signUpUser()
    const used = [
      '/sign-up/email',
      '/sign-in/email',
      '/sign-in/social',
      '/link-social',
      '/callback/some-token',
      '/two-factor/verify-totp',
      '/two-factor/verify-backup-code',
    ]
    const open = new Set([...used, '/update-user', '/change-password', '/sign-out', '/get-session'])
    const body = { newEmail: 'other@example.com', password: 'Palestra1!', token: 'x', callbackURL: '/' }
    const paths = Object.values(getAuth().api)
      // routes for servers only have no path
      .flatMap(({ path }: { path?: string }) => path?.replace(/:\w+/, 'some-token') ?? [])
      .filter((path) => !open.has(path))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of [...paths, '/set-password', '/delete-user/callback?token=x', '/no-route-at-all'])
      for (const variant of [path, `/${path}`, `${path}/`, path.replace('/', '/%2e/')])
        for (const response of [await postToAuth(variant, body, { cookie }), await get(variant, { cookie })])
          expect(response.status, variant).toBe(404)
  })

  test('refuse another site’s request in somebody’s name', async () => {
    const { cookie, person } = await signUpUser()
    const evil = { cookie, origin: 'https://evil.example' }
    expect((await postToAuth('/update-user', { name: 'Gone' }, evil)).status).toBe(403)
    expect((await postToAuth('/sign-out', {}, evil)).status).toBe(403)
    expect((await postToAuth('/update-user', { name: 'Gone' }, { cookie, origin: 'null' })).status).toBe(403)
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({ name: person.name })
  })

  test('answer strange bodies with a refusal', async () => {
    for (const text of ['', '{', '[]', '"x"', 'null', '{"email":{}}', '[{"email":1}]', '\u0000']) {
      const request = new Request(`${origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: text,
      })
      const { response } = await handleAuthRequest(request, '203.0.113.7')
      expect(response.status, text).toBeGreaterThanOrEqual(400)
      expect(response.status, text).toBeLessThan(500)
    }
    const long = await rejectionOf(postToAuth('/sign-in/email', { email: 'x'.repeat(20_000), password: 'x' }))
    expect(long.code).toBe('too-large')
  })

  test('tell all but the first of several who sign up with one address at once that it has an account', async () => {
    const person = { name: 'Ada', email: 'at-once@example.org', password: 'Palestra1!' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => postToAuth('/sign-up/email', person)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 422, 422, 422,
    ])
  })

  test('count against the club’s limits', async () => {
    startLimits({ pool, enabled: true })
    const attempt = () =>
      postToAuth('/sign-in/email', { email: 'limited@example.com', password: 'Palestra9!' })
    for (let done = 0; done < 10; done += 1) expect((await attempt()).status).toBe(401)
    expect((await rejectionOf(attempt())).code).toBe('limited')
    for (let done = 0; done < 30; done += 1) await postToAuth('/sign-up/email', { email: 'x' })
    expect((await rejectionOf(postToAuth('/sign-up/email', await bare()))).code).toBe('limited')
  })

  test('count a wrong current password as a guess', async () => {
    const { cookie } = await signUpUser()
    startLimits({ pool, enabled: true })
    const guess = () =>
      postToAuth(
        '/change-password',
        { currentPassword: 'Palestra9!', newPassword: 'Gymnasium2&' },
        { cookie },
      )
    for (let done = 0; done < 10; done += 1) expect((await guess()).status).toBe(400)
    expect((await rejectionOf(guess())).code).toBe('limited')
  })

  test('know nothing of Google where Google is not set up', async () => {
    const error = await rejectionOf(postToAuth('/sign-in/social', { provider: 'google', callbackURL: '/' }))
    expect(error.code).toBe('conflict')
    const back = await get('/callback/google?code=x&state=y')
    expect(back.headers.get('location')).toBe('/signIn?error=unavailable')
  })
})

describe('the session cookie of a club at an https address', () => {
  const secureClub: AuthOptions = { ...testAuth, publicUrl: 'https://club.example' }

  test('is bound to that very host and to https', async () => {
    startAuth(secureClub)
    const { name, email, password } = await signUpFields()
    const { headers } = await getAuth().api.signUpEmail({
      body: { name, email, password },
      returnHeaders: true,
    })
    const [header = ''] = headers.getSetCookie()
    expect(header).toMatch(/^__Host-palestra\.session_token=/)
    for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(header).toContain(part)
    expect(header).not.toContain('Domain')
    expect(await resolveActor(new Headers({ cookie: cookieOf({ headers }) }))).toMatchObject({ email })
  })
})
