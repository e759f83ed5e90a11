import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { orderKinds } from '#domain/order-kinds/order-kinds.server.ts'
import type { LockedOrder } from '#domain/orders/order-kind.ts'
import { afterCancellation, findOpenAttempt } from '#domain/payments/attempts.server.ts'
import { t } from '#messages/t.ts'
import { cancelPayment } from './cancel-payment.server.ts'
import { auditDeskSale, discountedPrice, insertDeskPayment, requirePastDay } from './desk-sale.server.ts'
import { takeOrderPaymentInput, type DeskReceipt, type TakeOrderPaymentInput } from './take-payment.input.ts'

/** An order sold at the desk, in cents. `paymentId` is null when it was free of charge. */
export type OrderSale = { orderId: string; amountCents: number; paymentId: string | null }

/**
 * Records a desk payment for an open order other than an hour, less a discount. A full discount creates no payment. An
 * open card payment is cancelled first. Throws `forbidden` without the permission `desk.use`, `not-found` and
 * `invalid`. Throws `conflict` when the order can no longer be paid. Throws `unavailable` when the card processor does
 * not respond.
 */
export async function takeOrderPayment(
  actor: Actor,
  orderId: string,
  input: TakeOrderPaymentInput,
): Promise<OrderSale> {
  const admin = requirePermission(actor, 'desk.use')
  const id = requireId(orderId, t('refusal.thisOrder'))
  const payment = parseInput(takeOrderPaymentInput, input)
  // validates first, so that a rejected sale leaves the buyer's card payment untouched
  await transaction((trx) => lockPriced(trx, id, payment))
  const cancelled = await cancelPayment(id, () => conflict(t('refusal.thisOrderHasJust')))
  return afterCancellation(cancelled, async (trx) => {
    const { order, price } = await lockPriced(trx, id, payment)
    const open = await findOpenAttempt(trx, id)
    if (open && open.attempt !== cancelled?.attempt) throw conflict(t('refusal.thisOrderIsBeing'))
    const priced = await transitionOrder(trx, order, 'paying', price)
    const sale = { id, amountCents: price.amountCents, currency: order.currency, admin, payment }
    const paymentId = await insertDeskPayment(trx, sale)
    await transitionOrder(trx, priced, 'paid', { paidAt: clubNow })
    await auditDeskSale(trx, 'order', { ...sale, paymentId })
    return { orderId: id, amountCents: price.amountCents, paymentId }
  })
}

/** Locks the order and returns it with its price. Throws if the sale is not possible. */
async function lockPriced(trx: Transaction, id: string, payment: DeskReceipt) {
  const order = await lockOrder(trx, id)
  // an hour is sold with a plan, by takePayment
  if (order.kind === 'hour' || order.priceCents === null) throw notFound(t('refusal.thisOrder'))
  await orderKinds[order.kind].requirePayable(trx, order)
  await requirePastDay(trx, payment.bankedOn)
  return { order, price: priceOf(order, order.priceCents, payment) }
}

/**
 * Returns the price less the discount of the desk. An order with a code keeps what it takes off, and has no other one;
 * only a renewal may be forgiven as a whole.
 */
function priceOf(order: LockedOrder, priceCents: number, payment: DeskReceipt) {
  const { discountCents, discountReason, giftCents } = order
  if (order.kind === 'gift_card' && order.offerId !== null && payment.discountCents > 0)
    throw invalidAt('discountCents', t('giftCard.costsItsValue'))
  const isForgiven = (order.period ?? 1) > 1 && payment.discountCents === priceCents
  if (discountCents + giftCents === 0 || isForgiven)
    return discountedPrice(priceCents, order.currency, payment)
  if (payment.discountCents > 0) throw invalidAt('discountCents', t('codes.oneReduction'))
  return { discountCents, discountReason, amountCents: priceCents - discountCents - giftCents }
}
