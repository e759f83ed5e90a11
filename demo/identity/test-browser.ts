import { expect } from 'vitest'
import { startGoogleSignIn } from '#sign-in/google/google.server.ts'

/** A browser that keeps the cookies of one host and follows nothing by itself. */
export class Browser {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  constructor(origin: string) {
    this.origin = origin
  }
  storeCookies(headers: Headers): void {
    for (const header of headers.getSetCookie()) {
      const [pair = ''] = header.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(header)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
  get headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Headers({ host: new URL(this.origin).host, ...(cookie ? { cookie } : {}) })
  }
  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin)
    expect(url.origin).toBe(this.origin)
    const headers = this.headers
    headers.delete('host')
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    this.storeCookies(response.headers)
    return response
  }
  /** Follows redirects as long as they lead to sign-in, and returns the last location. */
  async follow(address: string): Promise<{ location: string; page: Response | null }> {
    for (let location = address, hops = 0; hops < 12; hops += 1) {
      const { pathname } = new URL(location, this.origin)
      if (!pathname.startsWith('/demo/identity/') && !pathname.startsWith('/api/auth/'))
        return { location, page: null }
      const response = await this.open(location)
      const next = response.headers.get('location')
      if (next === null) return { location, page: response }
      location = next
    }
    throw new Error('The redirects go round in circles.')
  }
  /** From the button to the choice of people. */
  async begin(from = '/trainers'): Promise<{ address: string; page: Response | null }> {
    const departure = await startGoogleSignIn({ headers: this.headers, address: '203.0.113.7' }, from)
    this.storeCookies(departure.headers)
    const { location, page } = await this.follow(departure.address)
    return { address: location, page }
  }
  /** Chooses a person by their subject, or cancels, and returns the final location. */
  async choose(address: string, subject: string): Promise<string> {
    const response = await this.open(address, {
      method: 'POST',
      body: new URLSearchParams({ person: subject }),
    })
    expect(response.status).toBe(303)
    return (await this.follow(response.headers.get('location') ?? '')).location
  }
}
