import './production-env.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { continueImport } from '#domain/imports/run-import.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { breakTable, germanList } from '#tests/import-files.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

test('members of another program are brought in and taken out again by forms alone', async () => {
  const headers = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  const get = async (path: string) =>
    outlineOf(await (await club.send(path, { headers })).text(), 'main').text
  const post = async (path: string, fields: Record<string, string>) =>
    (await club.send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })).headers.get(
      'Location',
    )

  const table = germanList()
  const { rows, broken } = breakTable(table)
  const form = new FormData()
  form.set('source', table.source)
  form.set('file', new Blob([table.write(rows) as Uint8Array<ArrayBuffer>]), table.name)
  const uploaded = await club.send('/dashboard/import', { method: 'POST', headers, body: form })
  const path = uploaded.headers.get('Location')!
  expect(path).toMatch(/^\/dashboard\/import\/[0-9a-f-]{36}$/)

  const columns = await (await club.send(path, { headers })).text()
  expect(outlineOf(columns, 'main').text).toContain('16 of 17 recognised')
  const chosen = [...columns.matchAll(/name="(field\.\d+)".*?<\/select>/gs)].map(([select, name]) => [
    name,
    /value="([^"]*)" selected/.exec(select)?.[1] ?? '',
  ])
  expect(await post(path, { ...Object.fromEntries(chosen), intent: 'save' })).toBe(`${path}/values`)
  expect(await get(`${path}/values`)).toContain('Zehnerkarte')
  expect(await post(`${path}/values`, { 'membership:Gold 12 Monate': '', 'salutation:Frau': 'Frau' })).toBe(
    `${path}/check`,
  )

  const check = await get(`${path}/check`)
  expect(check).toContain(`Wrong, ${broken.length} rows`)
  expect(check).toContain(`Bring ${300 - broken.length} in`)
  const wrong = await (await club.send(`${path}/wrong.csv`, { headers })).text()
  expect(wrong.trim().split(/\r\n/).length).toBeGreaterThan(broken.length)
  expect(wrong).toContain('There is no such day.')

  expect(await post(`${path}/check`, {})).toBe(`${path}/done`)
  expect(await get(`${path}/done`)).toContain('of 267')
  const importId = path.split('/').at(-1)!
  await continueImport({ importId })
  expect(await get(`${path}/done`)).toContain(`${300 - broken.length} people are in`)
  const named = await db
    .selectFrom('members')
    .where('preferredName', 'like', 'Frau %')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  expect(named.many).toBe(300 - broken.length)
  expect(await get('/dashboard/import')).toContain(`${table.name}, 300 rows`)

  expect(await post(`${path}/done`, { intent: 'undo' })).toBe(`${path}/done`)
  await continueImport({ importId })
  expect(await get(`${path}/done`)).toContain('It was undone')
})

test('a file that is none is refused with a sentence', async () => {
  const headers = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  const form = new FormData()
  form.set('source', 'Old program')
  form.set('file', new Blob(['a']), 'a.csv')
  const refused = await club.send('/dashboard/import', { method: 'POST', headers, body: form })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('This file has no rows below its headings.')
})
