import { sql } from 'kysely'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { DeskMethod, PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { unpaidStates } from '#domain/bookings/bookings.rules.ts'
import { notFound } from '#core/errors.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'

/** Money that the desk took or, with minus, handed back, in cents. */
export type DeskEntry = {
  entryId: string
  at: Date
  cents: number
  currency: string
  method: DeskMethod
  /** Who had it in their hands. */
  takenBy: string
  buyerName: string
  slotName: string
  trainerName: string
  /** The number of the terminal's slip; null for other money. */
  slip: string | null
}

/** A day of the club's calendar at the desk, oldest first, with what each way of paying comes to. */
export type DeskDay = { day: string; today: string; entries: DeskEntry[]; cents: Record<DeskMethod, number> }

/**
 * What the desk took and handed back on a day such as `2026-11-22`, today without one: its cash is what the drawer has
 * more than in the morning. Admins only. Throws `not-found` for what is no day.
 */
export async function readDeskDay(actor: Actor, asked: string | null): Promise<DeskDay> {
  requirePermission(actor, 'desk.use')
  if (asked !== null && !isDay(asked)) throw notFound('This day')
  const { today } = await db
    .selectNoFrom(sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM-DD')`.as('today'))
    .executeTakeFirstOrThrow()
  const day = asked ?? today
  const begins = sql`${day}::date::timestamp at time zone ${clubZone}`
  const ends = sql`(${day}::date + 1)::timestamp at time zone ${clubZone}`
  const { rows } = await sql<DeskEntry>`
    with moved as (
      select id as entry_id, booking_id, received_at as at, amount_cents as cents, currency, method, taken_by, slip
      from payments where method <> 'card' and received_at >= ${begins} and received_at < ${ends}
      union all
      select r.id, p.booking_id, r.settled_at, -r.amount_cents, p.currency, r.handed_back, r.handed_back_by, null
      from refunds r join payments p on p.id = r.payment_id
      where r.handed_back is not null and r.settled_at >= ${begins} and r.settled_at < ${ends})
    select moved.entry_id, moved.at, moved.cents, moved.currency, moved.method, takers.name as taken_by, moved.slip,
      buyers.name as buyer_name, slots.name as slot_name, trainers.name as trainer_name
    from moved join bookings on bookings.id = moved.booking_id
      join slots on slots.id = bookings.slot_id
      join trainers on trainers.id = slots.trainer_id
      join users buyers on buyers.id = bookings.buyer_id
      join users takers on takers.id = moved.taken_by
    order by moved.at, moved.entry_id`.execute(db)
  const sumOf = (method: DeskMethod) =>
    rows.reduce((sum, entry) => (entry.method === method ? sum + entry.cents : sum), 0)
  const cents = { cash: sumOf('cash'), terminal: sumOf('terminal'), transfer: sumOf('transfer') }
  return { day, today, entries: rows, cents }
}

const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Money that was paid at the desk and that somebody has to hand back. */
export type RefundDue = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  /** How it was paid. */
  method: DeskMethod
  buyerName: string
  since: Date
}

/** What is to be handed back at the desk, oldest first, at most 100. Admins only. */
export async function listRefundsDue(actor: Actor): Promise<RefundDue[]> {
  requirePermission(actor, 'desk.use')
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .innerJoin('bookings', 'bookings.id', 'payments.bookingId')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
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
}

/** An hour that is held for somebody who said that they pay at the desk. */
export type ExpectedPayment = {
  bookingId: string
  buyerName: string
  slotName: string
  trainerName: string
  /** Null until a package is chosen. */
  plan: PlanName | null
  amountCents: number | null
  currency: string
  holdExpiresAt: Date
}

/** Who is expected at the desk with money, the hold that ends first before the others, at most 100. Admins only. */
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
