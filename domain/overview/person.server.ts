import { sql, type SelectQueryBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import type { BookingState, PaymentMethod, PlanName, Tables } from '#db/tables.ts'
import { auditSubjectsOf, readActivity } from '#domain/activity/activity-log.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { listSlotsWithoutDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { noticeState } from '#domain/mail/change-notices.server.ts'
import { contactFields, officeFields } from '#domain/members/members.input.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { failedRefundCents } from '#domain/payments/refundable-payment.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { t } from '#messages/t.ts'

export type PersonBooking = {
  bookingId: string
  slotId: string
  /** Current price of the slot, in cents. */
  slotPriceCents: number
  /** Price of the month, in cents; null until a plan is chosen. */
  amountCents: number | null
  /** Whether the slot can be booked now, with a date in the coming month. */
  isFree: boolean
  state: BookingState
  plan: PlanName | null
  startHour: number
  trainerName: string
  createdAt: Date
  holdExpiresAt: Date | null
  /** Whether it is on hold for payment at the desk. */
  forDesk: boolean
  paidUntil: Date | null
  currency: string
}

export type PersonPayment = {
  id: string
  bookingId: string
  /** Number of the invoice, such as `PAL-2026-0009`. */
  number: string
  receivedAt: Date
  method: PaymentMethod
  /** Name of the person who took it at the desk. */
  takenBy: string | null
  /** Null without an hour, and then the order has a title. */
  plan: PlanName | null
  title: string | null
  amountCents: number
  refundedCents: number
  /** Cents of refunds that failed. */
  failedCents: number
  /** The amount that can be refunded now. */
  refundableCents: number
  currency: string
}

/** The paginated lists of a person's page. */
export const personLists = ['hours', 'payments', 'letters', 'acts', 'done'] as const
export type PersonList = (typeof personLists)[number]
type PersonQuery = Partial<Record<PersonList, Partial<PageRange>>>

/**
 * Returns what the office knows of a person: profile, open payments, and a page of each list, newest first.
 * Admins only. Throws `not-found`.
 */
export async function getClubPerson(actor: Actor, id: string, query: PersonQuery = {}) {
  requirePermission(actor, 'members.read')
  const userId = requireId(id, t('refusal.thisPerson'))
  const [person, held, hours, payments, letters, acts, done] = await Promise.all([
    findPerson(userId),
    selectBookings(userId).where('bookings.state', 'in', unpaidStates).limit(20).execute(),
    paginate(selectBookings(userId).where('bookings.state', 'not in', unpaidStates), query.hours),
    paginate(selectPayments(userId), query.payments),
    paginate(selectLetters(userId), query.letters),
    paginate(selectActivities(userId), query.acts),
    paginate(selectAuditEntries(userId), query.done),
  ])
  if (!person) throw notFound(t('refusal.thisPerson'))
  const isFree = hours.items.filter((hour) => hour.isFree).map(({ slotId }) => slotId)
  const without = await listSlotsWithoutDates(
    isFree.map((slot) => ({ id: slot, state: 'free', freeFrom: null })),
  )
  const items = hours.items.map((hour) => ({ ...hour, isFree: hour.isFree && !without.has(hour.slotId) }))
  const log = { ...acts, items: acts.items.map(readActivity) }
  return { person, held, hours: { ...hours, items }, payments, letters, acts: log, done }
}

/** Returns a page of a query, with the total. */
async function paginate<Row>(
  rows: SelectQueryBuilder<Tables, never, Row>,
  range: Partial<PageRange> = {},
): Promise<Page<Row>> {
  const { limit, offset } = clampPageRange(range, 20)
  const [items, { total }] = await Promise.all([
    rows.limit(limit).offset(offset).execute(),
    db
      .selectFrom(rows.clearOrderBy().as('rows'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

const findPerson = (userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['users.id', 'users.name', 'users.email', 'users.emailVerified', 'users.createdAt'])
    .select(['members.role', 'members.duty', 'users.erasedAt'])
    .select(contactFields.map((field) => `members.${field}` as const))
    .select(officeFields.map((field) => `members.${field}` as const))
    .select([portraitJson('images', 'users').as('portrait'), clubNow.as('now')])
    .select(sql<boolean>`has_signed_waiver(users.id)`.as('hasSigned'))
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .whereRef('sessions.userId', '=', 'users.id')
        .select((most) => most.fn.max('updatedAt').as('seen'))
        .as('lastSeenAt'),
      eb
        .selectFrom('accounts')
        .whereRef('accounts.userId', '=', 'users.id')
        .select(sql<string[]>`coalesce(array_agg(provider_id order by provider_id), '{}')`.as('ways'))
        .as('waysToSignIn'),
      sql<number>`(select coalesce(sum(payments.amount_cents - refunded_cents), 0)::bigint
        from payments join orders on orders.id = booking_id where buyer_id = users.id)`.as('paidCents'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()

const selectBookings = (userId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .select(['bookings.id as bookingId', 'bookings.state', 'bookings.plan', 'bookings.createdAt'])
    .select(['bookings.holdExpiresAt', 'bookings.forDesk', 'bookings.paidUntil', 'bookings.currency'])
    .select(['slots.startHour', 'trainers.name as trainerName', 'slots.id as slotId'])
    .select(['slots.priceCents as slotPriceCents', 'bookings.amountCents'])
    .select(
      sql<boolean>`(slots.removed_at is null and trainers.retired_at is null and not exists (
        select from bookings where bookings.slot_id = slots.id and ${occupiesSlot}))`.as('isFree'),
    )
    .where('bookings.buyerId', '=', userId)
    .orderBy('bookings.createdAt', 'desc')
    .orderBy('bookings.id', 'desc')

const selectPayments = (userId: string) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .leftJoin('bookings', 'bookings.id', 'orders.id')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.paymentId', '=', 'payments.id')
        .on('invoices.refundId', 'is', null)
        .on('invoices.amountCents', '>', 0)
        .on(sql<boolean>`not exists (select from invoices other where other.corrects = invoices.id)`),
    )
    .leftJoin('users as takers', 'takers.id', 'payments.takenBy')
    .select(['payments.id', 'payments.bookingId', 'invoices.number', 'payments.receivedAt'])
    .select(['payments.method', 'takers.name as takenBy', 'payments.amountCents', 'payments.refundedCents'])
    .select(['payments.currency', 'bookings.plan', 'orders.title'])
    .select([
      failedRefundCents.as('failedCents'),
      sql<number>`refundable_cents(payments)`.as('refundableCents'),
    ])
    .where('orders.buyerId', '=', userId)
    .orderBy('payments.receivedAt', 'desc')
    .orderBy('payments.id', 'desc')

const selectLetters = (userId: string) =>
  db
    .selectFrom('letters')
    .innerJoin('members', 'members.userId', 'letters.userId')
    .leftJoin('tellings', 'tellings.letterId', 'letters.id')
    .leftJoin('users as tellers', 'tellers.id', 'tellings.toldBy')
    .select(['letters.id', 'subject', 'queuedAt', 'handedOverAt', 'failedAt'])
    .select(['toldAt', 'tellers.name as toldBy', 'members.datesSeenAt', noticeState().as('notice')])
    .where('letters.userId', '=', userId)
    .orderBy('queuedAt', 'desc')
    .orderBy('letters.id', 'desc')

const selectActivities = (userId: string) =>
  db
    .selectFrom('activities')
    .select(['id', 'summary', 'detail', 'facts', 'times', 'happenedAt'])
    .where('userId', '=', userId)
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')

/** Query of the person's audit entries. */
const selectAuditEntries = (userId: string) =>
  db
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.id', 'auditEntries.actorId')
    .select(['auditEntries.id', 'action', 'before', 'after', 'users.name as actorName', 'happenedAt'])
    .where('subjectId', 'in', auditSubjectsOf(userId))
    .orderBy('auditEntries.id', 'desc')
