import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { isInMonth, requireMonth } from '#domain/tables/month.server.ts'
import {
  dayAndTime,
  describeTable,
  inBatches,
  type Table,
  type TableColumn,
} from '#domain/tables/table.rules.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'
import { documentTitle } from './invoices.rules.ts'
import { refundedInvoice } from './invoices.server.ts'

type Row = {
  year: number
  ordinal: number
  number: string
  ofNumber: string | null
  givenAt: Date
  buyerName: string
  buyerEmail: string
  taxNumber: string | null
  taxPercent: number
  taxCents: number
  amountCents: number
  currency: string
  method: PaymentMethod
  bookingId: string
}

/** Columns with the amounts of a document. */
const amountColumns = (): TableColumn<Row>[] => [
  { heading: t('table.net'), type: 'cents', value: ({ amountCents, taxCents }) => amountCents - taxCents },
  { heading: t('table.rateInPercent'), type: 'number', value: ({ taxPercent }) => taxPercent },
  { heading: t('table.tax'), type: 'cents', value: ({ taxCents }) => taxCents },
  { heading: t('table.gross'), type: 'cents', value: ({ amountCents }) => amountCents },
]

/**
 * Returns the invoices and credit notes as a table, by number: all, or those of one month. Throws `forbidden` without
 * the permission `invoices.readAll`, and `not-found` for an invalid month.
 */
export async function invoicesTable(actor: Actor, month: string | null = null): Promise<Table> {
  requirePermission(actor, 'invoices.readAll')
  const period = month === null ? null : requireMonth(month)
  const { timeZone } = await clubFacts()
  return describeTable<Row>(
    period === null ? 'invoices' : `invoices-${period}`,
    [
      { heading: t('table.number'), type: 'text', value: ({ number }) => number },
      { heading: t('table.kind'), type: 'text', value: documentTitle },
      { heading: t('table.belongsTo'), type: 'text', value: ({ ofNumber }) => ofNumber },
      ...dayAndTime<Row>(({ givenAt }) => givenAt, timeZone),
      { heading: t('table.name'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.email'), type: 'text', value: ({ buyerEmail }) => buyerEmail },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      ...amountColumns(),
      { heading: t('table.method'), type: 'text', value: ({ method }) => paymentMethodNames[method] },
      { heading: t('table.booking'), type: 'text', value: ({ bookingId }) => bookingId },
      { heading: t('table.instant'), type: 'instant', value: ({ givenAt }) => givenAt },
    ],
    inBatches((last, limit) => readInvoices(period, last, limit)),
  )
}

const readInvoices = (month: string | null, last: Row | undefined, limit: number): Promise<Row[]> =>
  db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .leftJoin('refunds', 'refunds.id', 'invoices.refundId')
    .$if(month !== null, (rows) => rows.where(isInMonth(sql`invoices.given_at`, month ?? '')))
    .$if(last !== undefined, (rows) =>
      rows.where(sql<boolean>`(invoices.year, invoices.ordinal) > (${last?.year}, ${last?.ordinal})`),
    )
    .orderBy('invoices.year')
    .orderBy('invoices.ordinal')
    .limit(limit)
    .select([
      'invoices.year',
      'invoices.ordinal',
      'invoices.number',
      'invoices.givenAt',
      'invoices.buyerName',
    ])
    .select(['invoices.buyerEmail', 'invoices.taxNumber', 'invoices.taxCents', 'invoices.amountCents'])
    .select(['invoices.currency', 'payments.bookingId'])
    .select([
      sql<number>`invoices.tax_percent::float8`.as('taxPercent'),
      sql<PaymentMethod>`coalesce(refunds.handed_back, payments.method)`.as('method'),
      sql<string | null>`coalesce(corrected.number, ${refundedInvoice})`.as('ofNumber'),
    ])
    .execute()
