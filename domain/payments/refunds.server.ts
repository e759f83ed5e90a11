import { sql } from 'kysely'
import type { z } from 'zod'
import { conflict, conflictAt, notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { describeOrder, lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { formatMoney } from '#format/money.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type ProcessorRefund,
} from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { withProcessorErrors } from './attempts.server.ts'
import { requireUndisputed } from './disputes.server.ts'
import { refundInput, type RefundInput } from './payments.input.ts'
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
 * Refunds a payment in full or in part, in cents. A job makes the refund at the card processor; a desk payment is
 * refunded by hand. Refunding all that is left ends the order at once. Idempotent by request key. Throws `forbidden`
 * without the permission `refunds.make`, `not-found` and `invalid`. Throws `conflict` when the amount exceeds what is
 * left after failed refunds, and while a dispute is open or lost.
 */
export async function refundPayment(
  actor: Actor,
  input: RefundInput,
): Promise<RefundRequested & { method: PaymentMethod }> {
  const admin = requirePermission(actor, 'refunds.make')
  const request = parseInput(refundInput, input)
  const paymentId = requireId(request.paymentId, t('refusal.thisPayment'))
  return transaction((trx) => refundInTransaction(trx, admin, { ...request, paymentId }))
}

/** `refundPayment` within the transaction of a larger operation. */
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
  await requireUndisputed(trx, { kind: 'payment', id: payment.id })
  const failedCents = await sumFailedRefunds(trx, payment.id)
  const { leftCents, spentCents } = payment
  if (request.amountCents > leftCents && failedCents > 0)
    throw conflictAt(
      'amountCents',
      t('refusal.aRefundOfDidnt', { failed: formatMoney(failedCents, payment.currency) }),
      { leftCents },
    )
  if (request.amountCents > leftCents)
    throw conflictAt(
      'amountCents',
      t('refusal.atMostOfThis', { left: formatMoney(leftCents, payment.currency) }),
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
  // a full refund ends the order when it is requested, not when it succeeds; a gift card keeps what was spent of it
  if (request.amountCents === leftCents && spentCents === 0 && payment.order.state === 'paid')
    await transitionOrder(trx, payment.order, 'refund_due')
  return { ...toRefundRequested(refund), method }
}

/** Returns the amount of failed refunds, in cents; they are retried, so their money is not available. */
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
  if (!found) throw notFound(t('refusal.thisPayment'))
  const order = await lockOrder(trx, found.bookingId)
  const spentCents = await lockGiftCard(trx, order.id)
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .select(sql<number>`refundable_cents(payments)`.as('leftCents'))
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...payment, order, spentCents }
}

/**
 * Locks the gift card that an order bought, if it bought one, so that it is not spent while its money goes back. Requires
 * the locked order. Returns what is spent of it, in cents, which cannot go back.
 */
export async function lockGiftCard(trx: Transaction, orderId: string): Promise<number> {
  const giftCard = await trx
    .selectFrom('vouchers')
    .where('orderId', '=', orderId)
    .select('spentCents')
    .forUpdate()
    .executeTakeFirst()
  return giftCard?.spentCents ?? 0
}

function repeatedRequest(
  earlier: Refund,
  request: { paymentId: string; amountCents: number },
): RefundRequested {
  if (earlier.paymentId !== request.paymentId || earlier.amountCents !== request.amountCents)
    throw conflict(t('refusal.thisFormHasAlreadyBeen'))
  return toRefundRequested(earlier)
}

async function recordRequest(
  trx: Transaction,
  request: { payment: Awaited<ReturnType<typeof lockPayment>>; refund: Refund; adminId: string },
): Promise<void> {
  const { payment, refund } = request
  await recordAudit(trx, {
    actorId: request.adminId,
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
    userId: payment.order.buyerId,
    kind: 'refund',
    bookingId: payment.bookingId,
    summary: message(payment.method === 'card' ? 'activity.refundOnItsWay' : 'activity.moneyComesBack'),
    detail: message('activity.refund', {
      amount: { cents: refund.amountCents, currency: payment.currency },
      what: await describeOrder(trx, payment.order),
      method: payment.method,
    }),
  })
}

/**
 * Job: makes a refund at the card processor and records the outcome. First reads the processor's list, so that no
 * retry refunds twice. Throws `CardProcessorUnavailable` to be retried.
 */
export async function executeRefund(refundId: string): Promise<void> {
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (refund?.state !== 'pending') return
  const charge = await findCharge(refund)
  const { intentId } = charge
  // a desk payment is refunded by hand
  if (intentId === null) return
  const intent = await cards.retrieveIntent(intentId)
  if (intent === null) throw new CardProcessorUnavailable('The processor does not know this payment.')
  const isDone = await withLockedOrder(charge, async (trx) => {
    await syncRefunds(trx, charge, intent.refunds)
    // it was listed, or failed in favour of another refund that was listed
    return isListed(refund, intent.refunds) || (await lockRefund(trx, refund.id)).state !== 'pending'
  })
  if (isDone) return
  const created = await requestAtProcessor(refund, intentId)
  await withLockedOrder(charge, async (trx) => {
    const current = await lockRefund(trx, refund.id)
    if (created !== null) await settleRefund(trx, charge, current, created)
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

/** Returns null when the processor refused. */
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
    // this idempotency key would repeat the stored failure for ever
    await db
      .updateTable('refunds')
      .set({ attempt: refund.attempt + 1 })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .execute()
    throw new CardProcessorUnavailable('The processor keeps a failure for this request.', { cause: error })
  }
}

export async function withLockedOrder<Result>(
  charge: Charge,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(async (trx) => {
    await lockOrder(trx, charge.bookingId)
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
 * Retries a failed refund as a new one with the same amount and reason. If the processor lists the failed one as done
 * after all, records that instead. Returns the refund. Throws `forbidden` without the permission `refunds.make`,
 * `not-found` and `unavailable`. Throws `conflict` when the money was returned in another way.
 */
export async function retryRefund(actor: Actor, refundId: string): Promise<RefundRequested> {
  const admin = requirePermission(actor, 'refunds.make')
  const id = requireId(refundId, t('refusal.thisRefund'))
  const found = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisRefund'))
  const charge = await findCharge(found)
  const { intentId } = charge
  if (intentId === null) throw conflict(t('refusal.thisMoneyIsHanded'))
  const intent = await withProcessorErrors(() => cards.retrieveIntent(intentId))
  return withLockedOrder(charge, async (trx) => {
    await syncRefunds(trx, charge, intent?.refunds ?? [])
    const refund = await lockRefund(trx, id)
    return refund.state === 'failed'
      ? queueRetry(trx, { admin, charge, failed: refund })
      : toRefundRequested(refund)
  })
}

async function queueRetry(
  trx: Transaction,
  request: { admin: Person; charge: Charge; failed: Refund },
): Promise<RefundRequested> {
  const { charge, failed } = request
  const { amountCents, reason } = failed
  const requestKey = retryKey(failed.id)
  const settled = await trx
    .selectFrom('refundSettlements')
    .where('refundId', '=', failed.id)
    .select('how')
    .executeTakeFirst()
  if (settled) throw conflict(t('refusal.thisRefundHasAlready'))
  const earlier = await findByRequestKey(trx, requestKey)
  if (earlier) return toRefundRequested(earlier)
  await requireUndisputed(trx, charge)
  if (amountCents > (await unrefundedCents(trx, charge))) throw conflict(t('refusal.thisMoneyHasAlreadyBeen'))
  const refund = await queueRefund(trx, {
    charge,
    amountCents,
    reason,
    requestKey,
    requestedBy: request.admin.id,
  })
  await recordAudit(trx, {
    actorId: request.admin.id,
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
