import { sql } from 'kysely'
import type { z } from 'zod'
import { db, transaction, type Transaction } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { cards } from '#platform/cards/cards.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type ProcessorRefund,
} from '#platform/cards/card-processor.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { conflict, conflictAt, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { withProcessorErrors } from './attempts.server.ts'
import { refundInput, type RefundInput } from './payments.input.ts'
import { formatMoney } from '#format/money.ts'
import { refundDestinations } from '#format/payment-methods.ts'
import { formatSlotWithTrainer } from '#format/hours.ts'
import {
  retryKey,
  failRefund,
  unrefundedCents,
  queueRefund,
  settleRefund,
  syncRefunds,
  type Charge,
  type Refund,
} from './refund-settlement.server.ts'

export type RefundRequested = { refundId: string; amountCents: number; state: Refund['state'] }

/**
 * Refunds a payment in full or in part, in cents; a job carries it out at the card processor, and what was paid at the
 * desk is due there. Whoever gets back all that is left gives up the hour at once; after a part of it they keep it. One
 * request key is one refund, however often it is sent; two equal partial refunds have two keys. Admins only. Throws
 * `not-found`, `invalid`, and `conflict` when the amount is above what is left beside refunds that failed.
 */
export async function refundPayment(
  actor: Actor,
  input: RefundInput,
): Promise<RefundRequested & { method: PaymentMethod }> {
  const admin = requirePermission(actor, 'refunds.make')
  const request = parseInput(refundInput, input)
  const paymentId = requireId(request.paymentId, 'This payment')
  return transaction((trx) => refundInTransaction(trx, admin, { ...request, paymentId }))
}

/** The same as a part of something larger, for an admin. */
export async function refundInTransaction(
  trx: Transaction,
  admin: Person,
  request: z.output<typeof refundInput>,
): Promise<RefundRequested & { method: PaymentMethod }> {
  const payment = await lockPayment(trx, request.paymentId)
  const requestKey = `admin:${request.requestKey}`
  const earlier = await findByRequestKey(trx, requestKey)
  const { method } = payment
  if (earlier) return { ...repeatedRequest(earlier, request), method }
  const failedCents = await sumFailedRefunds(trx, payment.id)
  const leftCents = payment.amountCents - payment.refundedCents - failedCents
  if (request.amountCents > leftCents && failedCents > 0)
    throw conflictAt(
      'amountCents',
      `A refund of ${formatMoney(failedCents, payment.currency)} did not go through. Try that one again instead.`,
      { leftCents },
    )
  if (request.amountCents > leftCents)
    throw conflictAt(
      'amountCents',
      `At most ${formatMoney(leftCents, payment.currency)} of this payment can be refunded.`,
      { leftCents },
    )
  const refund = await queueRefund(trx, {
    charge: { kind: 'payment', id: payment.id },
    amountCents: request.amountCents,
    reason: request.reason,
    requestKey,
    requestedBy: admin.id,
  })
  await recordRequest(trx, { payment, refund, adminId: admin.id })
  // whoever gets everything back gives the hour back, from the moment it is decided
  if (request.amountCents === leftCents && payment.booking.state === 'paid')
    await transitionBooking(trx, payment.booking, 'refund_due')
  return { ...toRefundRequested(refund), method }
}

/** What should have gone back and did not: it is tried again, so that nothing is refunded beside it. */
async function sumFailedRefunds(trx: Transaction, paymentId: string): Promise<number> {
  const { cents } = await trx
    .selectFrom('failedRefunds')
    .where('paymentId', '=', paymentId)
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

async function lockPayment(trx: Transaction, paymentId: string) {
  const found = await trx
    .selectFrom('payments')
    .select('bookingId')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!found) throw notFound('This payment')
  const booking = await lockBooking(trx, found.bookingId)
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...payment, booking }
}

function repeatedRequest(
  earlier: Refund,
  request: { paymentId: string; amountCents: number },
): RefundRequested {
  if (earlier.paymentId !== request.paymentId || earlier.amountCents !== request.amountCents)
    throw conflict('This form was used for another refund already. Please open it again.')
  return toRefundRequested(earlier)
}

async function recordRequest(
  trx: Transaction,
  act: { payment: Awaited<ReturnType<typeof lockPayment>>; refund: Refund; adminId: string },
): Promise<void> {
  const { payment, refund } = act
  const amount = formatMoney(refund.amountCents, payment.currency)
  await recordAudit(trx, {
    actorId: act.adminId,
    action: 'refund payment',
    subjectKind: 'payment',
    subjectId: payment.id,
    before: { refundedCents: payment.refundedCents },
    after: {
      refundedCents: payment.refundedCents + refund.amountCents,
      amountCents: refund.amountCents,
      reason: refund.reason,
    },
  })
  await recordActivity(trx, {
    userId: payment.booking.buyerId,
    kind: 'refund',
    bookingId: payment.bookingId,
    summary: payment.method === 'card' ? 'A refund is on its way' : 'Money goes back to you',
    detail: `${amount} for ${formatSlotWithTrainer(payment.booking)} goes back ${refundDestinations[payment.method]}.`,
  })
}

/**
 * The job of a refund: does it at the card processor and enters the outcome. Looks first whether the processor
 * has it already, so that no repetition, however late, refunds twice. Throws `CardProcessorUnavailable` to be
 * tried again.
 */
export async function executeRefund(refundId: string): Promise<void> {
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (refund?.state !== 'pending') return
  const charge = await findCharge(refund)
  const { intentId } = charge
  // paid at the desk: somebody hands it back there
  if (intentId === null) return
  const intent = await cards.retrieveIntent(intentId)
  if (intent === null) throw new CardProcessorUnavailable('The processor does not know this payment.')
  const isDone = await withLockedBooking(charge, async (trx) => {
    await syncRefunds(trx, charge, intent.refunds)
    // one that was listed, or given up for another that turned out to be done
    return isListed(refund, intent.refunds) || (await lockRefund(trx, refund.id)).state !== 'pending'
  })
  if (isDone) return
  const made = await requestAtProcessor(refund, intentId)
  await withLockedBooking(charge, async (trx) => {
    const current = await lockRefund(trx, refund.id)
    if (made !== null) await settleRefund(trx, charge, current, made)
    else if (current.state === 'pending') await failRefund(trx, charge, current)
  })
}

const isListed = (refund: Refund, listed: ProcessorRefund[]) =>
  listed.some((entry) => entry.id === refund.processorRefundId || entry.refundId === refund.id)

export async function findCharge(refund: Refund): Promise<Charge> {
  if (refund.paymentId !== null) {
    const payment = await db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', refund.paymentId)
      .executeTakeFirstOrThrow()
    return { kind: 'payment', ...payment }
  }
  const stray = await db
    .selectFrom('strayCharges')
    .selectAll()
    .where('id', '=', refund.strayChargeId)
    .executeTakeFirstOrThrow()
  return { kind: 'stray', ...stray }
}

/** Null when the processor definitely refused. */
async function requestAtProcessor(refund: Refund, intentId: string): Promise<ProcessorRefund | null> {
  try {
    return await cards.refund({
      intentId,
      refundId: refund.id,
      amountCents: refund.amountCents,
      idempotencyKey: `refund:${refund.id}:v${refund.attempt}`,
    })
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    if (error.code !== 'stored_failure') return null
    // this key will only ever repeat its failure; the next try has a new one
    await db
      .updateTable('refunds')
      .set({ attempt: refund.attempt + 1 })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .execute()
    throw new CardProcessorUnavailable('The processor keeps a failure for this request.', { cause: error })
  }
}

export async function withLockedBooking<Answer>(
  charge: Charge,
  work: (trx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return transaction(async (trx) => {
    await lockBooking(trx, charge.bookingId)
    return work(trx)
  })
}

export async function lockRefund(trx: Transaction, refundId: string): Promise<Refund> {
  return trx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Asks again for a refund that the processor refused: the same amount and reason, as a new refund. Looks first
 * whether the processor has it after all: then that is entered, nothing is asked for, and the answer is the
 * refund as it stands. Admins only. Throws `conflict` when the money went back otherwise, and `unavailable`.
 */
export async function retryRefund(actor: Actor, refundId: string): Promise<RefundRequested> {
  const admin = requirePermission(actor, 'refunds.make')
  const id = requireId(refundId, 'This refund')
  const found = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('This refund')
  const charge = await findCharge(found)
  const { intentId } = charge
  if (intentId === null) throw conflict('This money is handed back at the desk.')
  const intent = await withProcessorErrors(() => cards.retrieveIntent(intentId))
  return withLockedBooking(charge, async (trx) => {
    await syncRefunds(trx, charge, intent?.refunds ?? [])
    const refund = await lockRefund(trx, id)
    return refund.state === 'failed'
      ? queueRetry(trx, { admin, charge, failed: refund })
      : toRefundRequested(refund)
  })
}

async function queueRetry(
  trx: Transaction,
  act: { admin: Person; charge: Charge; failed: Refund },
): Promise<RefundRequested> {
  const { charge, failed } = act
  const { amountCents, reason } = failed
  const requestKey = retryKey(failed.id)
  const earlier = await findByRequestKey(trx, requestKey)
  if (earlier) return toRefundRequested(earlier)
  if (amountCents > (await unrefundedCents(trx, charge)))
    throw conflict('This money went back in another way already.')
  const refund = await queueRefund(trx, {
    charge,
    amountCents,
    reason,
    requestKey,
    requestedBy: act.admin.id,
  })
  await recordAudit(trx, {
    actorId: act.admin.id,
    action: 'repeat refund',
    subjectKind: charge.kind,
    subjectId: charge.id,
    after: { amountCents, reason },
  })
  return toRefundRequested(refund)
}

const findByRequestKey = (trx: Transaction, requestKey: string) =>
  trx.selectFrom('refunds').selectAll().where('requestKey', '=', requestKey).executeTakeFirst()

const toRefundRequested = ({ id: refundId, amountCents, state }: Refund): RefundRequested => ({
  refundId,
  amountCents,
  state,
})
