import type { OrderKind } from '#db/tables.ts'
import type { OrderKindRules } from '#domain/orders/order-kind.ts'
import { giftCardOrder } from './gift-card-order.server.ts'
import { hourOrder } from './hour-order.server.ts'
import { membershipOrder } from './membership-order.server.ts'
import { offerOrder } from './offer-order.server.ts'

/** The kinds of orders. A kind with rules of its own has a file of them in its module. */
export const orderKinds: Record<OrderKind, OrderKindRules> = {
  hour: hourOrder,
  membership: membershipOrder,
  pack: offerOrder,
  class: offerOrder,
  trial: offerOrder,
  gift_card: giftCardOrder,
}
