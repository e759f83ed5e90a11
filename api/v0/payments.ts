import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import {
  identifier,
  acceptedButUnused,
  ownEmail,
  requireOwnIdentity,
  shownPrice,
  lengthOf,
} from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import {
  requestIntentInput,
  sandboxChallengeInput,
  sandboxConfirmInput,
  savePaymentInput,
} from '#domain/payments/payments.input.ts'
import { confirmSandboxIntent, answerSandboxChallenge } from '#domain/payments/sandbox.server.ts'
import { exampleBookingId, exampleIntent, exampleMemberEmail, examplePaymentId } from './examples.ts'

const bookingId = requestIntentInput.shape.bookingId.meta({ format: 'uuid' })

const newIntent = z.object({
  price: shownPrice,
  bookedId: bookingId.meta({
    format: 'uuid',
    description: 'The booking. Without it, the newest of your bookings at this price.',
  }),
})

const reportedPayment = z.object({
  email: ownEmail.optional(),
  price: shownPrice.optional(),
  date: acceptedButUnused('the time at which the money was received.'),
  bookedId: bookingId,
  class: acceptedButUnused('the booking as the club has it.'),
  transctionID: savePaymentInput.shape.intentId
    .regex(/^[\x21-\x7e]+$/, 'The payment is missing.')
    .meta({ description: 'The id of the intent.', ...lengthOf(bounds.intentId) }),
})

const typedCard = sandboxConfirmInput.shape.card.shape
const cardPayment = z.object({
  clientSecret: sandboxConfirmInput.shape.clientSecret,
  card: z.object(
    {
      number: typedCard.number,
      exp_month: typedCard.exp_month.meta({ type: 'integer' }),
      exp_year: typedCard.exp_year.meta({ type: 'integer' }),
      cvc: typedCard.cvc.meta({ type: 'string' }),
    },
    { error: 'The card is missing.' },
  ),
  billing_details: acceptedButUnused('your own address and name.'),
})

const intent = z.strictObject({
  id: z.string(),
  status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
})

export const paymentCalls = [
  defineCall({
    method: 'POST',
    path: '/create-payment-intent',
    name: 'requestIntent',
    group: 'Payments',
    summary: 'Start the payment of a booking',
    notes:
      'The amount is that of the booking. Repeating the call returns the same secret until the plan changes. No plan yet, or another price: 409.',
    access: 'signed in',
    body: newIntent,
    answer: z.strictObject({ clientSecret: z.string() }),
    refusals: [404, 409, 503],
    fields: { bookingId: 'bookedId', priceCents: 'price' },
    example: {
      body: { price: 70, bookedId: exampleBookingId },
      answer: { clientSecret: exampleIntent.secret },
    },
    operation: 'requestIntent',
    handle: async ({ actor, body: { price, bookedId } }) => {
      const { clientSecret } = await requestIntent(actor, { priceCents: price, bookingId: bookedId })
      return { clientSecret }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/payments',
    name: 'savePayment',
    group: 'Payments',
    summary: 'Save a payment that the card processor has confirmed',
    notes:
      'The club checks with the processor itself. Repeating the call returns the same id. Not paid, for another booking or another price: 409; another person’s: 404.',
    access: 'signed in',
    body: reportedPayment,
    answer: z.strictObject({ paymentResult: z.strictObject({ insertedId: identifier }) }),
    refusals: [403, 404, 409, 503],
    fields: { intentId: 'transctionID', bookingId: 'bookedId', expectedPriceCents: 'price' },
    example: {
      body: {
        email: exampleMemberEmail,
        price: 70,
        date: '2026-11-20T17:30:00.000Z',
        bookedId: exampleBookingId,
        transctionID: exampleIntent.id,
      },
      answer: { paymentResult: { insertedId: examplePaymentId } },
    },
    operation: 'savePayment',
    handle: async ({ actor, body: { email, price, bookedId, transctionID } }) => {
      requireOwnIdentity(actor, email)
      const { paymentId } = await savePayment(actor, {
        intentId: transctionID,
        bookingId: bookedId,
        expectedPriceCents: price,
      })
      return { paymentResult: { insertedId: paymentId } }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/sandbox/confirm',
    name: 'confirmSandboxIntent',
    group: 'Demo club',
    summary: 'Pay with a test card',
    notes:
      'Only in the demo club, with the test cards of Stripe: 4242424242424242 succeeds, 4000000000000002 is declined (402), 4000002500003155 asks for 3-D Secure (requires_action).',
    access: 'signed in',
    body: cardPayment,
    answer: intent,
    refusals: [402, 404, 409],
    example: {
      body: {
        clientSecret: exampleIntent.secret,
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
      },
      answer: { id: exampleIntent.id, status: 'succeeded' },
    },
    operation: 'confirmSandboxIntent',
    handle: async ({ actor, body: { clientSecret, card } }) => {
      const { intentId, status } = await confirmSandboxIntent(actor, { clientSecret, card })
      return { id: intentId, status }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/sandbox/challenge',
    name: 'answerSandboxChallenge',
    group: 'Demo club',
    summary: 'Answer the 3-D Secure question of a test card',
    access: 'signed in',
    body: sandboxChallengeInput,
    answer: intent,
    refusals: [402, 404, 409],
    example: {
      body: { clientSecret: exampleIntent.secret, pass: true },
      answer: { id: exampleIntent.id, status: 'succeeded' },
    },
    operation: 'answerSandboxChallenge',
    handle: async ({ actor, body }) => {
      const { intentId, status } = await answerSandboxChallenge(actor, body)
      return { id: intentId, status }
    },
  }),
]
