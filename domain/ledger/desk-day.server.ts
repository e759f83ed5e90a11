import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { DeskMethod, PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { formatReason } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** Money taken at the desk or, if negative, handed back, in cents. */
export type DeskEntry = {
  /** A correction has two entries, one for each method. */
  kind: 'payment' | 'refund' | 'correction'
  entryId: string
  at: Date
  cents: number
  currency: string
  method: DeskMethod
  /** Name of the member of staff. */
  takenBy: string
  buyerName: string
  slotName: string
  trainerName: string | null
  /** Number on the terminal slip; null for other methods. */
  slip: string | null
  /** Reason of a refund or correction; '' for a payment. */
  note: string
}

/** The movements of one day, oldest first, and their sums by method. */
export type DeskDay = { day: string; today: string; entries: DeskEntry[]; cents: Record<DeskMethod, number> }

/**
 * Returns the movements at the desk on a day such as `2026-11-22`, by default today. The sum of cash is the change of
 * the drawer. Throws `forbidden` without the permission `desk.use`, and `not-found` for an invalid day.
 */
export async function readDeskDay(actor: Actor, requestedDay: string | null): Promise<DeskDay> {
  requirePermission(actor, 'desk.use')
  const { day, today } = await requireDay(requestedDay)
  const from = sql`${day}::date::timestamp at time zone ${clubZone}`
  const until = sql`(${day}::date + 1)::timestamp at time zone ${clubZone}`
  const { rows } = await sql<DeskEntry>`
    with moved as (select * from desk_movements where moved_at >= ${from} and moved_at < ${until})
    select moved.kind, moved.entry_id, moved.moved_at as at, moved.cents, moved.currency, moved.method,
      staff.name as taken_by, moved.slip, moved.note,
      buyers.name as buyer_name, coalesce(orders.title, slots.name) as slot_name, trainers.name as trainer_name
    from moved join orders on orders.id = moved.booking_id
      left join bookings on bookings.id = orders.id
      left join slots on slots.id = bookings.slot_id
      left join trainers on trainers.id = slots.trainer_id
      join users buyers on buyers.id = orders.buyer_id
      join users staff on staff.id = moved.staff_id
    order by moved.moved_at, moved.entry_id, moved.cents`.execute(db)
  const sumOf = (method: DeskMethod) =>
    rows.reduce((sum, entry) => (entry.method === method ? sum + entry.cents : sum), 0)
  const cents = { cash: sumOf('cash'), terminal: sumOf('terminal'), transfer: sumOf('transfer') }
  return { day, today, entries: rows, cents }
}

/** Returns the requested day, by default today. Throws `not-found` for an invalid or future day. */
export async function requireDay(requestedDay: string | null): Promise<{ day: string; today: string }> {
  if (requestedDay !== null && !isDay(requestedDay)) throw notFound(t('refusal.thisDay'))
  const { today } = await db
    .selectNoFrom(sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM-DD')`.as('today'))
    .executeTakeFirstOrThrow()
  return { day: requestedDay ?? today, today }
}

const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** A refund of a desk payment that is due. */
export type RefundDue = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  method: DeskMethod
  buyerName: string
  since: Date
}

/**
 * Returns the refunds due at the desk, oldest first, at most 100. Throws `forbidden` without the permission
 * `desk.use`.
 */
export async function listRefundsDue(actor: Actor): Promise<RefundDue[]> {
  requirePermission(actor, 'desk.use')
  const due = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .where('refunds.state', '=', 'pending')
    .where('payments.method', '<>', 'card')
    .orderBy('refunds.createdAt')
    .orderBy('refunds.id')
    .limit(100)
    .select(['refunds.id as refundId', 'refunds.amountCents', 'payments.currency', 'refunds.reason'])
    .select((eb) => [
      eb.ref('payments.method').$castTo<DeskMethod>().as('method'),
      'users.name as buyerName',
      'refunds.createdAt as since',
    ])
    .execute()
  return due.map((refund) => ({ ...refund, reason: formatReason(refund.reason) }))
}

/** A hold for payment at the desk. */
export type ExpectedPayment = {
  bookingId: string
  buyerName: string
  slotName: string
  trainerName: string
  /** Null before a plan is chosen. */
  plan: PlanName | null
  amountCents: number | null
  currency: string
  holdExpiresAt: Date
}

/**
 * Returns the holds for payment at the desk, by expiry, at most 100. Throws `forbidden` without the permission
 * `desk.use`.
 */
export async function listExpectedPayments(actor: Actor): Promise<ExpectedPayment[]> {
  requirePermission(actor, 'desk.use')
  return db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
    .where('bookings.forDesk', '=', true)
    .where('bookings.state', 'in', unpaidStates)
    .where((eb) => eb.not(holdIsOver))
    .orderBy('bookings.holdExpiresAt')
    .orderBy('bookings.id')
    .limit(100)
    .select(['bookings.id as bookingId', 'users.name as buyerName', 'slots.name as slotName'])
    .select(['trainers.name as trainerName', 'bookings.plan', 'bookings.amountCents', 'bookings.currency'])
    .select((eb) => eb.ref('bookings.holdExpiresAt').$notNull().as('holdExpiresAt'))
    .execute()
}
