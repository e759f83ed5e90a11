import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { csvLine, csvStream } from '#domain/csv.rules.ts'
import { slotNameAtSale } from './slot-name-at-sale.server.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'

const exportBatchSize = 1000

/**
 * Returns the ledger as a CSV stream in UTF-8, oldest first, with running balance. Throws `forbidden` without the
 * permission `balance.read`.
 */
export async function exportLedgerCsv(actor: Actor): Promise<ReadableStream<Uint8Array>> {
  requirePermission(actor, 'balance.read')
  return csvStream(ledgerCsvParts())
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
  method: PaymentMethod | null
  currency: string
  cents: number
  taxCents: number | null
  invoice: string | null
}

async function* ledgerCsvParts(): AsyncGenerator<string, undefined> {
  yield csvLine([
    'Date',
    'Kind',
    'Entry',
    'Person',
    'Slot',
    'Trainer',
    'Package',
    'Note',
    'Method',
    'Currency',
    'Amount',
    'Balance',
    'Tax within',
    'Invoice',
  ])
  let last: Line | undefined
  let balanceCents = 0
  for (;;) {
    const batch: Line[] = await readLines(last)
    const lines = batch.map((line) => {
      balanceCents += line.cents
      return csvLine([
        line.enteredAt,
        line.kind === 'refund' && line.cents > 0 ? 'refund came back' : line.kind,
        line.entryId,
        line.name,
        line.slotName,
        line.trainerName,
        line.plan,
        line.note,
        line.method && paymentMethodNames[line.method],
        line.currency.toUpperCase(),
        line.cents / 100,
        balanceCents / 100,
        line.taxCents === null ? null : line.taxCents / 100,
        line.invoice,
      ])
    })
    yield lines.join('')
    if (batch.length < exportBatchSize) return undefined
    last = batch.at(-1)
  }
}

async function readLines(after: Line | undefined): Promise<Line[]> {
  // the cursor is text, because timestamps in the database are more precise than a Date
  const condition = after
    ? sql`where (entered_at, entry_id) > (${after.cursor}::timestamptz, ${after.entryId}::uuid)`
    : sql``
  const { rows } = await sql<Line>`
    select page.entered_at::text as cursor, page.entry_id, page.kind, page.entered_at, users.name,
      ${slotNameAtSale} as slot_name, trainers.name as trainer_name, bookings.plan, page.note, page.method, page.currency, page.cents,
      invoice.tax_cents, invoice.number as invoice
    from (select * from ledger ${condition} order by entered_at, entry_id limit ${exportBatchSize}) page
      left join bookings on bookings.id = page.booking_id
      left join slots on slots.id = bookings.slot_id
      left join trainers on trainers.id = coalesce(page.trainer_id, slots.trainer_id)
      -- a refund that failed after success has several invoices: each line joins the one of its instant
      left join lateral (
        select tax_cents, number from invoices
        where page.kind = 'payment' and payment_id = page.entry_id and refund_id is null
          or page.kind = 'refund' and refund_id = page.entry_id
        order by given_at = page.entered_at desc, year desc, ordinal desc limit 1) invoice on true
      left join users on users.id = coalesce(bookings.buyer_id, trainers.user_id)
    order by page.entered_at, page.entry_id`.execute(db)
  return rows
}
