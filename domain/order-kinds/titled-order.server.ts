import { conflict } from '#core/errors.ts'
import type { Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import type { OrderKindRules, OrderLoss } from '#domain/orders/order-kind.ts'
import type { OrderState } from '#domain/orders/orders.rules.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import { inEnglish, message, type StoredMessage } from '#format/stored-message.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { t } from '#messages/t.ts'

const closedMessages: Record<Exclude<OrderState, 'held' | 'paying'>, string> = {
  get paid() {
    return t('refusal.orderIsPaid')
  },
  get expired() {
    return t('refusal.orderRanOut')
  },
  get cancelled() {
    return t('refusal.orderWasCancelled')
  },
  get refund_due() {
    return t('refusal.orderIsBeingRefunded')
  },
  get refunded() {
    return t('refusal.orderWasRefunded')
  },
  get ended() {
    return t('refusal.orderIsOver')
  },
}

const endings: Partial<Record<OrderState, StoredMessage>> = {
  expired: message('activity.orderRanOut'),
  cancelled: message('activity.orderCancelled'),
}

/** Rules of an order that is named by its title, as far as its kind has no others. */
export const titledOrder: OrderKindRules = {
  noun: 'order',
  describe: async (_from, { title }) => title ?? '',
  requirePayable: async (_trx, { state, holdIsOver }) => {
    if (state !== 'held' && state !== 'paying') throw conflict(closedMessages[state], { state })
    if (holdIsOver) throw conflict(closedMessages.expired, { state })
  },
  // late money buys the order all the same
  findLoss: async () => null,
  lossOf: () => null,
  whenPaid: (trx, order) =>
    record(
      trx,
      order,
      message((order.period ?? 1) > 1 ? 'activity.yourMembershipGoesOn' : 'activity.youBought'),
      message('activity.titledAmount', {
        title: order.title ?? '',
        amount: { cents: order.amountCents ?? 0, currency: order.currency },
      }),
    ),
  whenGivenUp: async (trx, order) => {
    const summary = endings[order.state]
    if (summary !== undefined)
      await record(
        trx,
        order,
        summary,
        message('activity.titled', { title: order.title ?? '', outcome: message('activity.nothingPaid') }),
      )
  },
}

/** Money that comes too late for an order: why it goes back, and what the activity log says of its title and amount. */
export const lossOfTitled = (
  order: Order,
  said: { reason: StoredMessage; summary: StoredMessage; detail: MessageKey },
): OrderLoss => ({
  reason: inEnglish(said.reason),
  notify: (trx, { amountCents, currency }) =>
    recordActivity(trx, {
      userId: order.buyerId,
      kind: 'refund',
      summary: said.summary,
      detail: message(said.detail, {
        title: order.title ?? '',
        amount: { cents: amountCents, currency },
      }),
    }),
})

const record = (trx: Transaction, order: Order, summary: StoredMessage, detail: StoredMessage) =>
  recordActivity(trx, {
    userId: order.buyerId,
    kind: 'payment',
    summary,
    detail,
  })
