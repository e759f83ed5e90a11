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
  /** Who pays. */
  buyerId: string
  /** Whose it is. */
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
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

export type OrdersTables = { orders: OrdersTable }
