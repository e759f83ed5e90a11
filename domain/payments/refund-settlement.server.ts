import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { DeskMethod, Tables } from '#db/tables.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import type { ProcessorRefund } from '#platform/cards/card-processor.ts'
import { queue } from '#platform/jobs.ts'
import { notifyRefundCameBack, notifyRefundDueAtDesk, notifyRefunded } from './refund-notifications.server.ts'

/** Money received: an order's payment, or a stray charge. */
export type Charge =
  | ({ kind: 'payment' } & Selectable<Tables['payments']>)
  | ({ kind: 'stray' } & Selectable<Tables['strayCharges']>)
export type Refund = Selectable<Tables['refunds']>

const chargeTable = (charge: Pick<Charge, 'kind'>) =>
  charge.kind === 'payment' ? 'payments' : 'strayCharges'
const chargeKeys = (charge: Pick<Charge, 'kind' | 'id'>) =>
  charge.kind === 'payment'
    ? { paymentId: charge.id, strayChargeId: null }
    : { paymentId: null, strayChargeId: charge.id }
const chargeColumn = (charge: Pick<Charge, 'kind'>) =>
  charge.kind === 'payment' ? ('paymentId' as const) : ('strayChargeId' as const)

/** Queue of refunds at the card processor: retried for about a day, at first within seconds. */
export const refundQueue = queue<{ refundId: string }>('refund', {
  retries: 30,
  firstPauseSeconds: 2,
  longestPauseSeconds: 3_600,
})

/** Request key of the retry of a failed refund, which makes the retry idempotent. */
export const retryKey = (failedId: string) => `again:${failedId}`

/**
 * Reserves the amount on the charge, within what the database allows, and enqueues the refund. A desk payment is not
 * enqueued: the refund stays pending until `recordDeskRefund`.
 */
export async function queueRefund(
  trx: Transaction,
  request: {
    charge: Pick<Charge, 'kind' | 'id'>
    amountCents: number
    reason: string
    requestKey: string
    requestedBy?: string
  },
): Promise<Refund> {
  const { charge, ...fields } = request
  await reserve(trx, charge, request.amountCents)
  const refund = await trx
    .insertInto('refunds')
    .values({ ...fields, ...chargeKeys(charge) })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (await isDeskPayment(trx, charge)) notifyRefundDueAtDesk(trx, refund.id)
  else await refundQueue.enqueue(trx, { refundId: refund.id }, { key: refund.id })
  return refund
}

async function isDeskPayment(trx: Transaction, charge: Pick<Charge, 'kind' | 'id'>): Promise<boolean> {
  if (charge.kind === 'stray') return false
  const { method } = await trx
    .selectFrom('payments')
    .where('id', '=', charge.id)
    .select('method')
    .executeTakeFirstOrThrow()
  return method !== 'card'
}

/** Adds to `refunded_cents`, which counts pending and succeeded refunds and is limited to the charge's amount. */
async function reserve(
  trx: Transaction,
  charge: Pick<Charge, 'kind' | 'id'>,
  amountCents: number,
  handedBackCents = 0,
): Promise<void> {
  await trx
    .updateTable(chargeTable(charge))
    .set((eb) => ({
      refundedCents: eb('refundedCents', '+', amountCents),
      handedBackCents: eb('handedBackCents', '+', handedBackCents),
    }))
    .where('id', '=', charge.id)
    .execute()
}

/** Returns the amount of a charge that is neither refunded nor reserved, in cents. */
export async function unrefundedCents(trx: Transaction, charge: Charge): Promise<number> {
  const { refundedCents } = await trx
    .selectFrom(chargeTable(charge))
    .where('id', '=', charge.id)
    .select('refundedCents')
    .executeTakeFirstOrThrow()
  return charge.amountCents - refundedCents
}

/** Updates the refunds of a charge from the processor's list, including refunds made at the processor. */
export async function syncRefunds(
  trx: Transaction,
  charge: Charge,
  listed: ProcessorRefund[],
): Promise<void> {
  if (listed.length === 0) return
  const known = await trx
    .selectFrom('refunds')
    .selectAll()
    .where(chargeColumn(charge), '=', charge.id)
    .orderBy('createdAt', 'desc')
    .forUpdate()
    .execute()
  for (const entry of failedFirst(listed)) {
    const own =
      known.find((refund) => refund.processorRefundId === entry.id) ??
      known.find((refund) => refund.processorRefundId === null && refund.id === entry.refundId)
    if (own) {
      if (own.state === 'failed' && entry.status === 'succeeded')
        await releaseReservations(trx, charge, { known, listed, amountCents: own.amountCents, instead: own })
      await settleRefund(trx, charge, own, entry)
      own.processorRefundId = entry.id
    } else if (entry.status !== 'failed') await recordProcessorRefund(trx, charge, known, listed, entry)
  }
}

/** A refund that failed makes room for a later one of the same money, and the processor lists the newest first. */
const failedFirst = (listed: ProcessorRefund[]): ProcessorRefund[] => [
  ...listed.filter(({ status }) => status === 'failed'),
  ...listed.filter(({ status }) => status !== 'failed'),
]

/** Records the outcome of a refund. Idempotent. */
export async function settleRefund(
  trx: Transaction,
  charge: Charge,
  refund: Refund,
  entry: Pick<ProcessorRefund, 'id' | 'status'>,
): Promise<void> {
  if (entry.status === 'pending' || refund.state === entry.status) {
    if (refund.processorRefundId === null)
      await trx
        .updateTable('refunds')
        .set({ processorRefundId: entry.id })
        .where('id', '=', refund.id)
        .execute()
    return
  }
  if (entry.status === 'failed') {
    if (refund.state === 'succeeded') notifyRefundCameBack(trx, refund.id)
    return failRefund(trx, charge, refund, entry.id)
  }
  if (refund.state === 'failed') await reserve(trx, charge, refund.amountCents)
  await markRefunded(trx, charge, refund.id, { processorRefundId: entry.id })
}

/** Marks a refund as succeeded, notifies the buyer and closes a refunded order. */
export async function markRefunded(
  trx: Transaction,
  charge: Charge,
  refundId: string,
  execution: { processorRefundId: string } | { handedBack: DeskMethod; handedBackBy: string },
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ ...execution, state: 'succeeded', settledAt: clubNow })
    .where('id', '=', refundId)
    .execute()
  await notifyRefunded(trx, refundId)
  await closeRefundedOrder(trx, charge)
}

/** Marks a refund as failed and releases its amount. */
export async function failRefund(
  trx: Transaction,
  charge: Pick<Charge, 'kind' | 'id'>,
  refund: Refund,
  processorRefundId: string | null = null,
): Promise<void> {
  await reserve(trx, charge, -refund.amountCents)
  await trx
    .updateTable('refunds')
    .set({
      state: 'failed',
      settledAt: clubNow,
      ...(processorRefundId === null ? {} : { processorRefundId }),
    })
    .where('id', '=', refund.id)
    .execute()
}

/**
 * Fails pending refunds that the processor does not list, to make room for one that it reports as done: first the
 * retries of that refund, then the newest until the amount fits. The processor will refuse them.
 */
async function releaseReservations(
  trx: Transaction,
  charge: Charge,
  target: { known: Refund[]; listed: ProcessorRefund[]; amountCents: number; instead?: Refund },
): Promise<void> {
  let leftCents = await unrefundedCents(trx, charge)
  const retries = retriesOf(target.known, target.instead)
  const unlisted = target.known.filter(
    (refund) => refund.state === 'pending' && !target.listed.some((other) => other.refundId === refund.id),
  )
  for (const refund of unlisted) {
    if (leftCents >= target.amountCents && !retries.includes(refund)) continue
    await failRefund(trx, charge, refund)
    refund.state = 'failed'
    leftCents += refund.amountCents
  }
}

/** Returns the chain of retries that followed a failed refund. */
function retriesOf(known: Refund[], failed: Refund | undefined): Refund[] {
  const next = failed && known.find((refund) => refund.requestKey === retryKey(failed.id))
  return next ? [next, ...retriesOf(known, next)] : []
}

/** Inserts a refund that was made at the processor. */
async function recordProcessorRefund(
  trx: Transaction,
  charge: Charge,
  known: Refund[],
  listed: ProcessorRefund[],
  entry: ProcessorRefund,
): Promise<void> {
  await releaseReservations(trx, charge, { known, listed, amountCents: entry.amountCents })
  await reserve(trx, charge, entry.amountCents)
  const refund = await trx
    .insertInto('refunds')
    .values({
      ...chargeKeys(charge),
      amountCents: entry.amountCents,
      reason: inEnglish(message('reason.atProcessor')),
      requestKey: `processor:${entry.id}`,
      processorRefundId: entry.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  known.push(refund)
  await settleRefund(trx, charge, refund, entry)
}

/**
 * Replaces a failed refund by one that was handed back by hand, and notifies the buyer. The processor does not know of
 * it.
 */
export async function recordHandedBack(
  trx: Transaction,
  charge: Charge,
  { failed, how, adminId }: { failed: Refund; how: 'cash' | 'transfer'; adminId: string },
): Promise<void> {
  await reserve(trx, charge, failed.amountCents, failed.amountCents)
  const { id } = await trx
    .insertInto('refunds')
    .values({
      ...chargeKeys(charge),
      amountCents: failed.amountCents,
      reason: failed.reason,
      requestKey: retryKey(failed.id),
      requestedBy: adminId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await markRefunded(trx, charge, id, { handedBack: how, handedBackBy: adminId })
}

/** Moves an order to `refunded` once its whole payment is back, or what was to go back has ended in whatever way. */
export async function closeRefundedOrder(trx: Transaction, charge: Charge): Promise<void> {
  if (charge.kind === 'stray') return
  const { refundedCents, openCount } = await trx
    .selectFrom('refunds')
    .leftJoin('failedRefunds', 'failedRefunds.id', 'refunds.id')
    .where('refunds.paymentId', '=', charge.id)
    .select([
      sql<number>`coalesce(sum(refunds.amount_cents) filter (where refunds.state = 'succeeded'), 0)`.as(
        'refundedCents',
      ),
      sql<number>`count(*) filter (where refunds.state = 'pending' or failed_refunds.id is not null)`.as(
        'openCount',
      ),
    ])
    .executeTakeFirstOrThrow()
  const isBack = refundedCents >= charge.amountCents
  if (!isBack && openCount > 0) return
  const order = await lockOrder(trx, charge.bookingId)
  if (order.state === 'refund_due' || (isBack && order.state === 'paid'))
    await transitionOrder(trx, order, 'refunded')
}
