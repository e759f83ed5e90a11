import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { settings } from '#platform/env.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { csvLine, csvStream } from '#domain/csv.rules.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
import { listLedger, type LedgerEntry } from './balance.server.ts'

type Sum = { count: number; cents: number }

/** What the totals are made of; all amounts are cents and none is negative. */
export type BookSums = { received: Sum; refunded: Sum; paidOut: Sum }

/** Received, refunded and paid out, each counted and summed. Admins only. */
export async function bookSums(actor: Actor): Promise<BookSums> {
  requireRole(actor, 'admin')
  const rows = await db
    .selectFrom('ledger')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(cents), 0)`.as('cents'),
    ])
    .groupBy('kind')
    .execute()
  const sumOf = (kind: string): Sum => {
    const row = rows.find((each) => each.kind === kind)
    return { count: row?.count ?? 0, cents: Math.abs(row?.cents ?? 0) }
  }
  return { received: sumOf('payment'), refunded: sumOf('refund'), paidOut: sumOf('payout') }
}

/** A line of the ledger with what the club had left after it, in cents. */
export type BalancedEntry = LedgerEntry & { balanceCents: number }

/** The whole ledger, newest first, each line with the balance after it; at most 100 at once. Admins only. */
export async function listBalancedLedger(
  actor: Actor,
  asked: Partial<Stretch> = {},
): Promise<Listed<BalancedEntry>> {
  const { limit, offset } = boundStretch(asked)
  const [{ items, total }, start] = await Promise.all([
    listLedger(actor, { limit, offset }),
    balanceBefore(offset),
  ])
  let balanceCents = start
  const balanced = items.map((entry) => {
    const after = balanceCents
    balanceCents -= entry.cents
    return { ...entry, balanceCents: after }
  })
  return { items: balanced, total }
}

/** What was left before the newest so many lines. */
async function balanceBefore(newest: number): Promise<number> {
  const later = db
    .selectFrom('ledger')
    .select('cents')
    .orderBy('enteredAt', 'desc')
    .orderBy('entryId', 'desc')
    .limit(newest)
  const { cents } = await db
    .selectNoFrom((eb) => [
      sql<number>`(select coalesce(sum(cents), 0) from ledger)
        - (select coalesce(sum(cents), 0) from ${eb.parens(later)} as later)`.as('cents'),
    ])
    .executeTakeFirstOrThrow()
  return cents
}

/** A day on which money moved: the balance at its end and what the day changed, in cents. */
export type DayOfBalance = { day: string; balanceCents: number; changeCents: number }

export type BalanceByDay = {
  /** First and last day of the span, `2026-11-20` in the club's time zone. */
  from: string
  to: string
  /** The balance before the first day. */
  startCents: number
  days: DayOfBalance[]
}

/** How the balance moved over the last `days` days, today included. Admins only. */
export async function balanceByDay(actor: Actor, days = 28): Promise<BalanceByDay> {
  requireRole(actor, 'admin')
  const zone = settings.timeZone
  const { rows } = await sql<{ first: string; last: string; day: string; cents: number; start: number }>`
    with span as (
      select (club_now() at time zone ${zone})::date as last,
        (club_now() at time zone ${zone})::date - ${days - 1}::integer as first),
    moved as (
      select (entered_at at time zone ${zone})::date as day, sum(cents)::bigint as cents
      from ledger group by 1)
    select to_char(first, 'YYYY-MM-DD') as first, to_char(last, 'YYYY-MM-DD') as last,
      to_char(day, 'YYYY-MM-DD') as day, cents,
      (select coalesce(sum(earlier.cents), 0)::bigint from moved earlier where earlier.day < first) as start
    from span left join moved on day between first and last and cents <> 0
    order by day`.execute(db)
  const head = rows[0]!
  let balanceCents = head.start
  const moved = rows
    .filter((row) => row.day !== null)
    .map(({ day, cents }) => {
      balanceCents += cents
      return { day, changeCents: cents, balanceCents }
    })
  return { from: head.first, to: head.last, startCents: head.start, days: moved }
}

const exportBatch = 1000

/** The ledger as a CSV file in UTF-8, oldest first with the balance after each line. Admins only. */
export async function exportLedgerCsv(actor: Actor): Promise<ReadableStream<Uint8Array>> {
  requireRole(actor, 'admin')
  return csvStream(ledgerParts())
}

type Line = {
  cursor: string
  entryId: string
  kind: string
  enteredAt: Date
  name: string | null
  slotName: string | null
  trainerName: string | null
  plan: string | null
  note: string
  currency: string
  cents: number
}

async function* ledgerParts(): AsyncGenerator<string, undefined> {
  yield csvLine([
    'Date',
    'Kind',
    'Entry',
    'Person',
    'Slot',
    'Trainer',
    'Package',
    'Note',
    'Currency',
    'Amount',
    'Balance',
  ])
  let last: Line | undefined
  let balanceCents = 0
  for (;;) {
    const batch: Line[] = await readLines(last)
    const lines = batch.map((line) => {
      balanceCents += line.cents
      return csvLine([
        line.enteredAt,
        line.kind,
        line.entryId,
        line.name,
        line.slotName,
        line.trainerName,
        line.plan,
        line.note,
        line.currency.toUpperCase(),
        line.cents / 100,
        balanceCents / 100,
      ])
    })
    yield lines.join('')
    if (batch.length < exportBatch) return undefined
    last = batch.at(-1)
  }
}

async function readLines(after: Line | undefined): Promise<Line[]> {
  // the cursor is text, because the database's times are finer than a Date
  const rest = after
    ? sql`where (entered_at, entry_id) > (${after.cursor}::timestamptz, ${after.entryId}::uuid)`
    : sql``
  const { rows } = await sql<Line>`
    select page.entered_at::text as cursor, page.entry_id, page.kind, page.entered_at, users.name,
      slots.name as slot_name, trainers.name as trainer_name, bookings.plan, page.note, page.currency, page.cents
    from (select * from ledger ${rest} order by entered_at, entry_id limit ${exportBatch}) page
      left join bookings on bookings.id = page.booking_id
      left join slots on slots.id = bookings.slot_id
      left join trainers on trainers.id = coalesce(page.trainer_id, slots.trainer_id)
      left join users on users.id = coalesce(bookings.buyer_id, trainers.user_id)
    order by page.entered_at, page.entry_id`.execute(db)
  return rows
}
