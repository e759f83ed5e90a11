import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { signUpByGoogle } from '#demo/sign-ups.ts'
import { signUp } from '#sign-in/accounts.server.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { googleErrorMessage } from '#sign-in/google/errors.rules.ts'
import { connectGoogle, disconnectGoogle, listConnectedProviders } from '#sign-in/google/google.server.ts'
import { submitCode } from '#sign-in/second-factor/codes.server.ts'
import {
  startSecondFactorSetup,
  disableSecondFactor,
  enableSecondFactor,
} from '#sign-in/second-factor/second-factor.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { requestContext, signUpFields, rejectionOf, signUpUser, testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createTotpDevice, freezeDate } from '#tests/totp.ts'
import { identityPeople, returningPerson } from './people.ts'
import { Browser } from './test-browser.ts'
import { useSmallClub } from './test-club.ts'

useDatabase()
useTemporaryPictureStorage()

const club = useSmallClub()

const browserAt = (host = 'localhost') => new Browser(`http://${host}:${club.port}`)

const personNamed = (name: string) => {
  const person = identityPeople.find((each) => each.name === name)
  if (!person) throw new Error(`Nobody is called ${name}.`)
  return person
}
const memberOf = (email: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where('users.email', '=', email)
    .select('members.role')
    .executeTakeFirst()
const proveAddressOf = (id: string) =>
  db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
const errorIn = (location: string) => new URL(location, 'http://club.invalid').searchParams.get('error')

describe('continuing with Google', () => {
  test.each(['localhost', '127.0.0.1'])(
    'a new person becomes a member on %s, and comes back where they were going',
    async (host) => {
      const browser = browserAt(host)
      const person = personNamed(host === 'localhost' ? 'Iris Vance' : 'Marek Dvořák')
      const { address } = await browser.begin('/trainers?page=2')
      // by way of the sign-in page, which greets new people and sends them on
      expect(await browser.choose(address, person.subject)).toBe(
        `/signIn?${new URLSearchParams({ joined: 'google', from: '/trainers?page=2' })}`,
      )
      expect(club.madeMembers.at(-1)).toBe(true)
      expect(await memberOf(person.email)).toEqual({ role: 'member' })
      const actor = await resolveActor(browser.headers)
      expect(actor).toMatchObject({ name: person.name, email: person.email, role: 'member', portrait: null })
      const account = await db
        .selectFrom('accounts')
        .innerJoin('users', 'users.id', 'accounts.userId')
        .selectAll('accounts')
        .where('users.email', '=', person.email)
        .executeTakeFirstOrThrow()
      expect(account).toMatchObject({ providerId: 'google', accountId: person.subject })
      expect([account.accessToken, account.refreshToken, account.idToken, account.password]).toEqual([
        null,
        null,
        null,
        null,
      ])
    },
  )

  test('a returning person is the member they were, and leaves no former session alive', async () => {
    const id = await signUpByGoogle(returningPerson)
    expect((await rejectionOf(signUpByGoogle(returningPerson))).code).toBe('conflict')
    const browser = browserAt()
    const { address } = await browser.begin('/')
    expect(await browser.choose(address, returningPerson.subject)).toBe('/')
    expect(club.madeMembers.at(-1)).toBe(false)
    expect(await resolveActor(browser.headers)).toMatchObject({ id, name: 'Juno Castell' })
    const former = browser.headers
    expect(await browser.choose((await browser.begin('/')).address, returningPerson.subject)).toBe('/')
    expect(await resolveActor(browser.headers)).toMatchObject({ id })
    expect(await resolveActor(former)).toEqual({ kind: 'visitor' })
    const log = await db.selectFrom('activities').select('kind').where('userId', '=', id).execute()
    expect(log.map(({ kind }) => kind)).toEqual(['account', 'sign-in', 'sign-in'])
  })

  test('somebody else comes next in the same browser', async () => {
    const browser = browserAt()
    for (const name of ['Iris Vance', 'Marek Dvořák']) {
      await browser.choose((await browser.begin('/')).address, personNamed(name).subject)
      expect(await resolveActor(browser.headers)).toMatchObject({ name })
    }
  })

  test('an address with a password is never linked silently, but can be connected from the settings', async () => {
    const person = personNamed('Noor Rahman')
    const own = await signUp(requestContext(), { ...(await signUpFields()), ...person })
    const stranger = browserAt()
    const refused = await stranger.choose((await stranger.begin('/classes')).address, person.subject)
    expect(refused).toMatch(/^\/signIn\?from=%2Fclasses&error=account_not_linked$/)
    expect(googleErrorMessage(errorIn(refused))).toContain('Sign in with it and connect Google')
    expect(await resolveActor(stranger.headers)).toEqual({ kind: 'visitor' })

    const browser = browserAt()
    browser.storeCookies(own.headers)
    const actor = await resolveActor(browser.headers)
    expect(await listConnectedProviders(actor)).toEqual({ password: true, google: false })
    const early = await rejectionOf(
      connectGoogle({ headers: browser.headers, address: '203.0.113.7' }, actor),
    )
    expect([early.code, early.message]).toEqual(['conflict', 'Please confirm your address first.'])
    await proveAddressOf(own.userId)
    const departure = await connectGoogle({ headers: browser.headers, address: '203.0.113.7' }, actor)
    browser.storeCookies(departure.headers)
    const { location } = await browser.follow(departure.address)
    expect(await browser.choose(location, person.subject)).toBe('/dashboard/profileSettings/account')
    expect(await listConnectedProviders(actor)).toEqual({ password: true, google: true })
    const again = await rejectionOf(
      connectGoogle({ headers: browser.headers, address: '203.0.113.7' }, actor),
    )
    expect(again.code).toBe('conflict')

    const later = browserAt()
    expect(await later.choose((await later.begin('/')).address, person.subject)).toBe('/')
    expect(await resolveActor(later.headers)).toMatchObject({ id: own.userId })
    await disconnectGoogle(actor)
    expect(await listConnectedProviders(actor)).toEqual({ password: true, google: false })
    const told = await db
      .selectFrom('letters')
      .where('userId', '=', own.userId)
      .where('letter', '=', 'google-switched')
      .select('subject')
      .orderBy('subject')
      .execute()
    expect(told.map(({ subject }) => subject)).toEqual(['Google was connected', 'Google was disconnected'])
  })

  test('whoever has a second factor is asked for its code after Google too', async () => {
    const browser = browserAt()
    const { subject } = personNamed('Iris Vance')
    await browser.choose((await browser.begin('/')).address, subject)
    const actor = await resolveActor(browser.headers)
    const caller = () => ({ headers: browser.headers, address: '203.0.113.7' })
    freezeDate()
    const made = (minutesAgo: number) =>
      sql`update sessions set created_at = club_now() - make_interval(mins => ${minutesAgo})`.execute(db)
    await made(16)
    // a stranger at an open browser would lock the owner out of the account
    expect((await rejectionOf(startSecondFactorSetup(caller(), actor, {}))).message).toMatch(
      /^Please sign out and in again/,
    )
    await made(14)
    const app = createTotpDevice(await startSecondFactorSetup(caller(), actor, {}))
    const { headers, recoveryCodes } = await enableSecondFactor(caller(), actor, { code: app.code() })
    browser.storeCookies(headers)
    const former = browser.headers
    const address = await browser.choose((await browser.begin('/classes')).address, subject)
    expect(address).toBe('/signIn/code?from=%2Fclasses')
    expect(club.madeMembers.at(-1)).toBeNull()
    for (const each of [former, browser.headers])
      expect(await resolveActor(each)).toEqual({ kind: 'visitor' })
    app.wait()
    browser.storeCookies((await submitCode(caller(), { code: app.code() })).headers)
    expect(await resolveActor(browser.headers)).toMatchObject({ name: 'Iris Vance' })
    await disableSecondFactor(caller(), await resolveActor(browser.headers), {
      code: recoveryCodes[0] ?? '',
    })
    vi.useRealTimers()
  })

  test('another person’s Google account cannot be connected', async () => {
    const { cookie, person } = await signUpUser()
    await proveAddressOf(person.id)
    const browser = browserAt()
    browser.storeCookies(new Headers({ 'set-cookie': cookie }))
    const departure = await connectGoogle({ headers: browser.headers, address: '203.0.113.7' }, person)
    browser.storeCookies(departure.headers)
    const { location } = await browser.follow(departure.address)
    const back = await browser.choose(location, personNamed('Iris Vance').subject)
    expect(errorIn(back)).toBe('email_does_not_match')
    expect(await listConnectedProviders(person)).toEqual({ password: true, google: false })
  })

  test('an address that the provider has not verified makes no account', async () => {
    const browser = browserAt()
    const person = personNamed('Pip Harrow')
    const back = await browser.choose((await browser.begin('/')).address, person.subject)
    expect(errorIn(back)).toBe('email_not_verified')
    const users = await db.selectFrom('users').selectAll().where('email', '=', person.email).execute()
    expect(users).toEqual([])
  })

  test('going back without choosing leads to the sign-in page with a sentence', async () => {
    const browser = browserAt()
    const back = await browser.choose((await browser.begin('/forums')).address, '')
    expect(back).toMatch(/^\/signIn\?from=%2Fforums&error=access_denied/)
    expect(googleErrorMessage(errorIn(back))).toBe('Signing in with Google was cancelled.')
    expect(await resolveActor(browser.headers)).toEqual({ kind: 'visitor' })
  })

  test('a person who only has Google keeps it', async () => {
    const browser = browserAt()
    await browser.choose((await browser.begin('/')).address, personNamed('Iris Vance').subject)
    const error = await rejectionOf(disconnectGoogle(await resolveActor(browser.headers)))
    expect(error.code).toBe('conflict')
  })

  test('the answer of one browser is worth nothing in another', async () => {
    const victim = browserAt()
    const { address } = await victim.begin('/')
    const response = await victim.open(address, {
      method: 'POST',
      body: new URLSearchParams({ person: personNamed('Iris Vance').subject }),
    })
    const callback = response.headers.get('location') ?? ''
    expect(callback).toContain('/api/auth/callback/google?')
    const other = browserAt()
    for (const way of [callback, `${callback}&code=another`])
      expect(googleErrorMessage(errorIn((await other.follow(way)).location))).toMatch(/didn’t work/)
    expect(await resolveActor(other.headers)).toEqual({ kind: 'visitor' })
  })

  test('a way back to another site leads home', async () => {
    const browser = browserAt()
    const { address } = await browser.begin('//evil.example')
    expect(await browser.choose(address, personNamed('Iris Vance').subject)).toBe('/')
  })

  test('Google being away is told, and heals by itself', async () => {
    startAuth({
      ...testAuth,
      publicUrl: `http://localhost:${club.port}`,
      google: {
        clientId: 'palestra-demo',
        clientSecret: 'a secret of the test',
        authorizationUrl: `http://localhost:${club.port}/demo/identity/auth`,
        discoveryUrl: `http://127.0.0.1:${club.port}/demo/identity/.well-known/openid-configuration`,
      },
    })
    club.isOpen = false
    const browser = browserAt()
    const error = await rejectionOf(browser.begin('/'))
    expect([error.code, error.retryAfter]).toEqual(['unavailable', 60])
    club.isOpen = true
    await browser.choose((await browser.begin('/')).address, personNamed('Iris Vance').subject)
    expect(await resolveActor(browser.headers)).toMatchObject({ name: 'Iris Vance' })
  })
})

describe('identity provider pages', () => {
  test('say that the people are made up and need neither scripts nor inline styles', async () => {
    const { page } = await browserAt().begin()
    const html = (await page?.text()) ?? ''
    expect(html).toContain('This is<br />not Google')
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).toContain('lang="en"')
    for (const { name } of identityPeople) expect(html).toContain(`<b>${name}</b>`)
    expect(html).not.toMatch(/<script|style=|<style/)
    const policy = page?.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(page?.headers.get('cache-control')).toBe('no-store')
    const styles = await browserAt().open('/demo/identity/identity.css')
    expect(styles.headers.get('content-type')).toContain('text/css')
    expect(await styles.text()).toContain("url('/assets/display.woff2')")
  })

  test('lead back to the sign-in page when a request is not the club’s', async () => {
    const { address } = await browserAt().begin()
    const foreign = new URL(address, browserAt().origin)
    foreign.searchParams.set('redirect_uri', 'https://evil.example/api/auth/callback/google')
    for (const [path, status] of [
      [foreign.href, 400],
      ['/demo/identity/auth?client_id=other', 400],
      ['/demo/identity/x', 404],
    ] as const)
      for (const method of ['GET', 'POST']) {
        const page = await browserAt().open(path, { method })
        expect([page.status, page.headers.get('location')]).toEqual([status, null])
        expect(await page.text()).toContain('href="/signIn"')
      }
  })
})

describe('identity provider tokens', () => {
  const redeem = (change: Record<string, string>) =>
    fetch(`http://127.0.0.1:${club.port}/demo/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'palestra-demo',
        client_secret: 'a secret of the test',
        ...change,
      }),
    })
  const redirectUri = () => `http://localhost:${club.port}/api/auth/callback/google`
  const authorize = async () => {
    const request = new URLSearchParams({
      client_id: 'palestra-demo',
      redirect_uri: redirectUri(),
      response_type: 'code',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: createHash('sha256').update('a verifier').digest('base64url'),
      code_challenge_method: 'S256',
    })
    const response = await browserAt().open(`/demo/identity/auth?${request}`, {
      method: 'POST',
      body: new URLSearchParams({ person: personNamed('Iris Vance').subject }),
    })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('state')).toBe('a state')
    return searchParams.get('code') ?? ''
  }

  test('a client without its secret gets nothing', async () => {
    expect((await redeem({ client_secret: 'wrong', code: await authorize() })).status).toBe(401)
  })

  test('a code is redeemed with its verifier and address, unaltered, within a minute', async () => {
    const code = await authorize()
    const right = { code, code_verifier: 'a verifier', redirect_uri: redirectUri() }
    const answer = await redeem(right)
    expect(answer.status).toBe(200)
    const { id_token: token } = (await answer.json()) as { id_token: string }
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ name: 'Iris Vance', email_verified: true, nonce: 'a nonce' })
    const refused: Record<string, string>[] = [
      { code_verifier: 'another' },
      { redirect_uri: 'https://evil.example/' },
      { code: `${code}x` },
      { code: 'nonsense' },
      { code: token },
    ]
    for (const change of refused)
      expect((await redeem({ ...right, ...change })).status, JSON.stringify(change)).toBe(400)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await redeem(right)).status).toBe(400)
    vi.useRealTimers()
  })
})
