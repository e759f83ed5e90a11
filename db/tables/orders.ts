import type { Generated } from 'kysely'
import type { CreatedAt, MaybeTimestamp } from './column-types.ts'

export type OrderState =
  | 'held'
  | 'paying'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'refund_due'
  | 'refunded'
  | 'ended'

export type OrderKind = 'hour' | 'membership' | 'pack' | 'class' | 'trial' | 'gift_card'

type OrdersTable = {
  id: Generated<string>
  kind: OrderKind
  /** The payer. */
  buyerId: string
  /** The person whom it is for. */
  holderId: string
  state: Generated<OrderState>
  /** Null for an hour, which is named by its booking. */
  title: string | null
  description: string | null
  /** Before the discount; null for an hour without a plan. */
  priceCents: number | null
  discountCents: Generated<number>
  discountReason: string | null
  amountCents: number | null
  currency: string
  attempt: Generated<number>
  holdExpiresAt: MaybeTimestamp
  forDesk: Generated<boolean>
  network: string | null
  paidAt: MaybeTimestamp
  offerId: string | null
  /** Days of use, set by a trigger with the payment. */
  beginsAt: MaybeTimestamp
  untilAt: MaybeTimestamp
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type ConsentsTable = {
  id: Generated<string>
  memberId: string
  orderId: string
  kind: 'terms' | 'begin at once'
  words: string
  /** The admin to whom it was said at the desk. */
  heardBy: string | null
  agreedAt: Generated<Date>
}

export type OrdersTables = { orders: OrdersTable; consents: ConsentsTable }
