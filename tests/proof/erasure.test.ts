import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { passwordResets } from '#domain/members/password-reset.server.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { requestDataExport } from '#domain/personal-data/data-export.server.ts'
import { exportedTables } from '#domain/personal-data/export-contents.server.ts'
import { finishErasure } from '#domain/personal-data/erasure-log.server.ts'
import { closeAccount, deleteFarewellLetters } from '#domain/personal-data/account-deletion.server.ts'
import { readErased } from '#platform/backup/erased-list.ts'
import { settings } from '#platform/settings/env.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createSlot } from '#tests/factories.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'
import { insertPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
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
  await createFullHistory(person)
})
afterAll(async () => {
  await client.end()
  Object.assign(settings, { dataDir })
  await rm(folder, { recursive: true })
})

/** A person with every part: buyer, applicant, trainer, admin, author and reader. */
async function createFullHistory({ id, email }: Person): Promise<void> {
  await createBooking(await createSlot(), person, 'ended')
  await subscribe({ name: 'Zdenka', email })
  await passwordResets.enqueue(db, { email })
  await requestDataExport(person)
  const run = (text: string) => client.query(text.replaceAll('$me', `'${id}'`))
  const payment = `(select p.id from payments p join bookings b on b.id = p.booking_id where buyer_id = $me)`
  const booking = `(select id from bookings where buyer_id = $me)`
  const trainer = `(select id from trainers where user_id = $me)`
  const picture = `'${await insertPicture(id)}'::uuid`
  await run(`
    insert into two_factors (user_id, secret, backup_codes) values ($me, 'a', 'b');
    insert into trainer_applications (user_id, name, years_of_experience, hours_a_day, weekdays, state, decided_at, reason)
      values ($me, 'a', 1, 1, '{Monday}', 'declined', now(), 'b');
    insert into trainers (user_id, name, years_of_experience, hours_a_day, weekdays, retired_at)
      values ($me, 'a', 1, 1, '{Monday}', now());
    insert into slots (trainer_id, name, start_hour, price_cents, removed_at) values (${trainer}, 'Slot 1', 6, 5000, now());
    insert into shares (trainer_id, counts_from, percent, set_by) values (${trainer}, '2026-01-01', 60, $me);
    insert into absences (trainer_id, from_day, from_hour, until_day, until_hour, set_by)
      values (${trainer}, '2026-01-01', 6, '2026-01-02', 6, $me);
    insert into closures (from_day, until_day, reason, set_by) values ('2026-01-01', '2026-01-01', 'a', $me);
    insert into classes (title, description, image_id, trainer_id) values ('a', 'b', ${picture}, ${trainer});
    insert into posts (author_id, caption, image_id) values ($me, 'a', ${picture});
    insert into posts (author_id, caption, image_id, likes) select user_id, 'of somebody else', ${picture}, 3 from members where user_id <> $me limit 1;
    insert into post_clicks (post_id, user_id, likes) select id, $me, 2 from posts where likes = 3;
    insert into reports (post_id, reporter_id, reason) select id, $me, 'a' from posts limit 1;
    insert into newsletters (subject, words, author_id, image_id, alt_text) values ('a', 'b', $me, ${picture}, 'c');
    insert into audit_entries (actor_id, action, subject_kind, subject_id, after) values ($me, 'a', 'member', $me, '{"reason": "a", "role": "member"}');
    insert into audit_entries (action, subject_kind, subject_id, after)
      values ('leave reported post', 'post', 'another', '{"author": "Zdenka <Vrbová>", "reports": 2}');
    insert into activities (user_id, kind, summary, detail) select user_id, 'booking', 'You held 06:00', 'Slot 1 with Zdenka <Vrbová>, for 15 minutes'
      from members where user_id <> $me limit 1;
    insert into letters (cause, letter, user_id, name, email, subject, html, text) select 'of another', 'a', user_id, 'a', 'another@club.example',
      'Zdenka <Vrbová> gives your hour', 'By Zdenka &lt;Vrbová&gt;.', 'By Zdenka <Vrbová>.' from members where user_id <> $me limit 1;
    insert into verifications (identifier, value, expires_at) values ('a', '{"userId":"' || $me || '","email":"b"}', now());
    insert into make_ups (member_id, booking_id, because, from_date, until, granted_by, reason, request_key)
      values ($me, ${booking}, 'granted', '2020-01-01', '2020-02-01', $me, 'a', 'b');
  `)
  await withoutTriggers(client, () =>
    run(`
    update bookings set discount_cents = 100, discount_reason = 'a' where id in ${booking};
    update payments set refunded_cents = 100 where id in ${payment};
    insert into refunds (payment_id, amount_cents, reason, request_key, state, settled_at) values (${payment}, 100, 'a', 'b', 'succeeded', now());
    insert into bounced_refunds (refund_id, amount_cents, settled_at, bounced_at)
      select id, 100, now(), now() from refunds where payment_id in ${payment};
    insert into disputes (id, payment_id, amount_cents, currency, reason, status) values ('a', ${payment}, 100, 'usd', 'a', 'b');
    insert into stray_charges (booking_id, intent_id, amount_cents, currency) values (${booking}, 'a', 100, 'usd');
    insert into payouts (trainer_id, amount_cents, request_key, recorded_by) values (${trainer}, 100, 'a', $me);
  `),
  )
}

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
  expect(await findBrokenInvariants()).toEqual(before[2])
  // their last letter waits to be handed over
  const farewell = ['letters.name', 'letters.text']
  expect(await findTextInDatabase(client, marks.name)).toEqual([...publishedColumns, ...farewell].toSorted())
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
