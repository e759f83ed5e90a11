import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { keptAddress } from './kept-addresses.ts'
import { mayBeKept, readTheme } from './kept-requests.ts'
import { keeper, type Fetch } from './keeper.ts'
import {
  allEncodings,
  headerList,
  readyAnswer,
  sizeOf,
  type Found,
  type ReadyAnswer,
} from './ready-answer.ts'

const mostBytes = 64 * 1024 * 1024

/**
 * What visitors were answered before, from memory: at most a second old, and never older than a change of a
 * table that it was made of, as far as this process knows. Who is known, and who was left a message, is never
 * answered from here. Null for what is not worth keeping; a response that may not be kept is only the asker's.
 */
export async function keptAnswers(fetch: Fetch) {
  const themeAmong = await readTheme(() => [])
  const { find, findOrMake } = keeper({
    fetch,
    mostBytes,
    keep: async (made, _, old: ReadyAnswer | undefined) => {
      const answer = await readyFrom(made, old)
      return { answer, bytes: sizeOf(answer) }
    },
  })
  return (request: IncomingMessage, response: ServerResponse): Found => {
    const { url = '', headers } = request
    const theme = themeAmong(headers.cookie ?? '')
    if (theme === null || !mayBeKept(headers)) return null
    const key = `${theme} ${url}`
    const ready = find(key)
    if (ready || keptAddress(url) === null) return ready
    return async () => findOrMake({ key, cookie: theme }, request, response)
  }
}

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
