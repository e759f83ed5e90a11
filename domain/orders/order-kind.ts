import type { Queryable, Transaction } from '#db/client.ts'
import type { StoredMessage } from '#format/stored-message.ts'
import type { Order } from './write-order.server.ts'

/** An order that is locked until the transaction ends. */
export type LockedOrder = Order & {
  /** The hold has expired, so the order can no longer be changed or paid. */
  holdIsOver: boolean
}

/** Why money came too late for its order. */
export type OrderLoss = {
  /** For the refund. */
  reason: string
  /** Queues the letter and writes the activity entry about the payment that is refunded. */
  notify: (trx: Transaction, payment: { id: string; amountCents: number; currency: string }) => Promise<void>
}

/** What a kind of order brings; everything else is the same for all. `order-kinds.server.ts` lists the kinds. */
export type OrderKindRules = {
  /** The word for one in messages, such as `booking`. */
  noun: string
  /** Returns the name of an order, for the activity log. */
  describe: (from: Queryable, order: Order) => Promise<StoredMessage | string>
  /** Throws `conflict` unless the order can be paid now. */
  requirePayable: (trx: Transaction, order: LockedOrder) => Promise<void>
  /** Returns why the money of a card can no longer buy the order, or null. */
  findLoss: (trx: Transaction, order: LockedOrder) => Promise<OrderLoss | null>
  /** Returns the loss for which the database refused the transition to `paid`; null for any other error. */
  lossOf: (error: unknown, order: LockedOrder) => OrderLoss | null
  /** Runs in the transaction that moves the order to `paid`. */
  whenPaid: (trx: Transaction, order: Order) => Promise<void>
  /** Runs in the transaction in which a live order ends, whatever the reason; its state names it. */
  whenGivenUp: (trx: Transaction, order: Order) => Promise<void>
}
