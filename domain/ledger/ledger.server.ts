import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod, PlanName, Tables } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { ledgerPage } from './ledger-page.server.ts'
import { slotNameAtSale } from './slot-name-at-sale.server.ts'

/** A movement of money; `cents` is signed. A cover has two lines, whose sum is 0: one for each trainer. */
export type LedgerEntry = {
  kind: Tables['ledger']['kind']
  entryId: string
  cents: number
  currency: string
  enteredAt: Date
  note: string
  /** Method of the payment or refund; null for a payout or a cover. */
  method: PaymentMethod | null
  bookingId: string | null
  plan: PlanName | null
  /** Name of the slot, or title of another order. */
  slotName: string | null
  trainerName: string | null
  buyerName: string | null
  /** Portrait of the buyer or, for a payout, of the trainer. */
  portrait: Portrait | null
  /** The amount of a booking's payment that can be refunded, in cents; null for other lines. */
  refundableCents: number | null
  /** The amount of failed refunds of a booking's payment, in cents, which are retried. */
  failedRefundCents: number
  /** Whether this is a payout that can be taken back. */
  isReversible: boolean
  /** Balance after the line, in cents. */
  balanceCents: number
}

/**
 * Returns a page of the ledger, newest first, at most 100 lines. Throws `forbidden` without the permission
 * `balance.read`.
 */
export async function listLedger(actor: Actor, range: Partial<PageRange> = {}): Promise<Page<LedgerEntry>> {
  requirePermission(actor, 'balance.read')
  const [items, { total }] = await Promise.all([
    db
      // joins names for the lines of this page only
      .selectFrom(ledgerPage(clampPageRange(range)).as('ledger'))
      .leftJoin('orders', 'orders.id', 'ledger.bookingId')
      .leftJoin('bookings', 'bookings.id', 'orders.id')
      .leftJoin('slots', 'slots.id', 'bookings.slotId')
      .leftJoin('trainers', (join) =>
        join.on((eb) => eb('trainers.id', '=', eb.fn.coalesce('ledger.trainerId', 'slots.trainerId'))),
      )
      .leftJoin('users', (join) =>
        join.on((eb) => eb('users.id', '=', eb.fn.coalesce('orders.buyerId', 'trainers.userId'))),
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
        slotNameAtSale.as('slotName'),
        'trainers.name as trainerName',
        sql<string | null>`case when orders.buyer_id is not null then users.name end`.as('buyerName'),
        portraitJson('images', 'users').as('portrait'),
        sql<number | null>`case when payments.id is not null then refundable_cents(payments) end`.as(
          'refundableCents',
        ),
        sql<number>`failed.cents`.as('failedRefundCents'),
        // counts by the index for each line; an anti-join would read all payouts
        sql<boolean>`ledger.kind = 'payout' and ledger.cents < 0 and (
          select count(*) from payouts reversal where reversal.reverses_id = ledger.entry_id) = 0`.as(
          'isReversible',
        ),
        'ledger.balanceCents',
      ])
      .orderBy('ledger.enteredAt', 'desc')
      .orderBy('ledger.entryId', 'desc')
      .orderBy('ledger.cents', 'desc')
      .execute(),
    db
      .selectFrom('ledgerDays')
      .select(sql<number>`coalesce(sum(entries), 0)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}
