import './production-env.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { siteOrigin as origin, useBuiltSite, requestVariants } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from './fixtures.ts'
import { testUsers, type TestUser } from './role-matrix.ts'
import { rowChangeCount, installRowChangeCounter } from './row-change-counter.ts'
import { writeAccessMatrix } from './write-access-matrix.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)
let cast: Fixtures
beforeAll(async () => {
  await installRowChangeCounter()
  cast = await createFixtures()
})

const mebibyte = 1024 * 1024
const chunk = Buffer.alloc(65_536, 'x')

/** A stream of 50 MB, with a count of the MB read. */
function largeBody() {
  const taken = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += chunk.length
      controller.enqueue(chunk)
      if (taken.bytes >= 50 * mebibyte) controller.close()
    },
  })
  return { body, taken }
}

const announced = { 'content-length': String(50 * mebibyte) }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

const senders: readonly TestUser[] = isFullScale ? testUsers : ['visitor', 'admin']
/** Both encodings of a form; in the short form they alternate by route. */
const submissionVariants = (turn: number) =>
  isFullScale
    ? [requestVariants.document, requestVariants.data]
    : [turn % 2 === 0 ? requestVariants.document : requestVariants.data]
// checks before the body is read, such as authorisation, may respond first; unsubscribing reads no body
const answers = [200, 202, 302, 403, 404, 413, 422]

describe.each([
  ['chunked', urlencoded, 4 * chunk.length],
  ['announced', { ...urlencoded, ...announced }, 2 * chunk.length],
  ['chunked, with files', multipart, 10 * mebibyte],
  ['announced, with files', { ...multipart, ...announced }, 2 * chunk.length],
])('form body of 50 MB, %s', (_form, headers, most) => {
  test('no form is read further than a form can be long, nor said again', async () => {
    const wrong: string[] = []
    const statuses = new Set<number>()
    const before = await rowChangeCount()
    const routes = new Map(writeAccessMatrix.map((row) => [row.route, row]))
    for (const [place, { address }] of [...routes.values()].entries())
      for (const [turn, who] of senders.entries())
        for (const toAddress of submissionVariants(place + turn)) {
          const path = toAddress(
            await fillPlaceholders(address.replace('{held}', '{none}'), cast, who, new Map()),
          )
          const { body, taken } = largeBody()
          const cookie: Record<string, string> = who === 'visitor' ? {} : { cookie: cast.cookies[who] }
          const sent = { method: 'POST', headers: { origin, ...headers, ...cookie }, body, duplex: 'half' }
          const answer = await club.send(path, sent)
          const said = (await answer.text()).length
          statuses.add(answer.status)
          if (!answers.includes(answer.status) || taken.bytes > most || said > 200_000)
            wrong.push(`${who} ${path}: ${answer.status} after ${taken.bytes}, ${said} said`)
        }
    expect(wrong).toEqual([])
    expect(statuses).toContain(413)
    expect(await rowChangeCount()).toBe(before)
  })
})

test('a form that is too long is told so in a sentence', async () => {
  const body = new URLSearchParams({ email: 'x'.repeat(200_000) })
  const answer = await club.send('/signIn', { method: 'POST', headers: { origin }, body })
  expect(answer.status).toBe(413)
  const page = await answer.text()
  expect(page).toContain('This is too much: the club reads at most 128 kB here.')
  expect(page).not.toContain('xxxxxxxxxx')
})
