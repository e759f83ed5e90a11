import { sql, type SqlBool } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import type { Renewal, PaymentMethod, BookingPeriod, RefundSettlementWay } from '#db/tables.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { planPrices, type Plan } from '#domain/offers/plans.rules.ts'
import { plansJson } from '#domain/offers/price-settings.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { formatReason, formatReasonIfAny } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import type { BookingState, PlanName } from './bookings.rules.ts'
import { renewalIsOpen } from './renewal-window.server.ts'

/** A booking as its buyer sees it. Amounts are monthly and in cents. */
export type Booking = {
  id: string
  state: BookingState
  /** The hold has expired: the booking can no longer be changed or paid. */
  holdIsOver: boolean
  holdExpiresAt: Date | null
  /** Database time of the query; the start of countdowns. */
  dbNow: Date
  createdAt: Date
  paidAt: Date | null
  /** Start of the month, possibly in the future; null when it starts with the payment. */
  beginsAt: Date | null
  paidUntil: Date | null
  /** Whether the month is the slot's current one or follows it. */
  period: BookingPeriod
  renewal: Renewal
  /** The renewal window is open: the next month can be purchased. */
  renewalIsOpen: boolean
  /** The buyer's own month that this booking renews, while they have first refusal. */
  renewalOf: { bookingId: string; until: Date } | null
  trainer: { id: string; name: string; email: string; picture: Portrait | null; worksHere: boolean }
  slot: { id: string; name: string; startHour: number; weekdays: string[] }
  /** `email` is that of the sign-in; empty without one. */
  buyer: { id: string; name: string; email: string }
  plan: PlanName | null
  /** Classes per month with the plan; null before a plan is chosen. */
  classes: number | null
  slotPriceCents: number
  /** Price with the plan, less the discount; null before a plan is chosen. */
  amountCents: number | null
  discountCents: number
  discountReason: string | null
  /** The buyer chose to pay at the desk. */
  forDesk: boolean
  planPrices: Record<PlanName, number>
  /** The plans as they are sold now. */
  plans: Plan[]
  currency: string
  /** The processor's message about the last declined card, if any. */
  failure: string | null
  payment: {
    id: string
    method: PaymentMethod
    /** Null for desk payments. */
    intentId: string | null
    amountCents: number
    refundedCents: number
    receivedAt: Date
  } | null
  /**
   * Refunds of the payment and of duplicate charges, by state; null when there are none. A failed refund that was
   * requested again counts only as the new one.
   */
  refund: {
    pendingCents: number
    succeededCents: number
    failedCents: number
    reason: string
    /** How the office settled a failed one without the card. */
    settledHow: RefundSettlementWay | null
  } | null
}

/** Returns the actor's own booking. Throws `not-found` for other people's and unknown bookings. */
export async function getBooking(actor: Actor, bookingId: string): Promise<Booking> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const row = await bookingsOfBuyer(person.id).where('bookings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisBooking'))
  return toBooking(row)
}

/** Returns any booking. Throws `forbidden` without the permission `bookings.readAll`, and `not-found`. */
export async function getAnyBooking(actor: Actor, bookingId: string): Promise<Booking> {
  requirePermission(actor, 'bookings.readAll')
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const row = await bookingQuery().where('bookings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisBooking'))
  return toBooking(row)
}

/** Returns a page of the actor's own bookings, newest first, at most 100. */
export async function listBookings(actor: Actor, range: Partial<PageRange> = {}): Promise<Page<Booking>> {
  const person = requirePerson(actor)
  const { limit, offset } = clampPageRange(range)
  const [rows, { total }] = await Promise.all([
    bookingsOfBuyer(person.id)
      .orderBy('bookings.createdAt', 'desc')
      .orderBy('bookings.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('bookings')
      .where('buyerId', '=', person.id)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toBooking), total }
}

/** SQL predicate: the booking is the first month of a slot, paid within the last 7 days. */
const isRecentPurchase = sql<SqlBool>`(bookings.state = 'paid' and bookings.month_number = 1
  and bookings.paid_at > ${clubNow} - interval '7 days')`

/** Returns the actor's most recent such booking; null for visitors and when there is none. */
export async function findRecentBooking(actor: Actor): Promise<Booking | null> {
  if (actor.kind === 'visitor') return null
  const row = await bookingsOfBuyer(actor.id)
    .where(isRecentPurchase)
    .orderBy('bookings.paidAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toBooking(row) : null
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingsOfBuyer>['executeTakeFirstOrThrow']>>

const bookingsOfBuyer = (buyerId: string) => bookingQuery().where('bookings.buyerId', '=', buyerId)

function bookingQuery() {
  return db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .innerJoin('users as trainerUsers', 'trainerUsers.id', 'trainers.userId')
    .innerJoin('members as trainerMembers', 'trainerMembers.userId', 'trainers.userId')
    .innerJoin('users as buyers', 'buyers.id', 'bookings.buyerId')
    .leftJoin('images', (join) =>
      join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainers.photoId', 'trainerMembers.photoId'))),
    )
    .leftJoin('bookings as renewed', (join) =>
      join
        .onRef('renewed.id', '=', 'bookings.followsId')
        .onRef('renewed.buyerId', '=', 'bookings.buyerId')
        .on('renewed.state', '=', 'paid')
        .on('renewed.renewal', '=', 'undecided')
        .on('renewed.paidUntil', '>', clubNow),
    )
    .leftJoin('payments', 'payments.bookingId', 'bookings.id')
    .leftJoin('paymentAttempts', (join) =>
      join
        .onRef('paymentAttempts.bookingId', '=', 'bookings.id')
        .onRef('paymentAttempts.attempt', '=', 'bookings.attempt'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('refunds')
          .leftJoin('strayCharges', 'strayCharges.id', 'refunds.strayChargeId')
          .where((or) =>
            or.or([
              or('refunds.paymentId', '=', or.ref('payments.id')),
              or('strayCharges.bookingId', '=', or.ref('bookings.id')),
            ]),
          )
          .select([
            refundSum('pending').as('pendingCents'),
            refundSum('succeeded').as('succeededCents'),
            sql<number>`coalesce(sum(refunds.amount_cents) filter (
              where refunds.id in (select id from failed_refunds)), 0)`.as('failedCents'),
            sql<string | null>`(array_agg(refunds.reason order by refunds.created_at desc))[1]`.as(
              'refundReason',
            ),
            sql<RefundSettlementWay | null>`(select how from refund_settlements
              where refund_id = any (array_agg(refunds.id)) order by settled_at desc limit 1)`.as(
              'settledHow',
            ),
          ])
          .as('refundSums'),
      (join) => join.onTrue(),
    )
    .select([
      'bookings.id',
      'bookings.state',
      'bookings.plan',
      'bookings.planClasses',
      plansJson.as('plans'),
      'bookings.slotPriceCents',
      'bookings.amountCents',
      'bookings.discountCents',
      'bookings.discountReason',
      'bookings.forDesk',
      'bookings.currency',
      'bookings.holdExpiresAt',
      'bookings.createdAt',
      'bookings.paidAt',
      'bookings.beginsAt',
      'bookings.period',
      'bookings.renewal',
      renewalIsOpen.as('renewalIsOpen'),
      'bookings.paidUntil',
      'renewed.id as renewedId',
      'renewed.paidUntil as renewedUntil',
      holdIsOver.as('holdIsOver'),
      clubNow.as('dbNow'),
      'slots.id as slotId',
      'slots.name as slotName',
      'slots.startHour',
      'trainers.id as trainerId',
      'trainers.name as trainerName',
      // a paid month keeps its days when its trainer has others
      monthWeekdays().as('weekdays'),
      'trainers.retiredAt',
      sql<string>`trainer_users.email`.as('trainerEmail'),
      portraitJson('images', 'trainer_users').as('trainerPortrait'),
      'buyers.id as buyerId',
      'buyers.name as buyerName',
      sql<string>`coalesce(buyers.email, '')`.as('buyerEmail'),
      'paymentAttempts.failure',
      'payments.id as paymentId',
      'payments.method',
      'payments.intentId',
      'payments.amountCents as paidCents',
      'payments.refundedCents',
      'payments.receivedAt',
      'refundSums.pendingCents',
      'refundSums.succeededCents',
      'refundSums.failedCents',
      'refundSums.refundReason',
      'refundSums.settledHow',
    ])
}

const refundSum = (state: 'pending' | 'succeeded') =>
  sql<number>`coalesce(sum(refunds.amount_cents) filter (where refunds.state = ${state}), 0)`

function toBooking(row: BookingRow): Booking {
  return {
    id: row.id,
    state: row.state,
    holdIsOver: row.holdIsOver,
    holdExpiresAt: row.holdExpiresAt,
    dbNow: row.dbNow,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    beginsAt: row.beginsAt,
    period: row.period,
    renewal: row.renewal,
    renewalIsOpen: row.renewalIsOpen,
    paidUntil: row.paidUntil,
    renewalOf:
      row.renewedId && row.renewedUntil ? { bookingId: row.renewedId, until: row.renewedUntil } : null,
    trainer: {
      id: row.trainerId,
      name: row.trainerName,
      email: row.trainerEmail,
      picture: row.trainerPortrait,
      worksHere: row.retiredAt === null,
    },
    slot: {
      id: row.slotId,
      name: row.slotName,
      startHour: row.startHour,
      weekdays: row.weekdays,
    },
    buyer: { id: row.buyerId, name: row.buyerName, email: row.buyerEmail },
    plan: row.plan,
    classes: row.planClasses,
    slotPriceCents: row.slotPriceCents,
    amountCents: row.amountCents,
    discountCents: row.discountCents,
    discountReason: row.discountReason,
    forDesk: row.forDesk,
    planPrices: planPrices(row.slotPriceCents, row.plans),
    plans: row.plans,
    currency: row.currency,
    failure: row.state === 'paying' ? formatReasonIfAny(row.failure) : null,
    payment: toBookingPayment(row),
    refund: toBookingRefund(row),
  }
}

function toBookingPayment(row: BookingRow): Booking['payment'] {
  if (row.paymentId === null || row.method === null || row.receivedAt === null) return null
  return {
    id: row.paymentId,
    method: row.method,
    intentId: row.intentId,
    amountCents: row.paidCents ?? 0,
    refundedCents: row.refundedCents ?? 0,
    receivedAt: row.receivedAt,
  }
}

function toBookingRefund(row: BookingRow): Booking['refund'] {
  if (row.refundReason === null) return null
  const { pendingCents, succeededCents, failedCents, refundReason, settledHow } = row
  return {
    pendingCents: pendingCents ?? 0,
    succeededCents: succeededCents ?? 0,
    failedCents: failedCents ?? 0,
    reason: formatReason(refundReason),
    settledHow,
  }
}
