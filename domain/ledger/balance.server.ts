import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import { settings } from '#platform/env.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'

/** The club's money, in cents. */
export type Balance = {
  /** Received less refunded. */
  totalPaymentCents: number
  /** That, less payouts to trainers. */
  totalRemainingCents: number
  currency: string
}

/** Total Payment and Total Remaining Balance, from the ledger. Admins only. */
export async function balance(actor: Actor): Promise<Balance> {
  requireRole(actor, 'admin')
  const sums = await db
    .selectFrom('ledger')
    .select([
      sql<number>`coalesce(sum(cents) filter (where kind in ('payment', 'refund')), 0)`.as(
        'totalPaymentCents',
      ),
      sql<number>`coalesce(sum(cents), 0)`.as('totalRemainingCents'),
    ])
    .executeTakeFirstOrThrow()
  return { ...sums, currency: 'usd' }
}

export type LedgerKind = 'payment' | 'refund' | 'payout' | 'dispute'

/** One movement of money; `cents` is signed, and 0 for a dispute. */
export type LedgerEntry = {
  kind: LedgerKind
  entryId: string
  cents: number
  currency: string
  enteredAt: Date
  note: string
  bookingId: string | null
  plan: PlanName | null
  slotName: string | null
  trainerName: string | null
  buyerName: string | null
  /** The face of the buyer, or for a payout of the trainer. */
  portrait: Portrait | null
  /** What of a booking's payment can still be refunded; null for everything else. */
  refundableCents: number | null
}

/** The ledger, newest first; at most 100 entries at once. Admins only. */
export async function listLedger(
  actor: Actor,
  asked: Partial<Stretch> & { kind?: LedgerKind } = {},
): Promise<Listed<LedgerEntry>> {
  requireRole(actor, 'admin')
  const { limit, offset } = boundStretch(asked)
  const { kind } = asked
  const lines = db
    .selectFrom('ledger')
    .$if(kind !== undefined, (query) => query.where('ledger.kind', '=', kind!))
  // names are looked up for the lines of this stretch only
  const stretch = lines
    .selectAll('ledger')
    .orderBy('ledger.enteredAt', 'desc')
    .orderBy('ledger.entryId', 'desc')
    .limit(limit)
    .offset(offset)
  const [items, { total }] = await Promise.all([
    db
      .selectFrom(stretch.as('ledger'))
      .leftJoin('bookings', 'bookings.id', 'ledger.bookingId')
      .leftJoin('slots', 'slots.id', 'bookings.slotId')
      .leftJoin('trainers', (join) =>
        join.on((eb) => eb('trainers.id', '=', eb.fn.coalesce('ledger.trainerId', 'slots.trainerId'))),
      )
      .leftJoin('users', (join) =>
        join.on((eb) => eb('users.id', '=', eb.fn.coalesce('bookings.buyerId', 'trainers.userId'))),
      )
      .leftJoin('members', 'members.userId', 'users.id')
      .leftJoin('images', 'images.id', 'members.photoId')
      .leftJoin('payments', (join) =>
        join.onRef('payments.id', '=', 'ledger.entryId').on('ledger.kind', '=', 'payment'),
      )
      .select([
        'ledger.kind',
        'ledger.entryId',
        'ledger.cents',
        'ledger.currency',
        'ledger.enteredAt',
        'ledger.note',
        'ledger.bookingId',
        'bookings.plan',
        'slots.name as slotName',
        'trainers.name as trainerName',
        sql<string | null>`case when bookings.buyer_id is not null then users.name end`.as('buyerName'),
        portraitOf('images', 'users').as('portrait'),
        sql<number | null>`payments.amount_cents - payments.refunded_cents`.as('refundableCents'),
      ])
      .orderBy('ledger.enteredAt', 'desc')
      .orderBy('ledger.entryId', 'desc')
      .execute(),
    lines.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** What came in, less what went back, in one month of the club's calendar with one plan. */
export type Income = {
  /** '2026-11' */
  month: string
  plan: PlanName
  cents: number
  /** How many payments that month. */
  payments: number
}

/** Income by month and plan, oldest month first, of the last `months` months. Admins only. */
export async function incomeByMonthAndPlan(actor: Actor, months = 12): Promise<Income[]> {
  requireRole(actor, 'admin')
  const zone = settings.timeZone
  const { rows } = await sql<Income>`
    with moved as (
      select date_trunc('month', ledger.entered_at at time zone ${zone}) as month, bookings.plan, ledger.cents, ledger.kind
      from ledger join bookings on bookings.id = ledger.booking_id
      where ledger.kind in ('payment', 'refund') and bookings.plan is not null
        and ledger.entered_at >= (date_trunc('month', club_now() at time zone ${zone}) - make_interval(months => ${months - 1}))
          at time zone ${zone})
    select to_char(month, 'YYYY-MM') as month, plan, sum(cents)::bigint as cents,
      count(*) filter (where kind = 'payment') as payments
    from moved group by moved.month, plan order by moved.month, plan`.execute(db)
  return rows
}

/** A refund that the processor refused, for an admin to ask for again or to settle otherwise. */
export type FailedRefund = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  bookingId: string
  buyerName: string
  failedAt: Date
}

/** Refunds that failed and that no later one made good, newest first, at most 100. Admins only. */
export async function listFailedRefunds(actor: Actor): Promise<FailedRefund[]> {
  requireRole(actor, 'admin')
  const { rows } = await sql<FailedRefund>`
    select r.id as refund_id, r.amount_cents, c.currency, r.reason, c.booking_id, u.name as buyer_name,
      r.settled_at as failed_at
    from refunds r
      join (select id, booking_id, currency from payments union all select id, booking_id, currency from stray_charges) c
        on c.id = coalesce(r.payment_id, r.stray_charge_id)
      join bookings b on b.id = c.booking_id
      join users u on u.id = b.buyer_id
    where r.state = 'failed' and not exists (select from refunds later where later.request_key = 'again:' || r.id)
    order by r.settled_at desc limit 100`.execute(db)
  return rows
}
