import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { closeAccount, deleteFarewellLetters } from '#domain/personal-data/account-deletion.server.ts'
import { finishErasure } from '#domain/personal-data/erasure-log.server.ts'
import { exportedTables } from '#domain/personal-data/export-contents.server.ts'
import { readErased } from '#platform/backup/erased-list.ts'
import { settings } from '#platform/settings/env.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import {
  bookkeepingColumns,
  writeMarkers,
  findTablesWithoutRows,
  findTextInDatabase,
  publishedColumns,
  readTables,
  personalRowQueries,
  tablesWithoutPersonalData,
  withoutTriggers,
} from './erasure-markers.ts'
import { createFullHistory } from './full-history.ts'
import { reportMeasurement } from './test-scale.ts'

const database = useDatabase()
useAuth()
const pictures = useTemporaryPictureStorage()

const marks = { name: 'Zdenka <Vrbová>', email: 'zdenka@vrbova.example', word: 'Quittenbaum' }
const { dataDir } = settings
let client: pg.Client
let folder = ''
let person: Person
let cookie = ''
let portrait = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palestra-erasure-'))
  Object.assign(settings, { dataDir: folder })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  ;({ person, cookie } = await signUpUser(marks))
  portrait = (await pictures.names())[0]!
  await createFullHistory(client, person)
})
afterAll(async () => {
  await client.end()
  Object.assign(settings, { dataDir })
  await rm(folder, { recursive: true })
})

test('every table is known to hold something of people, which goes or is told in a copy, or nothing', async () => {
  expect(await readTables(client)).toEqual(
    [...Object.keys(personalRowQueries), ...Object.keys(tablesWithoutPersonalData)].toSorted(),
  )
  expect(await findTablesWithoutRows(client, person.id), 'tables without a row of theirs').toEqual([])
  // secrets only
  const notCopied = Object.keys(personalRowQueries).filter((table) => !exportedTables.has(table))
  expect(notCopied).toEqual(['verifications'])
})

const readBooks = async () =>
  (await client.query('select kind, cents, entered_at from ledger order by entry_id, kind, cents')).rows
const readInvoices = async () =>
  (await client.query('select number, amount_cents, tax_cents, given_at from invoices order by number')).rows

test('of somebody who is erased no column of no table knows name, address or words; the books go on adding up', async (context) => {
  const filled = await withoutTriggers(client, () => writeMarkers(client, person.id, marks))
  expect(filled).toEqual(expect.arrayContaining([...bookkeepingColumns, ...publishedColumns]))
  expect(filled.length).toBeGreaterThan(50)
  const before = [await readBooks(), await readInvoices(), await findBrokenInvariants()]
  const admin = await createAdmin()
  await closeAccount(admin, person.id, { when: 'now', reason: `${marks.name} asked for it.` })

  expect(await readBooks()).toEqual(before[0])
  expect(await readInvoices()).toEqual(before[1])
  // the markers themselves break some, which go with them
  expect(before[2]).toEqual(expect.arrayContaining(await findBrokenInvariants()))
  // the queue still has their last email and the job that removes their card
  const left = ['letters.name', 'letters.text', 'pgboss.job.data']
  expect((await findTextInDatabase(client, marks.name)).toSorted()).toEqual(
    [...publishedColumns, ...left].toSorted(),
  )
  await client.query(`delete from pgboss.job where name = 'detach-card'`)
  await client.query(`update letters set handed_over_at = now() - interval '2 days', next_try_at = null`)
  await deleteFarewellLetters()
  expect(await findTextInDatabase(client, marks.name)).toEqual(publishedColumns)
  expect(await findTextInDatabase(client, marks.email)).toEqual(publishedColumns)
  expect(await findTextInDatabase(client, marks.word)).toEqual(
    [...bookkeepingColumns, ...publishedColumns].toSorted(),
  )
  reportMeasurement(context, 'Erasure', { 'columns filled': filled.length })
})

test('with them go their pictures, their sessions and their files; a list beside the backups says who they were', async () => {
  expect((await resolveActor(new Headers({ cookie }))).kind).toBe('visitor')
  const { rows } = await client.query<{ data: Parameters<typeof finishErasure>[0] }>(
    `select data from pgboss.job where name = 'erased'`,
  )
  const { data } = rows[0]!
  expect(data).toMatchObject({ userId: person.id, pictureIds: [portrait] })
  expect(data.copyId).not.toBeNull()
  const s3 = await startS3Double()
  Object.assign(settings, { backupDir: join(folder, 'backups'), backupBucket: s3.bucket })
  await finishErasure(data)
  await finishErasure(data)
  Object.assign(settings, { backupDir: null, backupBucket: null })
  s3.stop()
  expect([...s3.objects.keys()]).toEqual([`erased/${person.id}`])
  expect(await pictures.names()).toEqual([])
  for (const place of [folder, join(folder, 'backups')]) expect(await readErased(place)).toEqual([person.id])
})

test('what they had begun does not bring them back, and the club goes on writing about their hours', async () => {
  const insert = (text: string) => client.query(text.replaceAll('$me', `'${person.id}'`))
  const refused = { constraint: 'stays_erased' }
  await expect(insert(`update users set name = 'Zdenka' where id = $me`)).rejects.toMatchObject(refused)
  await expect(insert(`update members set age = 40 where user_id = $me`)).rejects.toMatchObject(refused)
  for (const text of [
    `insert into sessions (user_id, token, expires_at, updated_at) values ($me, 'a', now(), now())`,
    `insert into accounts (user_id, account_id, provider_id, updated_at) values ($me, 'a', 'b', now())`,
    `insert into images (owner_id, width, height, colour, bytes) values ($me, 1, 1, '#000000', 1)`,
    `insert into copies (member_id) values ($me)`,
    `insert into bookings (slot_id, buyer_id, slot_price_cents, hold_expires_at) select id, $me, price_cents, now() from slots limit 1`,
    `insert into post_clicks (post_id, user_id, likes) select id, $me, 1 from posts limit 1`,
  ])
    await expect(insert(text), text).rejects.toMatchObject(refused)
  await insert(`insert into activities (user_id, kind, summary) values ($me, 'booking', 'A month is over')`)
  expect((await insert(`select from activities where user_id = $me`)).rows).toEqual([])
})
