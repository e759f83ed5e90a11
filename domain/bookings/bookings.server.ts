import { sql, type SqlBool } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { renewalIsOpen } from './renewal-window.server.ts'
import type { Renewal, PaymentMethod, BookingPeriod } from '#db/tables.ts'
import { planOf, planPrices, type BookingState, type PlanName } from './bookings.rules.ts'

/** A booking as its buyer sees it. Amounts are integer cents a month. */
export type Booking = {
  id: string
  state: BookingState
  /** Held or paying, but its time is up: it can no longer be changed or paid. */
  holdIsOver: boolean
  holdExpiresAt: Date | null
  /** The database's time of this reading: what a countdown starts from. */
  dbNow: Date
  createdAt: Date
  paidAt: Date | null
  /** When its month begins, which may be ahead; null as long as that is the moment it is paid. */
  beginsAt: Date | null
  paidUntil: Date | null
  /** Whether the hour is theirs now, or once the month before is over. */
  period: BookingPeriod
  renewal: Renewal
  /** Its month is in its last days: now the next one can be bought. */
  renewalIsOpen: boolean
  /** The own month that this one is to follow, as long as nobody else can have the hour after it. */
  renewalOf: { bookingId: string; until: Date } | null
  trainer: { id: string; name: string; email: string; picture: Portrait | null; worksHere: boolean }
  slot: { id: string; name: string; startHour: number; weekdays: string[] }
  buyer: { id: string; name: string; email: string }
  plan: PlanName | null
  /** Classes a month with the chosen plan; null before one is chosen. */
  classes: number | null
  slotPriceCents: number
  /** What the booking costs with its plan, less the discount; null before one is chosen. */
  amountCents: number | null
  /** Given at the desk, with the reason. */
  discountCents: number
  discountReason: string | null
  /** Its buyer said that they pay at the desk. */
  forDesk: boolean
  planPrices: Record<PlanName, number>
  currency: string
  /** Why the last card was declined, in the processor's words; null when none was. */
  failure: string | null
  payment: {
    id: string
    method: PaymentMethod
    /** Null for what was paid at the desk. */
    intentId: string | null
    amountCents: number
    refundedCents: number
    receivedAt: Date
  } | null
  /**
   * What goes or went back to the buyer, a second payment included, by state; null when nothing does. What
   * failed and was asked for again counts as that.
   */
  refund: { pendingCents: number; succeededCents: number; failedCents: number; reason: string } | null
}

/** The person's booking. Throws `not-found` for anybody else's, and for what is not there. */
export async function getBooking(actor: Actor, bookingId: string): Promise<Booking> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, 'This booking')
  const row = await bookingsOfBuyer(person.id).where('bookings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This booking')
  return toBooking(row)
}

/** Anybody's booking, as its buyer sees it. Admins only. Throws `not-found`. */
export async function getAnyBooking(actor: Actor, bookingId: string): Promise<Booking> {
  requireRole(actor, 'admin')
  const id = requireId(bookingId, 'This booking')
  const row = await bookingQuery().where('bookings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This booking')
  return toBooking(row)
}

/** The person's bookings, newest first; at most 100 at once. */
export async function listBookings(actor: Actor, asked: Partial<PageRange> = {}): Promise<Page<Booking>> {
  const person = requirePerson(actor)
  const { limit, offset } = clampPageRange(asked)
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

/** Whether a booking is news: the first month of an hour, which is theirs and was paid within a week. */
export const isRecentPurchase = sql<SqlBool>`(bookings.state = 'paid' and bookings.month_number = 1
  and bookings.paid_at > ${clubNow} - interval '7 days')`

/** The booking that is news; of several the one that was paid last. Null for visitors and whoever has none. */
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
    .leftJoin('bookings as before', (join) =>
      join
        .onRef('before.id', '=', 'bookings.followsId')
        .onRef('before.buyerId', '=', 'bookings.buyerId')
        .on('before.state', '=', 'paid')
        .on('before.renewal', '=', 'undecided')
        .on('before.paidUntil', '>', clubNow),
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
          ])
          .as('refundSums'),
      (join) => join.onTrue(),
    )
    .select([
      'bookings.id',
      'bookings.state',
      'bookings.plan',
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
      'before.id as renewedId',
      'before.paidUntil as renewedUntil',
      holdIsOver.as('holdIsOver'),
      clubNow.as('dbNow'),
      'slots.id as slotId',
      'slots.name as slotName',
      'slots.startHour',
      'trainers.id as trainerId',
      'trainers.name as trainerName',
      'trainers.weekdays',
      'trainers.retiredAt',
      'trainerUsers.email as trainerEmail',
      portraitJson('images', 'trainer_users').as('trainerPortrait'),
      'buyers.id as buyerId',
      'buyers.name as buyerName',
      'buyers.email as buyerEmail',
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
    classes: row.plan === null ? null : planOf(row.plan).classes,
    slotPriceCents: row.slotPriceCents,
    amountCents: row.amountCents,
    discountCents: row.discountCents,
    discountReason: row.discountReason,
    forDesk: row.forDesk,
    planPrices: planPrices(row.slotPriceCents),
    currency: row.currency,
    failure: row.state === 'paying' ? row.failure : null,
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
  const { pendingCents, succeededCents, failedCents, refundReason } = row
  return {
    pendingCents: pendingCents ?? 0,
    succeededCents: succeededCents ?? 0,
    failedCents: failedCents ?? 0,
    reason: refundReason,
  }
}
