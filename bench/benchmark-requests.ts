import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { demoPassword } from '#sign-in/demo/demo-accounts.rules.ts'
import type { RecordedResponse } from './servers.ts'

/** `Accept-Encoding` of a browser. */
export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A request that a benchmark repeats. */
export type BenchmarkRequest = { address: string; path: string; by: string; headers: Record<string, string> }

const lists = ['/', '/trainers', '/classes', '/forums', '/gallery']
const calls = ['/api/classes', '/api/trainers', '/api/forums?page=0&size=6']

/** Requests of visitors, with compression (browsers) and without (programs); files, and a member's home page. */
export async function allBenchmarkRequests(url: string): Promise<BenchmarkRequest[]> {
  const trainers = (await (await fetch(`${url}/api/trainers`)).json()) as { _id: string }[]
  const trainer = `/trainers/${trainers[0]?._id}`
  const pages = [...lists, ...calls].map((path) => [path, path]).concat([['/trainers/{id}', trainer]])
  const files = Object.entries(await filesOf(url))
  const cookie = await cookieOf(url, 'member@palestra.example')
  return [
    ...pages.map(([address = '', path = '']) => ({ address, path, by: 'a browser', headers: browser })),
    ...pages.map(([address = '', path = '']) => ({ address, path, by: 'a program', headers: {} })),
    ...files.map(([address, path]) => ({ address, path, by: 'a browser', headers: browser })),
    { address: '/', path: '/', by: 'a member’s browser', headers: { ...browser, cookie } },
  ]
}

/**
 * The requests of a first visit that scrolls to the end of the home page: page, style sheet, fonts, scripts with their
 * imports, and the first source of each picture.
 */
export async function firstVisitRequests(url: string): Promise<BenchmarkRequest[]> {
  const page = await (await fetch(url)).text()
  const named = [...page.matchAll(/"(\/assets\/[^"]+\.(?:css|woff2|png|svg))"/g)].map(([, path = '']) => path)
  const scripts = new Set<string>()
  for (const [, path = ''] of page.matchAll(/"(\/assets\/[^"]+\.js)"/g)) await addScript(url, path, scripts)
  const places = page.matchAll(/<picture>.*?<\/picture>|<img[^>]*>/gs)
  const pictures = [...places].flatMap(([place]) => / srcSet="(\/[^ ,"]+)/.exec(place)?.[1] ?? [])
  const paths = ['/', ...new Set([...named, ...scripts, ...pictures])]
  return paths.map((path) => ({ address: path, path, by: 'a browser', headers: browser }))
}

/** Adds a script and its static imports. */
async function addScript(url: string, path: string, found: Set<string>): Promise<void> {
  if (found.has(path)) return
  found.add(path)
  const text = await (await fetch(url + path)).text()
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    await addScript(url, `/assets/${name}`, found)
}

/** The largest script, the style sheet and a picture of the home page. */
async function filesOf(url: string): Promise<Record<string, string>> {
  const page = await (await fetch(url)).text()
  const found = (pattern: RegExp) => pattern.exec(page)?.[0] ?? ''
  const manifest = await (await fetch(url + found(/\/assets\/manifest-[^"]+\.js/))).text()
  return {
    'a script': /\/assets\/react-[^"]+\.js/.exec(manifest)?.[0] ?? '',
    'the style sheet': found(/\/assets\/index-[^"]+\.css/),
    'a picture': found(/\/images\/[^ ,"]+\.avif/),
  }
}

/** Signs a person of the demo club in and returns the cookies. */
export async function cookieOf(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  if (!answer.ok || cookies.length === 0) throw new Error(`Nobody could sign in: ${answer.status}.`)
  return cookies.join('; ')
}

const connectionHeaders = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i

/** The exact response to a request, for a server that only repeats it. */
export async function recordResponse(
  url: string,
  { path, headers }: BenchmarkRequest,
): Promise<RecordedResponse> {
  const [response] = (await once(get(url + path, { headers }), 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200)
    throw new Error(`${path} answered ${response.statusCode}: nothing to measure.`)
  const raw = response.rawHeaders
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
  const own = pairs.filter(([name = '']) => !connectionHeaders.test(name))
  return { headers: [...own, ['Content-Length', String(body.length)]], body: body.toString('base64') }
}
