import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { dayAndTime, describeTable, inBatches, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'

/** A period of the books, by instants, with the time zone in which its days are written. */
export type BookPeriod = { from: Date; until: Date; timeZone: string }

type Kind = 'payment' | 'refund' | 'payout' | 'dispute' | 'fee' | 'cover' | 'correction'

type Row = {
  cursor: string
  entryId: string
  kind: Kind
  side: number
  enteredAt: Date
  method: PaymentMethod | null
  invoice: string | null
  isPaidAgain: boolean
  taxPercent: number | null
  taxCents: number | null
  cents: number
  currency: string
  buyerName: string | null
}

const methodAccounts: Record<PaymentMethod, string> = {
  get card() {
    return t('journal.cardProcessor')
  },
  get cash() {
    return t('journal.cash')
  },
  get terminal() {
    return t('journal.cardTerminal')
  },
  get transfer() {
    return t('journal.bank')
  },
}

const contraAccounts: Record<Kind, string> = {
  get payment() {
    return t('journal.sales')
  },
  get refund() {
    return t('journal.sales')
  },
  get payout() {
    return t('journal.trainers')
  },
  get dispute() {
    return t('journal.disputes')
  },
  get fee() {
    return t('journal.fees')
  },
  get cover() {
    return t('journal.trainers')
  },
  get correction() {
    return t('journal.corrections')
  },
}

const accountOf = ({ kind, method }: Row) => {
  if (method !== null) return methodAccounts[method]
  return kind === 'cover' ? t('journal.trainers') : t('journal.bank')
}

/**
 * Payments and refunds without an invoice belong to charges that were made twice and go back. What a bank took back and is
 * paid again has the invoice of its period.
 */
const contraOf = ({ kind, invoice, isPaidAgain }: Row) => {
  if (kind === 'payment' && isPaidAgain) return contraAccounts.dispute
  return invoice === null && (kind === 'payment' || kind === 'refund')
    ? t('journal.chargedTwice')
    : contraAccounts[kind]
}

/** `S19` for 19 % of tax, `S0` without tax; null for what is no sale. */
const taxCodeOf = ({ taxPercent }: Row) => (taxPercent === null ? null : `S${taxPercent}`)

/**
 * Returns the journal of a period as a table, by account and tax code: the lines of the ledger, and the corrections of
 * the desk, which add up to nothing. Throws `forbidden` without the permission `balance.read`.
 */
export function journalTable(actor: Actor, period: BookPeriod): Table {
  requirePermission(actor, 'balance.read')
  return describeTable<Row>(
    'journal',
    [
      ...dayAndTime<Row>(({ enteredAt }) => enteredAt, period.timeZone),
      { heading: t('table.kind'), type: 'text', value: ({ kind }) => t('table.kindName', { kind }) },
      { heading: t('table.document'), type: 'text', value: ({ invoice }) => invoice },
      { heading: t('table.name'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.account'), type: 'text', value: accountOf },
      { heading: t('table.contraAccount'), type: 'text', value: contraOf },
      { heading: t('table.taxCode'), type: 'text', value: taxCodeOf },
      { heading: t('table.net'), type: 'cents', value: ({ cents, taxCents }) => cents - (taxCents ?? 0) },
      { heading: t('table.tax'), type: 'cents', value: ({ taxCents }) => taxCents ?? 0 },
      { heading: t('table.gross'), type: 'cents', value: ({ cents }) => cents },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.entry'), type: 'text', value: ({ entryId }) => entryId },
      { heading: t('table.instant'), type: 'instant', value: ({ enteredAt }) => enteredAt },
    ],
    inBatches((last, limit) => readJournal(period, last, limit)),
  )
}

async function readJournal(
  { from, until }: BookPeriod,
  last: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const after = last
    ? sql`where (entered_at, entry_id, side) > (${last.cursor}::timestamptz, ${last.entryId}::uuid, ${last.side})`
    : sql``
  const { rows } = await sql<Row>`
    select page.entered_at::text as cursor, page.*, invoice.number as invoice, invoice.tax_percent::float8 as tax_percent,
      invoice.tax_cents, invoice.buyer_name,
      exists (select from payments join orders on orders.id = booking_id
        where payments.id = page.entry_id and repeats_id is not null) as is_paid_again
    from (
      -- an entry may have several lines: a refund that came back, both sides of a cover or a correction
      select * from (
        select entry_id, kind, cents, currency, entered_at, method, sign(cents)::integer as side from ledger
        where entered_at >= ${from} and entered_at < ${until}
        union all
        select entry_id, kind, cents, currency, moved_at, method, sign(cents)::integer from desk_movements
        where kind = 'correction' and moved_at >= ${from} and moved_at < ${until}) lines
      ${after} order by entered_at, entry_id, side limit ${limit}) page
      left join lateral (
        select number, tax_percent, tax_cents, buyer_name from invoices
        where (page.kind = 'payment' and payment_id = page.entry_id and refund_id is null and corrects is null
          or page.kind = 'refund' and refund_id = page.entry_id) and amount_cents = page.cents
        order by given_at = page.entered_at desc, year desc, ordinal desc limit 1) invoice on true
    order by page.entered_at, page.entry_id, page.side`.execute(db)
  return rows
}
