import { beforeCommit, type Transaction } from '#db/client.ts'
import { readInvoiceReference } from '#domain/bookings/invoice-reference.server.ts'
import {
  canStillHold,
  promoteAfterHold,
  recordPaidPlace,
  requireHeldPlace,
} from '#domain/lessons/classes/held-places.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { termLines, type ReducedPrice } from '#domain/offers/offers.rules.ts'
import type { OrderKindRules, OrderLoss } from '#domain/orders/order-kind.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import { refusalOfUse } from '#domain/vouchers/use-code.server.ts'
import { message } from '#format/stored-message.ts'
import { offerBought } from './letters/offer-bought.ts'
import { lossOfTitled, titledOrder } from './titled-order.server.ts'

/** Rules of a pack, a single class or a trial: its buyer gets a letter with the terms. */
export const offerOrder: OrderKindRules = {
  ...titledOrder,
  requirePayable: async (trx, order) => {
    await titledOrder.requirePayable(trx, order)
    const place = placeOf(order)
    if (place) await requireHeldPlace(trx, place)
  },
  findLoss: async (trx, order) => {
    const place = placeOf(order)
    return place === null || (await canStillHold(trx, place)) ? null : placeIsGone(order)
  },
  lossOf: (error, order) => (refusalOfUse(error) === null ? null : codeIsGone(order)),
  whenPaid: async (trx, order) => {
    await titledOrder.whenPaid(trx, order)
    if (order.offerId !== null) await sendBought(trx, order, order.offerId)
    if (order.lessonId !== null) await recordPaidPlace(trx, { ...order, lessonId: order.lessonId })
  },
  whenGivenUp: async (trx, order) => {
    await titledOrder.whenGivenUp(trx, order)
    if (order.lessonId !== null) await promoteAfterHold(trx, order.lessonId)
  },
}

/** The place in a class that a single class holds and books; null for one without a date. */
const placeOf = ({ lessonId, holderId }: Order) =>
  lessonId === null ? null : { lessonId, memberId: holderId }

/** Late money comes for an order whose code was returned, and used by others since. */
const codeIsGone = (order: Order): OrderLoss =>
  lossOfTitled(order, {
    reason: message('reason.codeUsedUp'),
    summary: message('activity.tooLate'),
    detail: 'activity.tooLateForCode',
  })

/** Late money comes for a class that is full, called off or over, or that its buyer books otherwise. */
const placeIsGone = (order: Order): OrderLoss =>
  lossOfTitled(order, {
    reason: message('reason.placeGone'),
    summary: message('activity.tooLate'),
    detail: 'activity.tooLateForPlace',
  })

async function sendBought(trx: Transaction, order: Order, offerId: string): Promise<void> {
  const offer = await trx.selectFrom('offers').selectAll().where('id', '=', offerId).executeTakeFirstOrThrow()
  const reduced = await findReduced(trx, order)
  // the invoice is numbered just before commit
  beforeCommit(trx, async () => {
    const invoice = await readInvoiceReference(trx, { bookingId: order.id })
    await queueMail(trx, offerBought, {
      to: { userId: order.buyerId },
      cause: order.id,
      facts: () => ({
        orderId: order.id,
        title: offer.title,
        isRenewal: (order.period ?? 1) > 1,
        terms: termLines(offer, reduced),
        until: order.untilAt,
        amountCents: order.amountCents ?? 0,
        currency: order.currency,
        invoice,
      }),
    })
  })
}

/** Returns the price that the code of an order leaves for its membership's payments, after the first one for the next. */
async function findReduced(trx: Transaction, order: Order): Promise<ReducedPrice | null> {
  const use = await trx
    .selectFrom('voucherUses')
    .innerJoin('vouchers', 'vouchers.id', 'voucherId')
    .where('voucherUses.orderId', '=', order.id)
    .where('kind', '=', 'discount')
    .select(['cents', 'periods'])
    .executeTakeFirst()
  if (!use) return null
  const paid = order.period ?? 1
  const hasBegun = paid > 1
  const payments = use.periods === null ? null : use.periods - (hasBegun ? paid : 0)
  return payments === 0 ? null : { cents: (order.priceCents ?? 0) - use.cents, payments, hasBegun }
}
