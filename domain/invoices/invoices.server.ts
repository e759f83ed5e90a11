import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { can } from '#domain/permissions.ts'
import { isInMonth, requireMonth } from '#domain/tables/month.server.ts'
import { t } from '#messages/t.ts'
import type { SoldItem } from './invoice-lines.rules.ts'

/**
 * A document issued for a payment or a refund. The database numbers invoices without gaps within a year of the
 * club's calendar and never changes them.
 */
export type Invoice = {
  id: string
  /** Such as `PAL-2026-0009`. */
  number: string
  /** For a refund: the number of the payment's invoice. */
  ofNumber: string | null
  /** For a correction: the number of the invoice that was wrong, and of the other document of the correction. */
  corrects: string | null
  counterpart: string | null
  /** The number of the invoice that replaced this one. */
  replacedBy: string | null
  givenAt: Date
  paidAt: Date
  bookingId: string
  /** How the money was paid or returned. */
  method: PaymentMethod
  /** The card processor's payment id; null for desk payments. */
  intentId: string | null
  /** Brand and last four digits; null for other methods and when the processor does not report them. */
  cardBrand: string | null
  cardLast4: string | null
  /** Gross amount including tax, in cents; negative for a refund. */
  amountCents: number
  taxCents: number
  taxPercent: number
  currency: string
  /** Reason for the refund; '' for a payment. */
  reason: string
  /** That of its buyer at issuing; null: English, as earlier versions issued it. */
  language: string | null
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  /** Null makes the document a receipt: the club has not entered its tax status yet. '' means it has no number. */
  taxNumber: string | null
  buyerName: string
  buyerEmail: string
  /** Several lines, or ''. */
  buyerAddress: string
  /** Member for whom their guardian, the buyer, ordered. */
  forName: string | null
  /** Frozen with the sale, together with its reason. */
  discountCents: number
  discountReason: string | null
  /** What a gift card paid, whose tax was paid when it was sold. */
  giftCents: number
  /** Whether a period of a membership was sold, which renews until it is cancelled. */
  renews: boolean
} & SoldItem

/** SQL expression on `invoices`: for a refund, the number of the payment's invoice that was valid then. */
export const refundedInvoice = sql<string | null>`case when invoices.refund_id is not null then (
  select number from invoices of where of.payment_id = invoices.payment_id and of.refund_id is null
    and of.amount_cents > 0 and (of.year, of.ordinal) < (invoices.year, invoices.ordinal)
  order by of.year desc, of.ordinal desc limit 1) end`

const invoices = () =>
  db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .leftJoin('invoices as counterpart', (join) =>
      join
        .onRef('counterpart.corrects', '=', 'invoices.corrects')
        .onRef('counterpart.id', '<>', 'invoices.id'),
    )
    .leftJoin('invoices as replacement', (join) =>
      join.onRef('replacement.corrects', '=', 'invoices.id').on('replacement.amountCents', '>', 0),
    )
    .leftJoin('refunds', 'refunds.id', 'invoices.refundId')
    .select(['invoices.id', 'invoices.number', 'invoices.givenAt', 'payments.receivedAt as paidAt'])
    .select(['orders.discountCents', 'orders.discountReason', 'orders.giftCents'])
    .select(['payments.bookingId', 'payments.intentId', 'payments.cardBrand', 'payments.cardLast4'])
    .select(['invoices.reason', 'invoices.currency', 'invoices.language'])
    .select(['invoices.amountCents', 'invoices.taxCents'])
    .select(['invoices.sellerName', 'invoices.sellerAddress', 'invoices.sellerTelephone'])
    .select([
      'invoices.sellerEmail',
      'invoices.taxNumber',
      'invoices.buyerName',
      'invoices.buyerEmail',
      'invoices.buyerAddress',
      'invoices.forName',
    ])
    .select(['invoices.slotName', 'invoices.startHour', 'invoices.weekdays', 'invoices.trainerName'])
    .select(['invoices.plan', 'invoices.classes', 'invoices.slotPriceCents', 'invoices.surchargeCents'])
    .select(['invoices.monthFrom', 'invoices.monthUntil', 'invoices.lessonCount'])
    .select(['invoices.firstLessonOn', 'invoices.lastLessonOn'])
    .select(['invoices.title', 'invoices.description', 'invoices.priceCents'])
    .select(['corrected.number as corrects', 'counterpart.number as counterpart'])
    .select('replacement.number as replacedBy')
    .select([
      sql<PaymentMethod>`coalesce(refunds.handed_back, payments.method)`.as('method'),
      refundedInvoice.as('ofNumber'),
      sql<boolean>`orders.membership_id is not null`.as('renews'),
      sql<number>`invoices.tax_percent::float8`.as('taxPercent'),
    ])

/**
 * Returns the invoices of a booking, the payment's first. With the permission `receipts.readAll` those of every
 * booking, otherwise the person's own. Throws `not-found` before the booking is paid and for other people's bookings.
 */
export async function listInvoicesOf(
  actor: Actor,
  bookingId: string,
): Promise<(Invoice & { buyerId: string })[]> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisReceipt'))
  const found = await invoices()
    .select('orders.buyerId')
    .where('orders.id', '=', id)
    .$if(!can(person, 'receipts.readAll'), (rows) => rows.where('orders.buyerId', '=', person.id))
    .orderBy('invoices.year')
    .orderBy('invoices.ordinal')
    .$castTo<Invoice & { buyerId: string }>()
    .execute()
  if (found.length === 0) throw notFound(t('refusal.thisReceipt'))
  return found
}

/** Returns an invoice. Throws `forbidden` without the permission `invoices.readAll`, and `not-found`. */
export async function readInvoice(actor: Actor, id: string): Promise<Invoice> {
  requirePermission(actor, 'invoices.readAll')
  const invoice = await invoices()
    .where('invoices.id', '=', requireId(id, t('refusal.thisReceipt')))
    .$castTo<Invoice>()
    .executeTakeFirst()
  if (!invoice) throw notFound(t('refusal.thisReceipt'))
  return invoice
}

/** Returns the invoices of a period by number. Throws `forbidden` without the permission `invoices.readAll`. */
export async function listInvoiceNumbers(
  actor: Actor,
  { from, until }: { from: Date; until: Date },
): Promise<{ id: string; number: string }[]> {
  requirePermission(actor, 'invoices.readAll')
  return db
    .selectFrom('invoices')
    .where('givenAt', '>=', from)
    .where('givenAt', '<', until)
    .orderBy('year')
    .orderBy('ordinal')
    .select(['id', 'number'])
    .execute()
}

/** Limit of documents on one print page. */
export const maxInvoicesPerPage = 200

/** Invoices of one month, such as `2026-11`. */
export type InvoicesOfMonth = Page<Invoice> & { month: string }

/**
 * Returns a page of the invoices of one month of the club's calendar (default: the current one), sorted by number, at
 * most 200. Throws `forbidden` without the permission `invoices.readAll`, and `not-found` for an invalid month.
 */
export async function listInvoices(
  actor: Actor,
  query: Partial<PageRange> & { month?: string | null } = {},
): Promise<InvoicesOfMonth> {
  requirePermission(actor, 'invoices.readAll')
  const month = requireMonth(query.month ?? (await thisMonth()))
  const { limit, offset } = clampPageRange(query, maxInvoicesPerPage)
  const [items, { total }] = await Promise.all([
    invoices()
      .where(isInMonth(sql`invoices.given_at`, month))
      .orderBy('invoices.year')
      .orderBy('invoices.ordinal')
      .limit(limit)
      .offset(offset)
      .$castTo<Invoice>()
      .execute(),
    db
      .selectFrom('invoices')
      .where(isInMonth(sql`invoices.given_at`, month))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { month, items, total }
}

async function thisMonth(): Promise<string> {
  const { month } = await db
    .selectNoFrom(sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM')`.as('month'))
    .executeTakeFirstOrThrow()
  return month
}

/**
 * Returns the number that the next invoice of this year will get. Throws `forbidden` without the permission
 * `invoices.readAll`.
 */
export async function nextInvoiceNumber(actor: Actor): Promise<string> {
  requirePermission(actor, 'invoices.readAll')
  const { number } = await db
    .selectFrom('club')
    .select(
      sql<string>`invoice_number(invoice_prefix, ${thisYear},
        (select coalesce(max(ordinal), 0) + 1 from invoices where year = ${thisYear}))`.as('number'),
    )
    .executeTakeFirstOrThrow()
  return number
}

const thisYear = sql<number>`extract(year from ${clubNow} at time zone ${clubZone})::integer`
