import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, transaction, type Queryable } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { refundInput, type RefundInput } from '#domain/payments/payments.input.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { giftCardRefunded } from './letters/gift-card-refunded.ts'

/** An order that a gift card paid in full. */
export type GiftOrder = {
  orderId: string
  title: string
  giftCents: number
  currency: string
  paidAt: Date
  /** The last four characters of the card's code. */
  codeEnd: string
}

const giftOrders = (from: Queryable) =>
  from
    .selectFrom('orders')
    .innerJoin('voucherUses', 'voucherUses.orderId', 'orders.id')
    .innerJoin('vouchers', 'vouchers.id', 'voucherId')
    .where('vouchers.kind', '=', 'gift_card')
    .where('orders.amountCents', '=', 0)
    .select((eb) => [
      'orders.id as orderId',
      eb.ref('orders.title').$notNull().as('title'),
      'orders.giftCents',
      'orders.currency',
      eb.ref('orders.paidAt').$notNull().as('paidAt'),
      sql<string>`right(code, 4)`.as('codeEnd'),
    ])

/**
 * Returns the orders of a person that a gift card paid in full and that can be refunded, newest first. Throws
 * `forbidden` without the permission `refunds.make`.
 */
export async function listGiftOrders(actor: Actor, buyerId: string): Promise<GiftOrder[]> {
  requirePermission(actor, 'refunds.make')
  return giftOrders(db)
    .where('buyerId', '=', requireId(buyerId, t('refusal.thisPerson')))
    .where('orders.state', '=', 'paid')
    .orderBy('paidAt', 'desc')
    .orderBy('orders.id')
    .limit(50)
    .execute()
}

/**
 * Refunds an order that a gift card paid in full: all of its value goes back on the card, and the buyer gets a letter.
 * Refunding it again changes nothing. Throws `forbidden` without the permission `refunds.make`, `not-found`,
 * `invalid`, and `conflict` for an order that is over or was paid in another way.
 */
export async function refundGiftOrder(
  actor: Actor,
  orderId: string,
  input: Pick<RefundInput, 'reason'>,
): Promise<GiftOrder> {
  const admin = requirePermission(actor, 'refunds.make')
  const id = requireId(orderId, t('refusal.thisOrder'))
  const { reason } = parseInput(refundInput.pick({ reason: true }), input)
  return transaction(async (trx) => {
    const order = await lockOrder(trx, id)
    const gift = await giftOrders(trx).where('orders.id', '=', id).executeTakeFirst()
    if (gift && order.state === 'refunded') return gift
    if (!gift || order.state !== 'paid') throw conflict(t('refusal.notPaidByGiftCard'))
    // the database returns the value with the state
    await transitionOrder(trx, order, 'refunded')
    const { title, giftCents, currency, codeEnd } = gift
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'refund gift card order',
      subjectKind: 'order',
      subjectId: id,
      after: { amountCents: giftCents, reason },
    })
    await recordActivity(trx, {
      userId: order.buyerId,
      kind: 'refund',
      summary: message('activity.giftCardRefunded'),
      detail: message('activity.backOnTheCard', { title, amount: { cents: giftCents, currency }, codeEnd }),
    })
    await queueMail(trx, giftCardRefunded, {
      to: { userId: order.buyerId },
      cause: id,
      facts: { title, giftCents, currency, codeEnd, reason },
    })
    return gift
  })
}
