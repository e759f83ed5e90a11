import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, type Queryable, type Transaction } from '#db/client.ts'
import { releasePlacesOf } from '#domain/lessons/classes/released-places.server.ts'
import type { LockedOrder } from '#domain/orders/order-kind.ts'
import { isLive, type OrderState } from '#domain/orders/orders.rules.ts'
import { moveOrder, type Order, type OrderChanges } from '#domain/orders/write-order.server.ts'
import type { StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { orderKinds } from './order-kinds.server.ts'

/** SQL predicate on `orders`: the hold has expired. */
export const orderIsOver = sql<boolean>`(orders.hold_expires_at is not null and orders.hold_expires_at <= club_now())`

/**
 * Locks an order, after the booking of an hour, until the transaction ends. Throws `not-found`, also for another
 * buyer's when one is given.
 */
export async function lockOrder(trx: Transaction, orderId: string, buyerId?: string): Promise<LockedOrder> {
  await trx.selectFrom('bookings').where('id', '=', orderId).select('id').forUpdate().execute()
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', orderId)
    .selectAll()
    .select(orderIsOver.as('holdIsOver'))
    .forUpdate()
    .executeTakeFirst()
  // the words of the agreed contract, which knows bookings only
  if (!order || (buyerId !== undefined && order.buyerId !== buyerId)) throw notFound(t('refusal.thisBooking'))
  return order
}

/**
 * Moves a locked order to a state, or changes it within its state, with what its kind does then. Returns the updated
 * order. Throws for an illegal transition and when the state has changed since the order was read.
 */
export async function transitionOrder(
  trx: Transaction,
  order: LockedOrder,
  to: OrderState,
  changes: OrderChanges = {},
): Promise<LockedOrder> {
  const isGivenUp = isLive(order.state) && !isLive(to)
  if (isGivenUp) await releasePlacesOf(trx, order.id)
  const moved = { ...order, ...(await moveOrder(trx, order, to, changes)) }
  const kind = orderKinds[order.kind]
  if (isGivenUp) await kind.whenGivenUp(trx, moved)
  if (order.state !== to && to === 'paid') await kind.whenPaid(trx, moved)
  return moved
}

/** Pays an order that costs nothing. */
export async function settleFreeOrder(trx: Transaction, orderId: string): Promise<void> {
  const paying = await transitionOrder(trx, await lockOrder(trx, orderId), 'paying')
  await transitionOrder(trx, paying, 'paid', { paidAt: clubNow })
}

/** Returns the name of an order, for the activity log. */
export const describeOrder = (from: Queryable, order: Order): Promise<StoredMessage | string> =>
  orderKinds[order.kind].describe(from, order)
