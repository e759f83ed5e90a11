import { beforeCommit } from '#db/client.ts'
import { readInvoiceReference } from '#domain/bookings/invoice-reference.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import type { OrderKindRules } from '#domain/orders/order-kind.ts'
import { insertGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { formatCode } from '#domain/vouchers/vouchers.rules.ts'
import { giftCardBought } from './letters/gift-card-bought.ts'
import { titledOrder } from './titled-order.server.ts'

/** Rules of a gift card: with the payment it gets its code, which its buyer has by letter. */
export const giftCardOrder: OrderKindRules = {
  ...titledOrder,
  whenPaid: async (trx, order) => {
    await titledOrder.whenPaid(trx, order)
    if (order.offerId === null) return
    const code = await insertGiftCard(trx, order)
    // the invoice is numbered just before commit
    beforeCommit(trx, async () => {
      const invoice = await readInvoiceReference(trx, { bookingId: order.id })
      await queueMail(trx, giftCardBought, {
        to: { userId: order.buyerId },
        cause: order.id,
        facts: {
          orderId: order.id,
          code: formatCode(code),
          valueCents: order.amountCents ?? 0,
          currency: order.currency,
          until: order.untilAt,
          invoice,
        },
      })
    })
  },
}
