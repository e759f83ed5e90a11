import { pool } from '#db/client.ts'

// The raw rows of a simulated year, and how its recount reads them.

type Order = {
  id: string
  kind: string
  buyerId: string
  state: string
  offerId: string | null
  membershipId: string | null
  period: number | null
  priceCents: number
  amountCents: number
  giftCents: number
  discountCents: number
  repeatsId: string | null
  createdAt: Date
  paidAt: Date | null
  beginsAt: Date | null
  untilAt: Date | null
  holdExpiresAt: Date | null
}
type Offer = { id: string; priceCents: number; classes: number | null; periodMonths: number | null }
type Membership = {
  id: string
  memberId: string
  state: string
  endsAt: Date | null
  overBecause: string | null
}
export type Pause = { membershipId: string; fromDay: string; untilDay: string; createdAt: Date }
type Payment = { id: string; orderId: string; method: string; amountCents: number }
type Refund = {
  id: string
  paymentId: string | null
  amountCents: number
  state: string
  settledAt: Date | null
}
/** A time of asking for an order's money; its answer may take days. */
type Try = { orderId: string; askedAt: Date; answeredAt: Date | null; outcome: string | null }
type Place = {
  orderId: string
  memberId: string
  state: string
  attendance: string | null
  bookedAt: Date
  startsAt: Date
  day: string
}

export type Rows = {
  orders: Order[]
  offers: Map<string, Offer>
  memberships: Membership[]
  pauses: Pause[]
  payments: Payment[]
  refunds: Refund[]
  places: Place[]
  tries: Try[]
  /** Orders whose debit a bank has not answered yet. */
  debited: Set<string>
  now: Date
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Runs a query and returns its rows. */
export type Source = (text: string) => Promise<Record<string, unknown>[]>

export const stored: Source = async (text) => (await pool.query<Record<string, unknown>>(text)).rows

export async function select<Row>(source: Source, text: string): Promise<Row[]> {
  return (await source(text)).map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as Row,
  )
}

export async function readRows(source: Source): Promise<Rows> {
  const offers = await select<Offer>(source, 'select id, price_cents, classes, period_months from offers')
  const debited = await select<{ orderId: string }>(
    source,
    `select booking_id as order_id from payment_attempts where state = 'open' and processing_since is not null`,
  )
  const [clock] = await select<{ now: Date }>(source, 'select club_now() as now')
  return {
    orders: await select(source, 'select * from orders order by created_at, id'),
    offers: new Map(offers.map((offer) => [offer.id, offer])),
    memberships: await select(source, 'select * from memberships order by id'),
    pauses: await select(
      source,
      `select membership_id, lower(days)::text as from_day, upper(days)::text as until_day, created_at from pauses order by created_at`,
    ),
    payments: await select(source, 'select id, booking_id as order_id, method, amount_cents from payments'),
    refunds: await select(source, 'select * from refunds'),
    places: await select(
      source,
      `select allowance_id as order_id, member_id, participants.state, attendance, booked_at, starts_at, on_date::text as day
      from participants join lessons on lessons.id = lesson_id where allowance_id is not null`,
    ),
    tries: await select(source, 'select order_id, asked_at, answered_at, outcome from collection_tries'),
    debited: new Set(debited.map(({ orderId }) => orderId)),
    now: clock!.now,
  }
}

export const isOrdered = ({ state }: Order) => state !== 'expired' && state !== 'cancelled'
export const isPaid = ({ paidAt }: Order) => paidAt !== null
export const dayMs = 86_400_000

export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
