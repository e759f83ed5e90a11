import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import type { Person } from '#domain/actor.ts'
import { message } from '#format/stored-message.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  changeOrders,
  bookingStateOf,
  createAdmin,
  createBooking,
  createHold,
  createMember,
  createPaidBooking,
  createSlot,
  expireHold,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { defaultTerms } from './retention.rules.ts'
import {
  deleteExpiredData,
  readRetentionSettings,
  readRetentionTerms,
  saveRetentionTerms,
} from './retention.server.ts'

useDatabase()
let admin: Person
let sandbox: ReturnType<typeof useSandbox>
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})

const countOf = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(db)).rows[0]!.n

const daysAgo = (days: number) => sql`club_now() - make_interval(days => ${days}::integer)`

test('each kind of data is deleted after its time, and stays until then', async () => {
  const { id } = await createMember()
  const perKind: [table: string, days: number, insert: (days: number) => Promise<unknown>][] = [
    [
      'sessions',
      1,
      (days) =>
        sql`insert into sessions (expires_at, token, updated_at, user_id)
          values (least(now(), club_now()) - make_interval(days => ${days}::integer), ${`token ${days}`}, now(), ${id})`.execute(
          db,
        ),
    ],
    [
      'processor_events',
      30,
      (days) =>
        sql`insert into processor_events (id, type, received_at) values (${`evt_${days}`}, 'charge.updated', ${daysAgo(days)})`.execute(
          db,
        ),
    ],
    [
      'subscribers',
      30,
      (days) =>
        sql`insert into subscribers (name, email, created_at) values ('Ada', ${`ada${days}@example.com`}, ${daysAgo(days)})`.execute(
          db,
        ),
    ],
    [
      'letters',
      365,
      (days) =>
        sql`insert into letters (cause, letter, name, email, subject, queued_at, next_try_at, handed_over_at)
          values (${`test ${days}`}, 'test', 'Ada', 'ada@example.com', 'Hello', ${daysAgo(days)}, null, ${daysAgo(days)})`.execute(
          db,
        ),
    ],
    [
      'activities',
      730,
      async (days) => {
        await transaction((trx) =>
          recordActivity(trx, {
            userId: id,
            kind: 'account',
            summary: message('activity.youActFor', { name: String(days) }),
          }),
        )
        await sql`update activities set happened_at = ${daysAgo(days)} where summary = ${`You book and pay for ${days}`}`.execute(
          db,
        )
      },
    ],
    [
      'audit_entries',
      3_650,
      (days) =>
        sql`insert into audit_entries (action, subject_kind, subject_id, happened_at) values ('x', 'club', 'club', ${daysAgo(days)})`.execute(
          db,
        ),
    ],
  ]
  for (const [table, days, insert] of perKind) {
    const before = await countOf(table)
    await insert(days - 1)
    await deleteExpiredData()
    expect(await countOf(table), `${table} within its time`).toBe(before + 1)
    await insert(days + 1)
    await deleteExpiredData()
    expect(await countOf(table), `${table} after its time`).toBe(before + 1)
  }
  await expectNoBrokenInvariants()
})

test('confirmed subscribers, emails still to send and refused addresses of members stay', async () => {
  const { email } = await createMember()
  await sql`insert into subscribers (name, email, created_at, confirmed_at)
    values ('Bea', 'bea@example.com', ${daysAgo(400)}, ${daysAgo(400)})`.execute(db)
  await sql`insert into letters (cause, letter, name, email, subject, html, text, queued_at, next_try_at, failed_at, address_refused)
    values ('waits', 'test', '', 'x@example.com', 'Hello', '', '', ${daysAgo(800)}, club_now(), null, false),
      ('refused', 'test', '', ${email}, 'Hello', '', '', ${daysAgo(800)}, null, ${daysAgo(800)}, true),
      ('gone', 'test', '', 'gone@example.com', 'Hello', '', '', ${daysAgo(800)}, null, ${daysAgo(800)}, true)`.execute(
    db,
  )
  await deleteExpiredData()
  expect(await db.selectFrom('subscribers').where('name', '=', 'Bea').select('id').execute()).toHaveLength(1)
  const causes = await db
    .selectFrom('letters')
    .where('cause', 'in', ['waits', 'refused', 'gone'])
    .select('cause')
    .orderBy('cause')
    .execute()
  expect(causes.map(({ cause }) => cause)).toEqual(['refused', 'waits'])
})

test('a newsletter keeps its sums after its emails are deleted', async () => {
  await sql`with issue as (insert into newsletters (subject, words, author_id) values ('Spring', 'It is here.', ${admin.id}) returning id)
    insert into letters (cause, letter, name, email, subject, queued_at, next_try_at, handed_over_at, newsletter_id)
    select 'issue ' || n, 'newsletter', '', 'r' || n || '@example.com', 'Spring', ${daysAgo(400)}, null, ${daysAgo(400)}, id
    from issue, generate_series(1, 3) n`.execute(db)
  await deleteExpiredData()
  expect(await db.selectFrom('letters').where('subject', '=', 'Spring').select('id').execute()).toHaveLength(
    0,
  )
  expect(
    await db.selectFrom('newsletterSums').select(['letters', 'handedOver', 'isFinal']).execute(),
  ).toEqual([{ letters: 3, handedOver: 3, isFinal: true }])
  await expectNoBrokenInvariants()
})

test('unpaid bookings go after a year, with their attempts; paid ones, held ones and their books stay', async () => {
  const unpaid = await createHold()
  await expireHold(unpaid.bookingId)
  await changeOrders([unpaid.bookingId], { state: 'expired', holdExpiresAt: null })
  const paid = await createPaidBooking(sandbox)
  const held = await createBooking(await createSlot(), await createMember(), 'held')
  const makeOld = (days: number) =>
    transaction(async (trx) => {
      // the trigger sets the time of every change
      await sql`alter table orders disable trigger order_transitions`.execute(trx)
      await sql`update orders set changed_at = ${daysAgo(days)}`.execute(trx)
      await sql`alter table orders enable trigger order_transitions`.execute(trx)
    })
  await makeOld(364)
  expect((await deleteExpiredData())['unpaid bookings']).toBe(0)
  await makeOld(366)
  const books = async () =>
    Promise.all(['payments', 'invoices', 'ledger', 'months', 'lessons'].map((table) => countOf(table)))
  const before = await books()
  const deleted = await deleteExpiredData()
  expect(deleted['unpaid bookings']).toBe(1)
  expect(await db.selectFrom('bookings').where('id', '=', unpaid.bookingId).select('id').execute()).toEqual(
    [],
  )
  expect(await bookingStateOf(paid.bookingId)).toBe('paid')
  expect(await bookingStateOf(held)).toBe('held')
  expect(await books()).toEqual(before)
  await expectNoBrokenInvariants()
})

test('nobody else deletes from the audit log, and nothing deletes entries of the last year', async () => {
  await transaction((trx) =>
    recordAudit(trx, { actorId: null, action: 'y', subjectKind: 'club', subjectId: 'club' }),
  )
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('only ever appended')
  await expect(
    transaction(async (trx) => {
      await sql`select set_config('club.tidying', 'on', true)`.execute(trx)
      await sql`delete from audit_entries where action = 'y'`.execute(trx)
    }),
  ).rejects.toThrow('only ever appended')
})

test('an admin chooses the times within bounds; members cannot', async () => {
  expect(await readRetentionTerms()).toEqual(defaultTerms)
  const { version, ...terms } = await readRetentionSettings(admin)
  expect(await rejectionOf(saveRetentionTerms(admin, { ...terms, auditDays: '30' }))).toMatchObject({
    code: 'invalid',
    message: 'Enter a whole number of days from 365 to 3650.',
  })
  await saveRetentionTerms(admin, { ...terms, letterDays: '90' }, version)
  expect(await readRetentionTerms()).toEqual({ ...defaultTerms, letterDays: 90 })
  expect(await rejectionOf(saveRetentionTerms(admin, terms, version))).toMatchObject({ code: 'conflict' })
  expect(await rejectionOf(saveRetentionTerms(await createMember(), terms))).toMatchObject({
    code: 'forbidden',
  })
})
