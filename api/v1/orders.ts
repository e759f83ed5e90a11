import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { exampleIntent, exampleSlot } from '#api/v0/examples.ts'
import { identifier, lengthOf } from '#api/wire.ts'
import type { OrderState } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPaymentInput } from '#domain/checkout/take-payment.input.ts'
import { offerKinds } from '#domain/offers/offers.rules.ts'
import { savePaymentInput } from '#domain/payments/payments.input.ts'
import { orderOfferInput, saleInput } from '#domain/sales/order-offer.input.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { getPurchase, listPurchases, type Purchase } from '#domain/sales/purchases.server.ts'
import { exampleMemberName, exampleOrder, exampleOrderId } from './examples.ts'
import { cents, count, moment } from './schemas.ts'

const orderStates = [
  'held',
  'paying',
  'paid',
  'ended',
  'expired',
  'cancelled',
  'refund_due',
  'refunded',
] as const satisfies OrderState[]

const orderSchema = z
  .strictObject({
    id: identifier,
    kind: z.enum(['hour', ...offerKinds]).meta({
      description: '`hour` only for a month whose money a bank took back, which is owed again.',
    }),
    title: z.string(),
    state: z.enum(orderStates),
    period: count.nullable().meta({ description: 'Number of a membership’s period, from 1.' }),
    priceCents: cents,
    discountCents: cents.meta({ description: 'What a discount code or the desk takes off.' }),
    giftCents: cents.meta({ description: 'What a gift card pays.' }),
    amountCents: cents.meta({ description: 'What is left to pay, or was paid.' }),
    currency: z.string(),
    createdAt: moment,
    payBy: moment.nullable().meta({ description: 'The end of its hold; null when it is not to be paid.' }),
    paidAt: moment.nullable(),
    until: moment.nullable().meta({ description: 'End of its days of use; null without one.' }),
    isInUse: z.boolean(),
    classes: z
      .strictObject({
        given: count.nullable().meta({ description: 'Null for as many as one likes.' }),
        used: count,
        left: count.nullable(),
      })
      .nullable()
      .meta({ description: 'Null for an order that gives no classes, or is not paid.' }),
    classDateId: identifier
      .nullable()
      .meta({ description: 'The date of a class that the order holds, and books when it is paid.' }),
    leftCents: cents.meta({ description: 'What is left of a gift card.' }),
    canWithdraw: z.boolean().meta({ description: 'You can still withdraw from it, on its page.' }),
  })
  .meta({ id: 'Order' })

const iso = (at: Date | null) => at?.toISOString() ?? null

const presentOrder = (found: Purchase): z.input<typeof orderSchema> => ({
  id: found.id,
  kind: found.kind,
  title: found.title,
  state: found.state,
  period: found.period,
  priceCents: found.priceCents,
  discountCents: found.discountCents,
  giftCents: found.giftCents,
  amountCents: found.amountCents,
  currency: found.currency,
  createdAt: found.createdAt.toISOString(),
  payBy: iso(found.holdExpiresAt),
  paidAt: iso(found.paidAt),
  until: iso(found.untilAt),
  isInUse: found.isInUse,
  classes: found.givesClasses
    ? {
        given: found.given,
        used: found.used,
        left: found.given === null ? null : found.given - found.used,
      }
    : null,
  classDateId: found.classDate?.id ?? null,
  leftCents: found.leftCents,
  canWithdraw: found.canWithdraw,
})

const readOrder = async (actor: Person, id: string) => presentOrder(await getPurchase(actor, id))

const priceCents = orderOfferInput.shape.expectedPriceCents.meta({
  description: 'The displayed price in cents, less what the code takes off. If it is another one: 409.',
})
const agreed = (description: string) =>
  z.boolean('This is true or false.').default(false).meta({ description })
const offerId = z.uuid('Send the id of an offer.')
const requestKey = saleInput.shape.requestKey.meta({
  description: 'A name of your own for this order, new for each one. The same key returns the same order.',
})
const code = z
  .string('A code is text.')
  .max(200, 'This code is too long.')
  .default('')
  .meta({ description: 'A discount code or a gift card; empty without one.' })

const newOrder = z.object({
  offerId,
  priceCents,
  code,
  beginsAtOnce: agreed('The buyer agrees that it begins before the time for withdrawing is over.'),
  renews: agreed('The buyer agrees that it renews itself. A membership needs it.'),
  keepsCard: agreed('The buyer agrees that the card is stored and charged for the next periods.'),
  requestKey,
  classDateId: z.uuid('Send the id of a date of a class.').optional().meta({
    description: 'For a single class: the date in the timetable that it holds, and books when it is paid.',
  }),
})

const { method, discountCents, discountReason, slip, bankedOn } = takeOrderPaymentInput.shape
const newSale = z.object({
  memberId: z.uuid('Send the id of a member.').meta({ description: 'The buyer.' }),
  offerId,
  method,
  discountCents: discountCents.meta({ description: 'With `discountReason`, and without a code.' }),
  discountReason,
  slip: slip.meta({ description: 'Number on the slip of the terminal, which it needs.' }),
  bankedOn: bankedOn.meta({ description: 'Day on which a transfer arrived, which it needs.' }),
  code,
  requestKey,
})

const group = 'Orders'
const signedIn = { group, access: 'signed in' } as const
const openOrder = {
  ...exampleOrder,
  state: 'held' as const,
  payBy: '2026-11-20T17:45:00.000Z',
  paidAt: null,
  until: null,
  isInUse: false,
  classes: null,
  canWithdraw: false,
}

export const orderCalls = [
  defineCall({
    ...signedIn,
    method: 'GET',
    path: '/v1/orders',
    name: 'listOrders',
    summary: 'List your orders of offers, with what is left of each',
    notes:
      'Those in use come first. Those that ran out or were given up are left out. Hours are bookings, with calls of their own.',
    answer: z.array(orderSchema),
    example: { answer: [exampleOrder] },
    operation: 'listPurchases',
    handle: async ({ actor }) => (await listPurchases(actor)).map(presentOrder),
  }),
  defineCall({
    ...signedIn,
    method: 'GET',
    path: '/v1/orders/{id}',
    name: 'getOrder',
    summary: 'Get one of your orders',
    answer: orderSchema,
    refusals: [404],
    example: { parameter: exampleOrderId, answer: exampleOrder },
    operation: 'getPurchase',
    handle: ({ actor, parameter }) => readOrder(actor, parameter),
  }),
  defineCall({
    ...signedIn,
    method: 'POST',
    path: '/v1/orders',
    name: 'orderOffer',
    summary: 'Order an offer, held for 15 minutes',
    notes:
      'What costs nothing is yours at once. The same `requestKey` returns the same order, and without one an unpaid order of the same offer is returned again. An offer that you cannot buy: 404. A single class with `classDateId` holds a place there, and its payment books it; a full class: 409. Another price, a code that cannot be used, a second membership, or too many unpaid orders: 409. Too many wrong codes: 429.',
    body: newOrder,
    answer: orderSchema,
    refusals: [404, 409],
    fields: { expectedPriceCents: 'priceCents', lessonId: 'classDateId' },
    example: {
      body: { offerId: exampleSlot._id, priceCents: 12_000, requestKey: 'ten-classes-1' },
      answer: openOrder,
    },
    operation: 'orderOffer',
    handle: async ({ c, actor, body }) => {
      const { offerId: id, priceCents: expectedPriceCents, classDateId: lessonId, ...order } = body
      const wanted = { ...order, expectedPriceCents, lessonId }
      const { orderId } = await orderOffer(actor, id, wanted, c.var.address)
      return readOrder(actor, orderId)
    },
  }),
  defineCall({
    ...signedIn,
    method: 'DELETE',
    path: '/v1/orders/{id}',
    name: 'releaseOrder',
    summary: 'Give up an unpaid order',
    notes: 'An open payment is cancelled first. Again: the same response. Paid, or being paid just now: 409.',
    answer: orderSchema,
    refusals: [404, 409, 503],
    example: {
      parameter: exampleOrderId,
      answer: { ...openOrder, state: 'cancelled' as const, payBy: null },
    },
    operation: 'releaseHold',
    handle: async ({ actor, parameter }) => {
      const { id } = await getPurchase(actor, parameter)
      await releaseHold(actor, id)
      return readOrder(actor, id)
    },
  }),
  defineCall({
    ...signedIn,
    method: 'POST',
    path: '/v1/orders/{id}/intent',
    name: 'requestOrderIntent',
    summary: 'Start the payment of an order',
    notes:
      'Confirm the secret with the card processor’s library. Repeating the call returns the same secret. Another price, or no longer to be paid: 409.',
    body: z.object({ priceCents }),
    answer: z.strictObject({
      intentId: z.string(),
      clientSecret: z.string(),
      amountCents: cents,
      currency: z.string(),
    }),
    refusals: [404, 409, 503],
    exists: getPurchase,
    example: {
      parameter: exampleOrderId,
      body: { priceCents: 12_000 },
      answer: {
        intentId: exampleIntent.id,
        clientSecret: exampleIntent.secret,
        amountCents: 12_000,
        currency: 'usd',
      },
    },
    operation: 'requestIntent',
    handle: async ({ actor, parameter, body }) => {
      const { id } = await getPurchase(actor, parameter)
      const intent = await requestIntent(actor, { bookingId: id, priceCents: body.priceCents })
      const { intentId, clientSecret, amountCents, currency } = intent
      return { intentId, clientSecret, amountCents, currency }
    },
  }),
  defineCall({
    ...signedIn,
    method: 'POST',
    path: '/v1/orders/{id}/payment',
    name: 'saveOrderPayment',
    summary: 'Save a payment that the card processor has confirmed',
    notes:
      'The club checks with the processor itself. Again: the same response. Not paid, or the payment of another order: 409.',
    body: z.object({
      intentId: savePaymentInput.shape.intentId
        .regex(/^[\x21-\x7e]+$/, 'The payment is missing.')
        .meta({ description: 'The id of the intent.', ...lengthOf(bounds.intentId) }),
    }),
    answer: orderSchema,
    refusals: [404, 409, 503],
    exists: getPurchase,
    example: {
      parameter: exampleOrderId,
      body: { intentId: exampleIntent.id },
      answer: exampleOrder,
    },
    operation: 'savePayment',
    handle: async ({ actor, parameter, body: { intentId } }) => {
      const { id } = await getPurchase(actor, parameter)
      await savePayment(actor, { bookingId: id, intentId })
      return readOrder(actor, id)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/sales',
    name: 'sellOffer',
    group,
    summary: 'Sell an offer at the desk',
    notes:
      'It is paid with the sale, less a discount or what a code takes off. The same `requestKey` sells once. Withdrawn, a trial that the person had, or a second membership: 409.',
    access: 'desk.use',
    body: newSale,
    answer: z.strictObject({ orderId: identifier, amountCents: cents }),
    refusals: [404, 409, 503],
    example: {
      body: {
        memberId: exampleMemberName.id,
        offerId: exampleSlot._id,
        method: 'cash',
        requestKey: 'ten-classes-2',
      },
      answer: { orderId: exampleOrderId, amountCents: 12_000 },
    },
    operation: 'sellOffer',
    handle: async ({ actor, body: { memberId, offerId: id, code: typed, requestKey: key, ...payment } }) => {
      const sale = { code: typed, requestKey: key }
      const { orderId, amountCents } = await sellOffer(actor, memberId, id, payment, sale)
      return { orderId, amountCents }
    },
  }),
]
