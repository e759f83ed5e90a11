import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, clubZone, db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { invoicePdf } from '#domain/documents/invoice-pdf.server.ts'
import { statementPdf, type StatementIssuer } from '#domain/documents/statement-pdf.server.ts'
import { invoicesTable } from '#domain/invoices/invoices-export.server.ts'
import { listInvoiceNumbers, readInvoice } from '#domain/invoices/invoices.server.ts'
import { journalTable, type BookPeriod } from '#domain/ledger/journal-export.server.ts'
import { readStatement } from '#domain/ledger/statement.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import { requireMonth } from '#domain/tables/month.server.ts'
import { describeTable, oneBatch, dayAndTime, type Table } from '#domain/tables/table.rules.ts'
import { formatFullDay, formatMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { zipStream } from '#platform/files/zip.ts'

/** The sums of a month, in cents, signed like the ledger. */
export type MonthSums = {
  balanceBeforeCents: number
  paidCents: number
  refundedCents: number
  paidOutCents: number
  disputedCents: number
  feeCents: number
  balanceAfterCents: number
  invoices: number
  invoicedCents: number
  invoicedTaxCents: number
}

export type MonthArchive = {
  month: string
  isOver: boolean
  /** The last day with an entry at the desk that is not closed; null when the archive can be made. */
  openDay: Day | null
  /** When it was first made; null before. */
  madeAt: Date | null
  sums: MonthSums
}

type Period = BookPeriod & { isOver: boolean; madeAt: Date | null } & StatementIssuer

/** The frozen period and letterhead of an archived month, or those that it would get now. */
async function readPeriod(month: string): Promise<Period> {
  const first = `${month}-01`
  const club = await clubFacts()
  const { rows } = await sql<Period>`
    select coalesce(from_at, ${first}::timestamp at time zone ${clubZone}) as from,
      coalesce(until_at, (${first}::timestamp + interval '1 month') at time zone ${clubZone}) as until,
      coalesce(until_at, (${first}::timestamp + interval '1 month') at time zone ${clubZone}) <= ${clubNow} as is_over,
      coalesce(time_zone, ${club.timeZone}) as time_zone, coalesce(seller_name, ${club.company || club.name}) as name,
      coalesce(seller_address, ${club.address}) as address,
      coalesce(seller_contact, ${[club.telephone, club.email].filter(Boolean).join(', ')}) as contact, made_at
    from (select ${first}::date as month) asked left join month_archives using (month)`.execute(db)
  return rows[0]!
}

/**
 * Returns the state and the sums of a month's archive. Throws `forbidden` without the permission `balance.read`, and
 * `not-found` for an invalid month.
 */
export async function readMonthArchive(actor: Actor, month: string): Promise<MonthArchive> {
  requirePermission(actor, 'balance.read')
  const period = await readPeriod(requireMonth(month))
  const [openDay, sums] = await Promise.all([readOpenDay(period), readSums(period)])
  const { isOver, madeAt } = period
  return { month, isOver, openDay, madeAt, sums }
}

async function readOpenDay(period: BookPeriod): Promise<Day | null> {
  const { rows } = await sql<{ openDay: Day | null }>`
    select to_char(max(moved_at at time zone ${clubZone}), 'YYYY-MM-DD') as open_day from desk_movements
    where moved_at >= ${period.from} and moved_at < ${period.until}
      and moved_at >= coalesce((select max(ends_at) from cash_days), '-infinity')`.execute(db)
  return rows[0]?.openDay ?? null
}

async function readSums({ from, until }: BookPeriod): Promise<MonthSums> {
  const { rows } = await sql<MonthSums>`
    select coalesce(sum(cents) filter (where entered_at < ${from}), 0)::bigint as balance_before_cents,
      coalesce(sum(cents) filter (where entered_at >= ${from} and kind = 'payment'), 0)::bigint as paid_cents,
      coalesce(sum(cents) filter (where entered_at >= ${from} and kind = 'refund'), 0)::bigint as refunded_cents,
      coalesce(sum(cents) filter (where entered_at >= ${from} and kind = 'payout'), 0)::bigint as paid_out_cents,
      coalesce(sum(cents) filter (where entered_at >= ${from} and kind = 'dispute'), 0)::bigint as disputed_cents,
      coalesce(sum(cents) filter (where entered_at >= ${from} and kind = 'fee'), 0)::bigint as fee_cents,
      coalesce(sum(cents), 0)::bigint as balance_after_cents,
      i.*
    from (
      select count(*)::integer as invoices, coalesce(sum(amount_cents), 0)::bigint as invoiced_cents,
        coalesce(sum(tax_cents), 0)::bigint as invoiced_tax_cents
      from invoices where given_at >= ${from} and given_at < ${until}) i
      left join ledger on entered_at < ${until}
    group by i.invoices, i.invoiced_cents, i.invoiced_tax_cents`.execute(db)
  return rows[0]!
}

/**
 * Returns everything of a month as a zip: invoices and statements as PDF, the journal, cash days and sums as CSV. Made
 * again it has the same bytes, until a person in it is erased. Throws as `readMonthArchive`, and `conflict` while the
 * month or a day of its desk is open.
 */
export async function writeMonthArchive(actor: Actor, month: string): Promise<ReadableStream<Uint8Array>> {
  const admin = requirePermission(actor, 'balance.read')
  const { isOver, openDay, sums } = await readMonthArchive(actor, month)
  if (!isOver) throw conflict(t('refusal.isNotOverYet', { month: formatMonth(month) }))
  if (openDay !== null) throw conflict(t('refusal.pleaseCloseAtThe', { openDay: formatFullDay(openDay) }))
  const period = await readPeriod(month)
  await freezeMonth(month, period, admin.id)
  const numbers = await listInvoiceNumbers(actor, period)
  const statements = await listStatements(month)
  return zipStream(
    [
      { name: 'summary.csv', read: () => bytesOf(sumsTable(sums)) },
      { name: 'journal.csv', read: () => bytesOf(journalTable(actor, period)) },
      { name: 'invoices.csv', read: async () => bytesOf(await invoicesTable(actor, month)) },
      { name: 'cash-days.csv', read: async () => bytesOf(await cashDaysTable(period)) },
      { name: 'desk.csv', read: async () => bytesOf(await deskMovementsTable(period)) },
      ...numbers.map(({ id, number }) => ({
        name: `invoices/${number}.pdf`,
        read: async () => invoicePdf(await readInvoice(actor, id), period.timeZone),
      })),
      ...statements.map(({ trainerId, trainerName, taxNumber }) => ({
        name: `statements/${trainerId}.pdf`,
        read: async () => {
          const statement = await readStatement(actor, trainerId, month)
          return statementPdf({ ...statement, trainerName, taxNumber }, period)
        },
      })),
    ],
    period.until,
  )
}

const bytesOf = (table: Table) => buffer(csvFile(table, 'spreadsheet'))

/** Freezes what the documents of the month show beside their own rows, and records that the archive leaves the club. */
async function freezeMonth(month: string, period: Period, adminId: string): Promise<void> {
  const first = `${month}-01`
  await transaction(async (trx) => {
    await trx
      .insertInto('monthArchives')
      .values({
        month: first,
        fromAt: period.from,
        untilAt: period.until,
        timeZone: period.timeZone,
        sellerName: period.name,
        sellerAddress: period.address,
        sellerContact: period.contact,
        madeBy: adminId,
      })
      .onConflict((same) => same.column('month').doNothing())
      .execute()
    await sql`
      insert into archived_statements (month, trainer_id, trainer_name, tax_number)
      select ${first}, id, name, tax_number from trainers
      where id in (select trainer_id from trainer_books where entered_at >= ${period.from} and entered_at < ${period.until})
      on conflict do nothing`.execute(trx)
    await recordAudit(trx, {
      actorId: adminId,
      action: 'export table',
      subjectKind: 'table',
      subjectId: 'archive',
      after: { file: `archive-${month}.zip` },
    })
  })
}

const listStatements = (month: string) =>
  db
    .selectFrom('archivedStatements')
    .where('month', '=', `${month}-01`)
    .select(['trainerId', 'trainerName', 'taxNumber'])
    .orderBy('trainerId')
    .execute()

const sumsTable = (sums: MonthSums): Table =>
  describeTable<{ name: string; cents: number }>(
    'summary',
    [
      { heading: t('table.sum'), type: 'text', value: ({ name }) => name },
      { heading: t('table.amount'), type: 'cents', value: ({ cents }) => cents },
    ],
    oneBatch([
      { name: t('archive.balanceBefore'), cents: sums.balanceBeforeCents },
      { name: t('archive.summary.payments'), cents: sums.paidCents },
      { name: t('archive.summary.refunds'), cents: sums.refundedCents },
      { name: t('archive.summary.payouts'), cents: sums.paidOutCents },
      { name: t('archive.summary.disputes'), cents: sums.disputedCents },
      { name: t('archive.summary.fees'), cents: sums.feeCents },
      { name: t('archive.balanceAfter'), cents: sums.balanceAfterCents },
      { name: t('archive.invoicesLess'), cents: sums.invoicedCents },
      { name: t('archive.taxInThem'), cents: sums.invoicedTaxCents },
    ]),
  )

async function cashDaysTable({ from, until }: BookPeriod): Promise<Table> {
  const days = await db
    .selectFrom('cashDays')
    .where('endsAt', '>', from)
    .where('endsAt', '<=', until)
    .orderBy('day')
    .select(['day', 'openingCents', 'expectedCents', 'countedCents', 'keptCents', 'reason', 'note'])
    .execute()
  return describeTable<(typeof days)[number]>(
    'cash-days',
    [
      { heading: t('table.day'), type: 'day', value: ({ day }) => day },
      { heading: t('table.openingFloat'), type: 'cents', value: ({ openingCents }) => openingCents },
      { heading: t('table.expected'), type: 'cents', value: ({ expectedCents }) => expectedCents },
      { heading: t('table.counted'), type: 'cents', value: ({ countedCents }) => countedCents },
      {
        heading: t('table.difference'),
        type: 'cents',
        value: ({ countedCents, expectedCents }) => countedCents - expectedCents,
      },
      { heading: t('table.reason'), type: 'text', value: ({ reason }) => reason },
      { heading: t('table.note'), type: 'text', value: ({ note }) => note },
      { heading: t('table.staysInTheDrawer'), type: 'cents', value: ({ keptCents }) => keptCents },
    ],
    oneBatch(days),
  )
}

async function deskMovementsTable({ from, until, timeZone }: BookPeriod): Promise<Table> {
  const movements = await db
    .selectFrom('deskMovements')
    .where('movedAt', '>=', from)
    .where('movedAt', '<', until)
    .orderBy('movedAt')
    .orderBy('entryId')
    .orderBy('cents')
    .select(['movedAt', 'kind', 'method', 'slip', 'note', 'cents', 'currency', 'entryId'])
    .execute()
  return describeTable<(typeof movements)[number]>(
    'desk',
    [
      ...dayAndTime<(typeof movements)[number]>(({ movedAt }) => movedAt, timeZone),
      { heading: t('table.kind'), type: 'text', value: ({ kind }) => t('table.kindName', { kind }) },
      { heading: t('table.method'), type: 'text', value: ({ method }) => method },
      { heading: t('table.slip'), type: 'text', value: ({ slip }) => slip },
      { heading: t('table.note'), type: 'text', value: ({ note }) => note },
      { heading: t('table.amount'), type: 'cents', value: ({ cents }) => cents },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.entry'), type: 'text', value: ({ entryId }) => entryId },
    ],
    oneBatch(movements),
  )
}
