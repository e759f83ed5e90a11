import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Hono } from 'hono'
import type { ClubEnv } from '#api/request.ts'
import { rememberTheme } from '#app/frame/theme.server.ts'
import { isCurrent, noteReading, type Reading } from '#db/changes.ts'
import { settings } from '#platform/env.ts'
import { keptAnswers as tally } from '#platform/tally.ts'
import { BoundedMap } from './bounded-map.ts'
import { isWorthKeeping } from './kept-addresses.ts'
import { allEncodings, headerList, readyAnswer, sizeOf, type ReadyAnswer } from './ready-answer.ts'

export type Fetch = Hono<ClubEnv>['fetch']

const mostBytes = 64 * 1024 * 1024
// what time alone changes, such as a hold that runs out, and what this process did not hear of
const oldestMs = 1_000

/** Null when somebody else has to answer. */
export type Found = ReadyAnswer | Promise<ReadyAnswer | Response | null> | null

type Kept = { answer: ReadyAnswer; reading: Reading; until: number }

/** Whoever sends one of these gets an answer of their own. */
const personal = ['authorization', 'origin', 'range'] as const
// nothing else of a request makes another answer: its sender is counted, the theme is part of the key
const passedOn = ['cookie', 'x-forwarded-for'] as const

// what the club says of itself is on every page, and is itself read once a second for all
const onEveryPage = ['club', 'opening_hours', 'voices']

const ownHost = new URL(settings.publicUrl).host
const numbers = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i

/**
 * What visitors were answered before, from memory: at most a second old, and never older than a change of a
 * table that it was made of, as far as this process knows. Who is known, and who was left a message, is never
 * answered from here. Null for what is not worth keeping; a response that may not be kept is only the asker's.
 */
export async function keptAnswers(fetch: Fetch) {
  const kept = new BoundedMap<Kept>(mostBytes)
  const underWay = new Map<string, Promise<boolean>>()
  const themes = new Set(['', ...(await Promise.all(['light', 'dark'].map(themeCookie)))])

  async function make(key: string, incoming: IncomingMessage, outgoing: ServerResponse) {
    const until = performance.now() + oldestMs
    const headers = passedOn.flatMap((name) =>
      incoming.headers[name] ? [[name, String(incoming.headers[name])]] : [],
    )
    const asked = new Request(settings.publicUrl + incoming.url, { headers: headers as [string, string][] })
    const [made, reading] = await noteReading(async () => fetch(asked, { incoming, outgoing }))
    for (const table of onEveryPage) reading.tables.add(table)
    if (made.status !== 200 || made.headers.has('Set-Cookie') || !reading.isWhole) return made
    const answer = await readyFrom(made, kept.get(key)?.answer)
    kept.set(key, { answer, reading, until }, sizeOf(answer))
    tally.made += 1
    tally.bytes = kept.bytes
    return answer
  }

  function answerFor(key: string, request: IncomingMessage, response: ServerResponse): Found {
    const found = kept.get(key)
    if (found && performance.now() < found.until && isCurrent(found.reading)) {
      tally.found += 1
      return found.answer
    }
    if (!found && !isWorthKeeping(request.url ?? '')) return null
    const first = underWay.get(key)
    if (first) return first.then((wasKept) => (wasKept ? answerFor : make)(key, request, response))
    const making = make(key, request, response)
    const wasKept = making.then((made) => !(made instanceof Response)).catch(() => false)
    underWay.set(
      key,
      wasKept.finally(() => underWay.delete(key)),
    )
    return making
  }

  return (request: IncomingMessage, response: ServerResponse): Found => {
    const { cookie = '', host = '', ...headers } = request.headers
    if (!themes.has(cookie) || personal.some((name) => headers[name] !== undefined)) return null
    // a name that is not the club's own is refused, or answered, elsewhere
    if (host !== ownHost && !numbers.test(host)) return null
    return answerFor(`${cookie} ${request.url}`, request, response)
  }
}

const themeCookie = async (theme: string) => (await rememberTheme(theme)).split(';', 1)[0] ?? ''

/** The answer as everybody gets it: without the number of its request, and with a policy that names its scripts. */
async function readyFrom(made: Response, old: ReadyAnswer | undefined): Promise<ReadyAnswer> {
  const { etag: tag, 'content-length': _, 'x-request-id': __, ...headers } = Object.fromEntries(made.headers)
  const policy = headers['content-security-policy'] ?? ''
  const nonce = ` nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}"`
  const sent = await made.text()
  const text = sent.replaceAll(nonce, '')
  headers['content-security-policy'] = policy.replace(/'nonce-[^']+'/, hashesOf(scriptsWith(nonce, sent)))
  if (headers['content-type']?.startsWith('text/html')) {
    // a browser may keep it as well, if it asks each time and as the same person
    headers['cache-control'] = 'private, no-cache'
    headers.vary = 'Cookie, Accept-Encoding'
  }
  const etag = tag ?? `W/"${digest(text)}"`
  if (old && isDeepStrictEqual(old.notModified, headerList(etag, headers))) return old
  return readyAnswer(etag, headers, await allEncodings(Buffer.from(text)))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** The club's own scripts within a page; what somebody might have smuggled in knows no nonce. */
function scriptsWith(nonce: string, page: string): string[] {
  const scripts = page.matchAll(/<script((?:\s[\w-]+(?:="[^"]*")?)*)>(.*?)<\/script>/gs)
  return [...scripts].flatMap(([, attributes, script]) =>
    attributes?.includes(nonce) && script ? [script] : [],
  )
}

const hashesOf = (scripts: string[]) =>
  [...new Set(scripts)].map((script) => `'sha256-${digest(script)}'`).join(' ')
