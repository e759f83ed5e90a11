import { sql } from 'kysely'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { PaymentMethod, PlanName } from '#db/tables.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'

/**
 * What was told of a payment, or of what went back of it, when it happened. The database gives them, numbered
 * without gaps a year of the club's calendar, and nothing of one changes later.
 */
export type Invoice = {
  id: string
  /** Such as `PAL-2026-0009`. */
  number: string
  /** For what went back: the number of the payment's own. */
  ofNumber: string | null
  givenAt: Date
  paidAt: Date
  bookingId: string
  /** How it was paid, or went back. */
  method: PaymentMethod
  /** The card processor's name of the payment; null for what the desk took. */
  intentId: string | null
  /** By what the buyer knows the card again; null for other ways, and where the processor did not tell. */
  cardBrand: string | null
  cardLast4: string | null
  /** What was paid, the tax within, or with minus what went back. */
  amountCents: number
  taxCents: number
  taxPercent: number
  currency: string
  /** Why money went back; '' for a payment. */
  reason: string
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  /** Null: the club had not said whether it has one, and gave a receipt; '': it has none. */
  taxNumber: string | null
  buyerName: string
  buyerEmail: string
  /** Several lines, or ''. */
  buyerAddress: string
  slotName: string
  startHour: number
  weekdays: string[]
  trainerName: string
  plan: PlanName
  classes: number
  slotPriceCents: number
  surchargeCents: number
  /** Given at the desk and frozen with the sale, as its reason is; null without one. */
  discountCents: number
  discountReason: string | null
  /** The month that was bought; null when the money came too late for it. */
  monthFrom: Date | null
  monthUntil: Date | null
  lessonCount: number
  firstLessonOn: string | null
  lastLessonOn: string | null
}

const invoices = () =>
  db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .innerJoin('bookings', 'bookings.id', 'payments.bookingId')
    .innerJoin('invoices as first', (join) =>
      join.onRef('first.paymentId', '=', 'invoices.paymentId').on('first.refundId', 'is', null),
    )
    .leftJoin('refunds', 'refunds.id', 'invoices.refundId')
    .select(['invoices.id', 'invoices.number', 'invoices.givenAt', 'payments.receivedAt as paidAt'])
    .select(['bookings.discountCents', 'bookings.discountReason'])
    .select(['payments.bookingId', 'payments.intentId', 'payments.cardBrand', 'payments.cardLast4'])
    .select(['invoices.reason', 'invoices.currency'])
    .select(['invoices.amountCents', 'invoices.taxCents'])
    .select(['invoices.sellerName', 'invoices.sellerAddress', 'invoices.sellerTelephone'])
    .select([
      'invoices.sellerEmail',
      'invoices.taxNumber',
      'invoices.buyerName',
      'invoices.buyerEmail',
      'invoices.buyerAddress',
    ])
    .select(['invoices.slotName', 'invoices.startHour', 'invoices.weekdays', 'invoices.trainerName'])
    .select(['invoices.plan', 'invoices.classes', 'invoices.slotPriceCents', 'invoices.surchargeCents'])
    .select(['invoices.monthFrom', 'invoices.monthUntil', 'invoices.lessonCount'])
    .select(['invoices.firstLessonOn', 'invoices.lastLessonOn'])
    .select([
      sql<PaymentMethod>`coalesce(refunds.handed_back, payments.method)`.as('method'),
      sql<string | null>`case when invoices.refund_id is not null then first.number end`.as('ofNumber'),
      sql<number>`invoices.tax_percent::float8`.as('taxPercent'),
    ])

/**
 * The invoices of a booking, that of the payment first: of the person's own, for admins of anybody's. Throws
 * `not-found` before it is paid.
 */
export async function listInvoicesOf(
  actor: Actor,
  bookingId: string,
): Promise<(Invoice & { buyerId: string })[]> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, 'This receipt')
  const found = await invoices()
    .select('bookings.buyerId')
    .where('bookings.id', '=', id)
    .$if(person.role !== 'admin', (query) => query.where('bookings.buyerId', '=', person.id))
    .orderBy('invoices.year')
    .orderBy('invoices.ordinal')
    .execute()
  if (found.length === 0) throw notFound('This receipt')
  return found
}

/** How many sheets are printed at once. */
export const maxInvoicesPerPage = 200

/** A month such as `2026-11`, and its invoices. */
export type InvoicesOfMonth = Page<Invoice> & { month: string }

/**
 * The invoices of a month of the club's calendar, the present one unless another is asked for, by number; at most
 * 200 at once. Admins only. Throws `not-found` for what is no month.
 */
export async function listInvoices(
  actor: Actor,
  asked: Partial<PageRange> & { month?: string | null } = {},
): Promise<InvoicesOfMonth> {
  requireRole(actor, 'admin')
  const month = asked.month ?? (await thisMonth())
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month)) throw notFound('This month')
  const { limit, offset } = clampPageRange(asked, maxInvoicesPerPage)
  const [items, { total }] = await Promise.all([
    invoices()
      .where(ofMonth(month))
      .orderBy('invoices.year')
      .orderBy('invoices.ordinal')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('invoices')
      .where(ofMonth(month))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { month, items, total }
}

const ofMonth = (month: string) => {
  const first = sql`${`${month}-01`}::date`
  return sql<boolean>`invoices.given_at >= ${first}::timestamp at time zone ${clubZone}
    and invoices.given_at < (${first} + interval '1 month') at time zone ${clubZone}`
}

async function thisMonth(): Promise<string> {
  const { month } = await db
    .selectNoFrom(sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM')`.as('month'))
    .executeTakeFirstOrThrow()
  return month
}

/** The number that the next invoice gets, if it is given this year. Admins only. */
export async function nextInvoiceNumber(actor: Actor): Promise<string> {
  requireRole(actor, 'admin')
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
