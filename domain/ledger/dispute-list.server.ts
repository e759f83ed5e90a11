import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'

/** A dispute of a card payment, an inquiry included. Amounts in cents. */
export type DisputeForAdmin = {
  disputeId: string
  buyerId: string
  buyerName: string
  slotName: string
  /** Null without an hour. */
  trainerName: string | null
  amountCents: number
  currency: string
  reason: string
  status: string
  openedAt: Date
  /** The last moment to answer; null when no answer is expected. */
  answerBy: Date | null
  /** Withdrawn and not reinstated. */
  withdrawnCents: number
  feeCents: number
  /** Null for money that was paid twice. */
  paymentId: string | null
  /** What of the payment can be refunded now; a refund answers an inquiry. */
  refundableCents: number
}

const isUnderWay = sql<boolean>`disputes.status not in ('won', 'lost', 'warning_closed', 'prevented')`

/**
 * Returns a page of disputes, those under way first by the day to answer, then the newest. Throws `forbidden` without
 * the permission `balance.read`.
 */
export async function listDisputes(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<DisputeForAdmin>> {
  requirePermission(actor, 'balance.read')
  const { limit, offset } = clampPageRange(range)
  const [items, { total }] = await Promise.all([
    db
      .selectFrom('disputes')
      .leftJoin('payments', 'payments.id', 'disputes.paymentId')
      .leftJoin('strayCharges', 'strayCharges.id', 'disputes.strayChargeId')
      .innerJoin('orders', (join) =>
        join.on((eb) => eb('orders.id', '=', eb.fn.coalesce('payments.bookingId', 'strayCharges.bookingId'))),
      )
      .innerJoin('users', 'users.id', 'orders.buyerId')
      .leftJoin('bookings', 'bookings.id', 'orders.id')
      .leftJoin('slots', 'slots.id', 'bookings.slotId')
      .leftJoin('trainers', 'trainers.id', 'slots.trainerId')
      .orderBy(isUnderWay, 'desc')
      .orderBy(sql`case when ${isUnderWay} then disputes.answer_by end`)
      .orderBy('disputes.openedAt', 'desc')
      .orderBy('disputes.id')
      .limit(limit)
      .offset(offset)
      .select(['disputes.id as disputeId', 'orders.buyerId', 'users.name as buyerName'])
      .select(['trainers.name as trainerName', 'disputes.amountCents'])
      .select(['disputes.currency', 'disputes.reason', 'disputes.status', 'disputes.openedAt'])
      .select(['disputes.answerBy', 'disputes.paymentId'])
      .select([
        sql<string>`coalesce(orders.title, slots.name)`.as('slotName'),
        sql<number>`(select coalesce(-sum(moved_cents), 0)::integer from processor_movements m
          where m.dispute_id = disputes.id)`.as('withdrawnCents'),
        sql<number>`(select coalesce(sum(cost_cents), 0)::integer from processor_movements m
          where m.dispute_id = disputes.id)`.as('feeCents'),
        sql<number>`case when payments.id is null then 0 else refundable_cents(payments) end`.as(
          'refundableCents',
        ),
      ])
      .execute(),
    db
      .selectFrom('disputes')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** A warning of a card's bank about a payment that is still the club's. */
export type FraudWarningForAdmin = {
  warningId: string
  paymentId: string
  buyerName: string
  amountCents: number
  currency: string
  fraudType: string
  warnedAt: Date
}

/**
 * Returns the warnings without a decision, newest first, at most 100: the payment was neither refunded nor disputed nor
 * kept on purpose. Throws `forbidden` without the permission `balance.read`.
 */
export async function listOpenFraudWarnings(actor: Actor): Promise<FraudWarningForAdmin[]> {
  requirePermission(actor, 'balance.read')
  return db
    .selectFrom('fraudWarnings')
    .innerJoin('payments', 'payments.id', 'fraudWarnings.paymentId')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .where('keptAt', 'is', null)
    .where(sql<boolean>`refundable_cents(payments) > 0`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('disputes').whereRef('disputes.paymentId', '=', 'payments.id').select('disputes.id'),
        ),
      ),
    )
    .orderBy('warnedAt', 'desc')
    .orderBy('fraudWarnings.id')
    .limit(100)
    .select(['fraudWarnings.id as warningId', 'payments.id as paymentId', 'users.name as buyerName'])
    .select(['payments.amountCents', 'payments.currency', 'fraudType', 'warnedAt'])
    .execute()
}

/** Disputes under way and fraud warnings, for the list of open tasks. */
export type DisputesToDo = {
  /** Disputes that the club is to answer. */
  toAnswer: number
  /** The first day to answer by; null without one. */
  answerBy: Date | null
  warnings: number
}

/** Counts open tasks about disputes. Throws `forbidden` without the permission `balance.read`. */
export async function countDisputesToDo(actor: Actor): Promise<DisputesToDo> {
  const [warnings, { toAnswer, answerBy }] = await Promise.all([
    listOpenFraudWarnings(actor),
    db
      .selectFrom('disputes')
      .where(isUnderWay)
      .where('status', 'like', '%needs_response')
      .select((eb) => [eb.fn.countAll<number>().as('toAnswer'), eb.fn.min('answerBy').as('answerBy')])
      .executeTakeFirstOrThrow(),
  ])
  return { toAnswer, answerBy: answerBy ?? null, warnings: warnings.length }
}
