import { sql, type Insertable, type RawBuilder, type Selectable, type UpdateObject } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { isUnpaid, legalTransitions, type OrderState } from './orders.rules.ts'

// The only writer of `orders`.

export type Order = Selectable<Tables['orders']>

/** Columns that a transition may write as well. */
export type OrderChanges = Pick<
  UpdateObject<Tables, 'orders'>,
  | 'priceCents'
  | 'amountCents'
  | 'discountCents'
  | 'discountReason'
  | 'holdExpiresAt'
  | 'forDesk'
  | 'attempt'
  | 'paidAt'
  | 'requestKey'
>

/** What a code takes off the price of an order, in cents. */
export type Deduction = { discountCents: number; discountReason: string | null; giftCents: number }

/**
 * SQL expression: the guardian to name on the invoice. The one who acts comes first, for a child then the one who ordered
 * last, then the oldest. An adult with a guardian orders alone if no guardian acts.
 */
const guardianOf = (buyerId: string, actingId: string | null) => sql<string | null>`(
  select guardian_id from acting_guardians acting where member_id = ${buyerId}
    and (until is not null or guardian_id = ${actingId}::uuid)
  order by guardian_id = ${actingId}::uuid desc nulls last, (select max(created_at) from orders
      where orders.buyer_id = acting.member_id and orders.guardian_id = acting.guardian_id) desc nulls last,
    acting.created_at, guardian_id limit 1)`

/**
 * Inserts an order in the state `held`, which expires at `holdExpiresAt`. `guardianId` is the guardian who acts for the
 * buyer. Returns the order.
 */
export async function insertOrder(
  trx: Transaction,
  order: Pick<Insertable<Tables['orders']>, 'kind' | 'buyerId' | 'currency'> &
    Partial<
      Pick<
        Insertable<Tables['orders']>,
        | 'holderId'
        | 'guardianId'
        | 'offerId'
        | 'membershipId'
        | 'period'
        | 'repeatsId'
        | 'title'
        | 'description'
        | 'priceCents'
        | 'network'
        | 'forDesk'
        | 'requestKey'
        | 'lessonId'
      >
    > &
    Partial<Deduction> & { holdExpiresAt: RawBuilder<Date> | Date },
): Promise<Order> {
  return trx
    .insertInto('orders')
    .values({
      ...order,
      holderId: order.holderId ?? order.buyerId,
      guardianId: guardianOf(order.buyerId, order.guardianId ?? null),
      amountCents:
        order.priceCents === null || order.priceCents === undefined
          ? null
          : order.priceCents - (order.discountCents ?? 0) - (order.giftCents ?? 0),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Moves a locked order to a state, or changes it within its state. Returns the updated order; triggers copy an hour's
 * to its booking. Throws for an illegal transition and when the state has changed since the order was read.
 */
export async function moveOrder(
  trx: Transaction,
  order: Pick<Order, 'id' | 'state'>,
  to: OrderState,
  changes: OrderChanges = {},
): Promise<Order> {
  const from = order.state
  if (to !== from && !legalTransitions[from].includes(to))
    throw new Error(`The order ${order.id} cannot move from ${from} to ${to}.`)
  return trx
    .updateTable('orders')
    .set({ ...changes, state: to, ...(isUnpaid(to) ? {} : { holdExpiresAt: null }) })
    .where('id', '=', order.id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an order with its booking. Fails if it has an attempt, a payment or an entry of the activity log. */
export async function deleteOrder(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('orders').where('id', '=', id).execute()
}

/** Removes network, request key and names in discount reasons from the orders of an erased account, without a transition. */
export async function anonymizeOrders(
  trx: Transaction,
  buyerId: string,
  discountReason: RawBuilder<unknown>,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ network: null, requestKey: null, discountReason: sql<string | null>`${discountReason}` })
    .where('buyerId', '=', buyerId)
    .execute()
}
