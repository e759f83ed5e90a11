import { db, transaction, type Transaction } from '#db/client.ts'
import { cards } from '#platform/cards/cards.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type ProcessorRefund,
} from '#platform/cards/card-processor.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { lockBooking, nameOf } from '#domain/bookings/locked-booking.server.ts'
import { moveBooking } from '#domain/bookings/moves.server.ts'
import { conflict, DomainError, notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { refundInput, type RefundInput } from './payments.input.ts'
import { formatMoney } from '#words/format.ts'
import {
  failRefund,
  queueRefund,
  settleRefund,
  syncRefunds,
  type Charge,
  type Refund,
} from './refund-settling.server.ts'

export type RefundRequested = { refundId: string; amountCents: number; state: Refund['state'] }

/**
 * Refunds a payment in full or in part; a job carries it out at the card processor. What is left of a payment
 * going back frees the hour at once; a partial refund leaves it with its buyer. One request key is one refund, however often it is sent; two equal partial refunds have two keys. Admins only.
 * Throws `not-found`, `invalid`, and `conflict` when the amount is above what is left.
 */
export async function refundPayment(actor: Actor, input: RefundInput): Promise<RefundRequested> {
  const admin = requireRole(actor, 'admin')
  const request = parseInput(refundInput, input)
  const paymentId = requireId(request.paymentId, 'This payment')
  return transaction(async (trx) => {
    const payment = await lockPayment(trx, paymentId)
    const requestKey = `admin:${request.requestKey}`
    const earlier = await trx
      .selectFrom('refunds')
      .selectAll()
      .where('requestKey', '=', requestKey)
      .executeTakeFirst()
    if (earlier) return repeatOf(earlier, { ...request, paymentId })
    const leftCents = payment.amountCents - payment.refundedCents
    if (request.amountCents > leftCents)
      throw conflict(`At most ${formatMoney(leftCents, payment.currency)} of this payment can be refunded.`, {
        leftCents,
      })
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
      await moveBooking(trx, payment.booking, 'refund_due')
    return { refundId: refund.id, amountCents: refund.amountCents, state: refund.state }
  })
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

function repeatOf(earlier: Refund, request: { paymentId: string; amountCents: number }): RefundRequested {
  if (earlier.paymentId !== request.paymentId || earlier.amountCents !== request.amountCents)
    throw conflict('This form was used for another refund already. Please open it again.')
  return { refundId: earlier.id, amountCents: earlier.amountCents, state: earlier.state }
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
    summary: `A refund of ${amount} for ${nameOf(payment.booking)} is on its way to your card.`,
  })
}

/**
 * The job of a refund: does it at the card processor and enters the outcome. Looks first whether the processor
 * has it already, so that no repetition, however late, refunds twice. Throws `CardProcessorUnavailable` to be
 * tried again.
 */
export async function carryOutRefund(refundId: string): Promise<void> {
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (refund?.state !== 'pending') return
  const charge = await findCharge(refund)
  const intent = await cards.retrieveIntent(charge.intentId)
  if (intent === null) throw new CardProcessorUnavailable('The processor does not know this payment.')
  const isListed = intent.refunds.some(
    (entry) => entry.id === refund.processorRefundId || entry.refundId === refund.id,
  )
  if (isListed) return enter(charge, (trx) => syncRefunds(trx, charge, intent.refunds))
  const made = await ask(refund, charge)
  await enter(charge, async (trx) => {
    const current = await lockRefund(trx, refund.id)
    if (made !== null) await settleRefund(trx, charge, current, made)
    else if (current.state === 'pending') await failRefund(trx, charge, current)
  })
}

async function findCharge(refund: Refund): Promise<Charge> {
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
async function ask(refund: Refund, charge: Charge): Promise<ProcessorRefund | null> {
  try {
    return await cards.refund({
      intentId: charge.intentId,
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

async function enter(charge: Charge, work: (trx: Transaction) => Promise<void>): Promise<void> {
  await transaction(async (trx) => {
    await lockBooking(trx, charge.bookingId)
    await work(trx)
  })
}

async function lockRefund(trx: Transaction, refundId: string): Promise<Refund> {
  return trx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Asks again for a refund that the processor refused: the same amount and reason, as a new refund. Admins only. */
export async function repeatRefund(actor: Actor, refundId: string): Promise<RefundRequested> {
  const admin = requireRole(actor, 'admin')
  const id = requireId(refundId, 'This refund')
  return transaction(async (trx) => {
    const found = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw notFound('This refund')
    const charge = await findCharge(found)
    await lockBooking(trx, charge.bookingId)
    const failed = await lockRefund(trx, id)
    if (failed.state !== 'failed') throw new DomainError('conflict', 'This refund did not fail.')
    const refund = await queueRefund(trx, {
      charge,
      amountCents: failed.amountCents,
      reason: failed.reason,
      requestKey: `again:${failed.id}`,
      requestedBy: admin.id,
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'repeat refund',
      subjectKind: charge.kind,
      subjectId: charge.id,
      after: { amountCents: failed.amountCents, reason: failed.reason },
    })
    return { refundId: refund.id, amountCents: refund.amountCents, state: refund.state }
  })
}
