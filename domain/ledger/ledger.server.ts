import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod, PlanName } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

export type LedgerKind = 'payment' | 'refund' | 'payout' | 'dispute'

/** One movement of money; `cents` is signed, and 0 for a dispute. */
export type LedgerEntry = {
  kind: LedgerKind
  entryId: string
  cents: number
  currency: string
  enteredAt: Date
  note: string
  /** How it was paid or went back; null for a payout. */
  method: PaymentMethod | null
  bookingId: string | null
  plan: PlanName | null
  slotName: string | null
  trainerName: string | null
  buyerName: string | null
  /** The face of the buyer, or for a payout of the trainer. */
  portrait: Portrait | null
  /** What of a booking's payment can be refunded anew; null for everything else. */
  refundableCents: number | null
  /** What of a booking's payment should have gone back and did not; it is tried again, never refunded anew. */
  failedRefundCents: number
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
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('failedRefunds')
            .whereRef('failedRefunds.paymentId', '=', 'payments.id')
            .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('cents'))
            .as('failed'),
        (join) => join.onTrue(),
      )
      .select([
        'ledger.kind',
        'ledger.entryId',
        'ledger.cents',
        'ledger.currency',
        'ledger.enteredAt',
        'ledger.note',
        'ledger.method',
        'ledger.bookingId',
        'bookings.plan',
        'slots.name as slotName',
        'trainers.name as trainerName',
        sql<string | null>`case when bookings.buyer_id is not null then users.name end`.as('buyerName'),
        portraitOf('images', 'users').as('portrait'),
        sql<number | null>`payments.amount_cents - payments.refunded_cents - failed.cents`.as(
          'refundableCents',
        ),
        sql<number>`failed.cents`.as('failedRefundCents'),
      ])
      .orderBy('ledger.enteredAt', 'desc')
      .orderBy('ledger.entryId', 'desc')
      .execute(),
    lines.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** A line of the ledger with what the club had left after it, in cents. */
export type BalancedEntry = LedgerEntry & { balanceCents: number }

/** The whole ledger, newest first, each line with the balance after it; at most 100 at once. Admins only. */
export async function listBalancedLedger(
  actor: Actor,
  asked: Partial<Stretch> = {},
): Promise<Listed<BalancedEntry>> {
  const { limit, offset } = boundStretch(asked)
  const [{ items, total }, start] = await Promise.all([
    listLedger(actor, { limit, offset }),
    balanceBefore(offset),
  ])
  let balanceCents = start
  const balanced = items.map((entry) => {
    const after = balanceCents
    balanceCents -= entry.cents
    return { ...entry, balanceCents: after }
  })
  return { items: balanced, total }
}

/** What was left before the newest so many lines. */
async function balanceBefore(newest: number): Promise<number> {
  const later = db
    .selectFrom('ledger')
    .select('cents')
    .orderBy('enteredAt', 'desc')
    .orderBy('entryId', 'desc')
    .limit(newest)
  const { cents } = await db
    .selectNoFrom((eb) => [
      sql<number>`(select coalesce(sum(cents), 0) from ledger)
        - (select coalesce(sum(cents), 0) from ${eb.parens(later)} as later)`.as('cents'),
    ])
    .executeTakeFirstOrThrow()
  return cents
}
