import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { isInMonth, requireMonth } from '#domain/tables/month.server.ts'
import { dayAndTime, describeTable, inBatches, type Table } from '#domain/tables/table.rules.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'
import { slotNameAtSale } from './slot-name-at-sale.server.ts'

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
  method: PaymentMethod | null
  currency: string
  cents: number
  balanceCents: number
  taxCents: number | null
  invoice: string | null
}

/**
 * Returns the ledger as a table, oldest first, with running balance: all of it, or one month. Throws `forbidden` without
 * the permission `balance.read`, and `not-found` for an invalid month.
 */
export async function ledgerTable(actor: Actor, month: string | null = null): Promise<Table> {
  requirePermission(actor, 'balance.read')
  const period = month === null ? null : requireMonth(month)
  const { timeZone } = await clubFacts()
  return describeTable<Line>(
    period === null ? 'ledger' : `ledger-${period}`,
    [
      ...dayAndTime<Line>(({ enteredAt }) => enteredAt, timeZone),
      {
        heading: t('table.kind'),
        type: 'text',
        value: kindName,
      },
      { heading: t('table.person'), type: 'text', value: ({ name }) => name },
      { heading: t('table.slot'), type: 'text', value: ({ slotName }) => slotName },
      { heading: t('table.trainer'), type: 'text', value: ({ trainerName }) => trainerName },
      { heading: t('table.package'), type: 'text', value: ({ plan }) => plan },
      { heading: t('table.note'), type: 'text', value: ({ note }) => note },
      {
        heading: t('table.method'),
        type: 'text',
        value: ({ method }) => method && paymentMethodNames[method],
      },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.amount'), type: 'cents', value: ({ cents }) => cents },
      { heading: t('table.balance'), type: 'cents', value: ({ balanceCents }) => balanceCents },
      { heading: t('table.taxWithin'), type: 'cents', value: ({ taxCents }) => taxCents },
      { heading: t('table.invoice'), type: 'text', value: ({ invoice }) => invoice },
      { heading: t('table.entry'), type: 'text', value: ({ entryId }) => entryId },
      { heading: t('table.instant'), type: 'instant', value: ({ enteredAt }) => enteredAt },
    ],
    linesOf(period),
  )
}

/** Name of a line's kind, with the two that bring money back. */
function kindName({ kind, cents }: Line): string {
  if (kind === 'refund' && cents > 0) return t('table.kindName', { kind: 'refundBack' })
  return t('table.kindName', { kind: kind === 'dispute' && cents > 0 ? 'disputeWon' : kind })
}

async function* linesOf(month: string | null): AsyncGenerator<Line[]> {
  let balanceCents = month === null ? 0 : await balanceBefore(month)
  for await (const batch of inBatches<Line>((last, limit) => readLines(month, last, limit)))
    yield batch.map((line) => ({ ...line, balanceCents: (balanceCents += line.cents) }))
}

async function balanceBefore(month: string): Promise<number> {
  const { cents } = await db
    .selectFrom('ledgerDays')
    .where('day', '<', `${month}-01`)
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

async function readLines(month: string | null, after: Line | undefined, limit: number): Promise<Line[]> {
  const conditions = [
    sql`true`,
    ...(month === null ? [] : [isInMonth(sql`entered_at`, month)]),
    // the lines of a cover differ by their cents; the cursor is text, because timestamps in the database are more precise than a Date
    ...(after
      ? [
          sql`(entered_at, entry_id, cents) > (${after.cursor}::timestamptz, ${after.entryId}::uuid, ${after.cents}::integer)`,
        ]
      : []),
  ]
  const { rows } = await sql<Line>`
    select page.entered_at::text as cursor, page.entry_id, page.kind, page.entered_at, users.name,
      ${slotNameAtSale} as slot_name, trainers.name as trainer_name, bookings.plan, page.note, page.method, page.currency, page.cents,
      invoice.tax_cents, invoice.number as invoice
    from (select * from ledger where ${sql.join(conditions, sql` and `)} order by entered_at, entry_id, cents limit ${limit}) page
      left join orders on orders.id = page.booking_id
      left join bookings on bookings.id = orders.id
      left join slots on slots.id = bookings.slot_id
      left join trainers on trainers.id = coalesce(page.trainer_id, slots.trainer_id)
      -- a refund that failed after success has several invoices: each line joins the one of its instant
      left join lateral (
        select tax_cents, number from invoices
        where page.kind = 'payment' and payment_id = page.entry_id and refund_id is null and corrects is null
          or page.kind = 'refund' and refund_id = page.entry_id
        order by given_at = page.entered_at desc, year desc, ordinal desc limit 1) invoice on true
      left join users on users.id = coalesce(orders.buyer_id, trainers.user_id)
    order by page.entered_at, page.entry_id, page.cents`.execute(db)
  return rows
}
