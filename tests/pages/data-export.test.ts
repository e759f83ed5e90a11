import './production-env.ts'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { useBuiltSite } from './built-site.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)
const path = '/dashboard/profileSettings/account/my-data.zip'
const bytes = Buffer.alloc(1_000_000, 'a copy')
let served: Awaited<ReturnType<typeof club.serve>>
let headers: { cookie: string }
let file: string

beforeAll(async () => {
  const member = await createMember()
  headers = { cookie: await cookieFor(member) }
  const { id } = await db
    .insertInto('copies')
    .values({ memberId: member.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('copies')
    .set({ madeAt: sql`club_now()`, until: sql<Date>`club_now() + interval '1 day'`, bytes: bytes.length })
    .where('id', '=', id)
    .execute()
  const folder = join(process.env.DATA_DIR ?? '', 'copies')
  await mkdir(folder, { recursive: true })
  file = join(folder, `${id}.zip`)
  await writeFile(file, bytes)
  served = await club.serve()
})
afterAll(() => served.close())

/** The number of open file handles of the export in this process, on systems with /proc. */
function timesOpen(): number {
  if (!existsSync('/proc/self/fd')) return 0
  const names = readdirSync('/proc/self/fd').map((each) => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`)
    } catch {
      return ''
    }
  })
  return names.filter((name) => name === file).length
}

test('the copy of one’s data comes whole, and whoever asks for its head or goes away leaves no file open', async () => {
  const address = served.url + path
  const whole = await fetch(address, { headers })
  expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
  for (let asked = 0; asked < 10; asked += 1) {
    const head = await fetch(address, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip'])
    // aborted before and during the response
    await fetch(address, { headers, signal: AbortSignal.timeout(asked) }).catch(() => {})
    const leaving = new AbortController()
    const { body } = await fetch(address, { headers, signal: leaving.signal })
    await body!.getReader().read()
    leaving.abort()
  }
  await expect.poll(timesOpen).toBe(0)
  await wait(100)
  expect(timesOpen()).toBe(0)
})

test('the copy of one’s data is never told as the data of a page, all of it in memory', async () => {
  const told = await fetch(`${served.url}${path}.data`, { headers })
  expect(told.status).toBe(202)
  const text = await told.text()
  expect(text).toContain(path)
  expect(text).not.toContain('a copy')
})
