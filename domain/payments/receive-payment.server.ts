import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { describeOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { orderKinds } from '#domain/order-kinds/order-kinds.server.ts'
import type { LockedOrder, OrderLoss } from '#domain/orders/order-kind.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import type { CardIntent } from '#platform/cards/card-processor.ts'
import { queueRefund, syncRefunds } from './refund-settlement.server.ts'
import { adoptCard } from './stored-cards.server.ts'

type ReceivedOutcome = { outcome: 'paid' | 'refunding'; paymentId: string | null }

/**
 * Records a succeeded intent, once. The money pays the order if the amount matches. A duplicate or wrong amount is
 * stored as a stray charge and refunded. Late money buys the order if its kind still allows it, such as a slot that is
 * free and unchanged, and is refunded otherwise. Requires `waitForScheduleLock`.
 */
export async function receivePayment(
  trx: Transaction,
  order: LockedOrder,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  await trx
    .updateTable('paymentAttempts')
    .set({ state: 'succeeded', changedAt: clubNow })
    .where('intentId', '=', intent.id)
    .where('state', '<>', 'succeeded')
    .execute()
  const known = await findReceivedCharge(trx, order, intent)
  if (known) return known
  const paid = await trx
    .selectFrom('payments')
    .where('bookingId', '=', order.id)
    .select('id')
    .executeTakeFirst()
  const isExpected = intent.amountReceivedCents === order.amountCents && intent.currency === order.currency
  return paid || !isExpected
    ? receiveStrayCharge(trx, order, intent)
    : receiveOrderPayment(trx, order, intent)
}

async function findReceivedCharge(
  trx: Transaction,
  order: LockedOrder,
  intent: CardIntent,
): Promise<ReceivedOutcome | null> {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('intentId', '=', intent.id)
    .executeTakeFirst()
  if (payment) {
    await syncRefunds(trx, { kind: 'payment', ...payment }, intent.refunds)
    // without `paidAt` the buyer never had the order
    return { outcome: order.paidAt === null ? 'refunding' : 'paid', paymentId: payment.id }
  }
  const stray = await trx
    .selectFrom('strayCharges')
    .selectAll()
    .where('intentId', '=', intent.id)
    .executeTakeFirst()
  if (!stray) return null
  await syncRefunds(trx, { kind: 'stray', ...stray }, intent.refunds)
  return { outcome: 'refunding', paymentId: null }
}

const chargeOf = (order: LockedOrder, intent: CardIntent) => ({
  bookingId: order.id,
  intentId: intent.id,
  chargeId: intent.chargeId,
  amountCents: intent.amountReceivedCents,
  currency: intent.currency,
})

async function receiveOrderPayment(
  trx: Transaction,
  order: LockedOrder,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  const payment = await trx
    .insertInto('payments')
    .values({
      ...chargeOf(order, intent),
      cardBrand: intent.card?.brand ?? null,
      cardLast4: intent.card?.last4 ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // there is no transition from held to paid
  const payable = order.state === 'held' ? await transitionOrder(trx, order, 'paying') : order
  const loss = await claimOrder(trx, order, payable)
  if (loss !== null) {
    await transitionOrder(trx, payable, 'refund_due')
    await queueRefund(trx, {
      charge: { kind: 'payment', ...payment },
      amountCents: payment.amountCents,
      reason: loss.reason,
      requestKey: `late:${payment.id}`,
    })
    await loss.notify(trx, payment)
  }
  if (loss === null) await adoptCard(trx, order, intent)
  await syncRefunds(trx, { kind: 'payment', ...payment }, intent.refunds)
  return { outcome: loss === null ? 'paid' : 'refunding', paymentId: payment.id }
}

/** Moves the order to `paid`, or returns why it is lost. */
async function claimOrder(
  trx: Transaction,
  order: LockedOrder,
  payable: LockedOrder,
): Promise<OrderLoss | null> {
  const kind = orderKinds[order.kind]
  const loss = await kind.findLoss(trx, order)
  if (loss !== null) return loss
  await sql`savepoint before_claim`.execute(trx)
  try {
    await transitionOrder(trx, payable, 'paid', { paidAt: clubNow })
    return null
  } catch (error) {
    const refused = kind.lossOf(error, order)
    if (refused === null) throw error
    await sql`rollback to savepoint before_claim`.execute(trx)
    return refused
  }
}

async function receiveStrayCharge(
  trx: Transaction,
  order: LockedOrder,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  const stray = await trx
    .insertInto('strayCharges')
    .values(chargeOf(order, intent))
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueRefund(trx, {
    charge: { kind: 'stray', ...stray },
    amountCents: stray.amountCents,
    reason: inEnglish(message('reason.strayPayment')),
    requestKey: `stray:${stray.id}`,
  })
  // the attempt is used up: the order is payable by a new one
  if (order.state === 'paying' && intent.attempt === order.attempt) await transitionOrder(trx, order, 'held')
  await recordActivity(trx, {
    userId: order.buyerId,
    kind: 'refund',
    bookingId: order.id,
    summary: message('activity.youPaidTwice'),
    detail: message('activity.secondPayment', {
      amount: { cents: stray.amountCents, currency: stray.currency },
      what: await describeOrder(trx, order),
    }),
  })
  await syncRefunds(trx, { kind: 'stray', ...stray }, intent.refunds)
  return { outcome: 'refunding', paymentId: null }
}
