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
  expect(await get(`${path}/check?page=1e400`)).toBe(check)
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

test.each([
  ['/dashboard/import', 'nothing', '', 'This file is empty.'],
  ['/dashboard/import', 'headings alone', 'Name,Email\n', 'This file has no rows below its headings.'],
  ['/dashboard/import', 'a picture', '\x89PNG\0\0\0\rIHDR', 'This is not a table.'],
  ['/dashboard/import', 'half a file', 'Name,Email\nAda,a@b.example\nBo,"b', 'A quotation mark in line 3'],
  ['/dashboard/import', '20 MB', 'Name\n'.repeat(4_000_000), 'It may have at most 5 MB.'],
  [
    '/dashboard/compareCharges',
    'half a file',
    'Date,Name,Amount\n2026-11-02,"A',
    'A quotation mark in line 2',
  ],
  ['/dashboard/compareCharges', '20 MB', 'Name\n'.repeat(4_000_000), 'It may have at most 5 MB.'],
])('%s refuses %s with a sentence', async (path, _what, text, sentence) => {
  const headers = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  const form = new FormData()
  form.set('source', 'Old program')
  form.set('intent', 'compare')
  form.set('file', new Blob([text]), 'a.csv')
  const refused = await club.send(path, { method: 'POST', headers, body: form })
  expect(refused.status).toBeGreaterThanOrEqual(413)
  expect(refused.status).toBeLessThanOrEqual(422)
  expect(await refused.text()).toContain(sentence)
})

test('a file is refused in the language of its reader, as are its rows', async () => {
  await db
    .updateTable('club')
    .set({ otherLanguages: ['de'] })
    .execute()
  // the club is read again once a second
  await expect.poll(async () => (await club.send('/de/terms')).status, { timeout: 5_000 }).toBe(200)
  const headers = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  const send = (text: string) => {
    const form = new FormData()
    form.set('source', 'Altes Programm')
    form.set('file', new Blob([text]), 'a.csv')
    return club.send('/de/dashboard/import', { method: 'POST', headers, body: form })
  }
  expect(await (await send('Name,Ort\n')).text()).toContain(
    'Diese Datei hat unter den Spaltenüberschriften keine',
  )
  const path = (await send('Name,Geburtsdatum\nAda Moss,31.02.1990\n')).headers.get('Location')!
  await club.send(`${path}/values`, { method: 'POST', headers, body: new URLSearchParams() })
  const check = await (await club.send(`${path}/check`, { headers })).text()
  expect(outlineOf(check, 'main').text).toContain('Geburtsdatum „31.02.1990“: Diesen Tag gibt es nicht.')
})
