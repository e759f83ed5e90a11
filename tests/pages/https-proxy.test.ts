import './production-env.ts'
import { describe, expect, test } from 'vitest'
import { cookieOf, signUpFields, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createTrainerWithSlots } from '#tests/factories.ts'
import { useBuiltSite } from './built-site.ts'

const origin = 'https://club.example'
const app = 'https://app.club.example'

const database = useDatabase()
useAuth({ publicUrl: origin })
const club = useBuiltSite(database, { PUBLIC_URL: origin, TRUST_PROXY: 'on', CORS_ORIGINS: app })

type PostOptions = { headers?: Record<string, string>; body?: Record<string, string> }

const post = (address: string, { headers = {}, body = {} }: PostOptions) =>
  club.send(address, { method: 'POST', headers, body: new URLSearchParams(body) })

// a request to https://club.example as this process receives it: http, with the host that the proxy passes on
describe.each(['club.example', '127.0.0.1:3000'])(
  'behind a proxy that ends TLS and sends Host: %s',
  (host) => {
    const headers = { host, origin }

    test('one signs in, is known and signs out', async () => {
      const { person, password } = await signUpUser()
      const credentials = { email: person.email, password }
      for (const [path, status] of [
        ['/signIn', 302],
        ['/signIn.data', 202],
      ] as const) {
        const signedIn = await post(`http://${host}${path}`, { headers, body: credentials })
        expect(signedIn.status).toBe(status)
        expect(signedIn.headers.get('strict-transport-security')).toBe('max-age=31536000')
        for (const each of signedIn.headers.getSetCookie())
          expect(each).toMatch(/^__Host-\w+(\.\w+)?=.*Path=\/;.*Secure/)

        const known = { ...headers, cookie: cookieOf(signedIn) }
        const page = await club.send(`http://${host}/myProfile`, { headers: known })
        expect(await page.text()).toContain(person.email)
        const chosen = await post(`http://${host}/theme`, {
          headers: known,
          body: { value: 'dark', from: '/' },
        })
        expect(chosen.headers.getSetCookie()).toEqual([
          expect.stringMatching(/^__Host-theme=.*Path=\/;.*Secure/),
        ])
        const left = await post(`http://${host}/signOut`, { headers: known })
        expect([left.status, left.headers.get('location')]).toEqual([302, '/'])
        expect((await club.send(`http://${host}/myProfile`, { headers: known })).status).toBe(302)
      }
    })

    test('one signs up, holds an hour and chooses a plan', async () => {
      const { trainerId, slots } = await createTrainerWithSlots(1)
      const { photo, ...typed } = await signUpFields()
      const form = new FormData()
      for (const [name, value] of Object.entries(typed)) form.set(name, value)
      form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'me.png')
      const signedUp = await club.send(`http://${host}/signUp`, { method: 'POST', headers, body: form })
      expect([signedUp.status, signedUp.headers.get('location')]).toEqual([302, '/'])
      const known = { ...headers, cookie: cookieOf(signedUp) }
      const act = async (path: string, body: Record<string, string>) =>
        (await post(`http://${host}${path}`, { headers: known, body })).headers.get('location') ?? ''
      const held = await act(`/trainers/${trainerId}`, { slotId: slots[0]!.id, priceCents: '5000' })
      expect(held).toMatch(/^\/trainerBooked\/[0-9a-f-]+$/)
      const paying = await act(held, { plan: 'silver', priceCents: '5000' })
      expect(paying).toBe(held.replace('/trainerBooked', '/dashboard/payment'))
    })

    test('no other origin changes anything, not even in nobody’s name', async () => {
      const { cookie } = await signUpUser()
      const paths = ['/signIn', '/signIn.data', '/theme', '/api/newsletters', '/api/auth/sign-in/email']
      for (const foreign of [
        'https://evil.example',
        'null',
        'http://club.example',
        'https://club.example.evil',
        app,
      ])
        for (const path of paths)
          for (const known of [{}, { cookie }] as { cookie?: string }[]) {
            const refused = await post(`http://${host}${path}`, {
              headers: { host, origin: foreign, ...known },
            })
            expect(refused.status, `${foreign} ${path}`).toBe(403)
          }
    })
  },
)

test('pages of the sites that are named may send what carries a token, without cookies', async () => {
  const { cookie } = await signUpUser()
  const call = async (headers: Record<string, string>) =>
    (await club.send('/api/jwt', { method: 'POST', headers: { origin: app, ...headers } })).status
  const authorization = 'Bearer of.no.use'
  // the call refuses the token, or the missing body
  expect(await call({ authorization })).not.toBe(403)
  expect(await call({ authorization, cookie })).toBe(403)
  expect(await call({ authorization, origin: 'https://evil.example' })).toBe(403)
})

test('a program that names no origin and nobody is no other site', async () => {
  const { person, password } = await signUpUser()
  const body = { email: person.email, password }
  expect((await post('http://club.example/signIn', { body })).status).toBe(302)
})
