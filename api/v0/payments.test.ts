import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import {
  cardWithNumber,
  createHold,
  createMember,
  createSlot,
  goodCard,
  bookingStateOf,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase()
const club = useApi()

async function createBuyer(plan: PlanName = 'gold') {
  const { buyer, bookingId } = await createHold(plan)
  return { buyer, bookingId, as: await cookieFor(buyer) }
}

async function createPaying(plan: PlanName = 'gold') {
  const hold = await createBuyer(plan)
  const body = { price: { silver: 50, gold: 70, diamond: 100 }[plan], bookedId: hold.bookingId }
  const { body: answer } = await club.send('POST', '/create-payment-intent', { as: hold.as, body })
  const clientSecret: string = answer.clientSecret
  return { ...hold, clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}
const countPayments = async () =>
  (await db.selectFrom('payments').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow())
    .count

test('an intent is asked for at the price of the booking, by price alone or for a booking', async () => {
  const { as, bookingId } = await createBuyer()
  const send = (body: unknown) => club.send('POST', '/create-payment-intent', { as, body })
  const given = await send({ price: 70 })
  expect([given.status, given.body]).toEqual([
    200,
    { clientSecret: expect.stringMatching(/^pi_sandbox_[0-9a-f]{24}_secret_[\w-]{20,}$/) },
  ])
  expect((await send({ price: 70, bookedId: bookingId })).body).toEqual(given.body)
  expectProblem(await send({ price: 1, bookedId: bookingId }), 409, { price: 70 })
  expectProblem(await send({ price: 0.5 }), 409)
  for (const price of ['70', null, undefined, -70, 70.001, {}, [70], 1e99])
    expectProblem(await send({ price }), 422, { errors: { price: [expect.any(String)] } })
  expectProblem(await send({ price: 70, bookedId: 'x' }), 404)
  expectProblem(await send({ price: 70, bookedId: 7 }), 422, { errors: { bookedId: [expect.any(String)] } })
  expectProblem(await club.send('POST', '/create-payment-intent', { body: { price: 70 } }), 401)
  const stranger = await cookieFor(await createMember())
  const foreign = { as: stranger, body: { price: 70, bookedId: bookingId } }
  expectProblem(await club.send('POST', '/create-payment-intent', foreign), 404)
  expectProblem(await club.send('POST', '/create-payment-intent', { as: stranger, body: { price: 70 } }), 409)
  expect(await bookingStateOf(bookingId)).toBe('paying')
})

test('before a plan is chosen there is nothing to pay', async () => {
  const as = await cookieFor(await createMember())
  const held = await club.send('POST', '/cartClass', { as, body: { cls: { _id: await createSlot() } } })
  const body = { price: 50, bookedId: held.body.insertedId }
  expectProblem(await club.send('POST', '/create-payment-intent', { as, body }), 409)
})

test('a card pays, and the payment is saved once', async () => {
  const { as, buyer, bookingId, clientSecret, intentId } = await createPaying()
  const paid = await club.send('POST', '/sandbox/confirm', {
    as,
    body: { clientSecret, card: goodCard, billing_details: { email: buyer.email, name: 'anonymous' } },
  })
  expect([paid.status, paid.body]).toEqual([200, { id: intentId, status: 'succeeded' }])
  const body = {
    email: buyer.email,
    price: 70,
    date: '20/10/2026',
    bookedId: bookingId,
    class: { _id: bookingId, price: 1 },
    transctionID: intentId,
  }
  const saved = await club.send('POST', '/payments', { as, body })
  expect([saved.status, saved.body]).toEqual([200, { paymentResult: { insertedId: expect.any(String) } }])
  expect((await club.send('POST', '/payments', { as, body })).body).toEqual(saved.body)
  const { body: booking } = await club.send('GET', `/cartClass/${bookingId}`, { as })
  expect(booking).toMatchObject({ state: 'paid', holdExpiresAt: null, transctionID: intentId })
  expectProblem(await club.send('DELETE', `/cartClass/${bookingId}`, { as }), 409)
  await expectNoBrokenInvariants()
})

test('a payment for another price, booking or person, or that never was, saves nothing', async () => {
  const { as, bookingId, clientSecret, intentId } = await createPaying()
  const other = await createPaying()
  const before = await countPayments()
  const send = (body: unknown, cookie = as) => club.send('POST', '/payments', { as: cookie, body })
  const body = { bookedId: bookingId, transctionID: intentId }
  expectProblem(await send(body), 409, { bookedId: bookingId })
  await club.send('POST', '/sandbox/confirm', { as, body: { clientSecret, card: goodCard } })
  expectProblem(await send({ ...body, price: 50 }), 409, { price: 70 })
  expectProblem(await send({ ...body, bookedId: other.bookingId }), 409)
  expectProblem(await send({ ...body, email: other.buyer.email }), 403)
  expectProblem(await send(body, other.as), 404)
  expectProblem(await send({ bookedId: bookingId, transctionID: other.intentId }), 404)
  expectProblem(await send({ ...body, transctionID: 'pi_sandbox_000000000000000000000000' }), 404)
  for (const transctionID of [undefined, 7, '', 'a\u0000b', '\ud800', 'x'.repeat(300)])
    expectProblem(await send({ ...body, transctionID }), 422, {
      errors: { transctionID: [expect.any(String)] },
    })
  expectProblem(await club.send('POST', '/payments', { body }), 401)
  expect(await countPayments()).toBe(before)
})

test('a declined card is told with its reason, and the next one pays', async () => {
  const { as, clientSecret } = await createPaying('silver')
  const pay = (number: string) =>
    club.send('POST', '/sandbox/confirm', { as, body: { clientSecret, card: cardWithNumber(number) } })
  const declined = await pay('4000000000000002')
  const reason = { code: 'card_declined', decline_code: 'generic_decline' }
  expect(expectProblem(declined, 402, reason)).toBe('Your card was declined.')
  expectProblem(await pay('4242424242424241'), 402, { code: 'incorrect_number', decline_code: null })
  expect((await pay('4242424242424242')).body.status).toBe('succeeded')
  expectProblem(await pay('4242424242424242'), 409)
})

test('3-D Secure is asked for, and passed or not', async () => {
  const { as, clientSecret, intentId } = await createPaying('diamond')
  const card = cardWithNumber('4000002500003155')
  const confirm = () => club.send('POST', '/sandbox/confirm', { as, body: { clientSecret, card } })
  const challenge = (pass: unknown, secret = clientSecret) =>
    club.send('POST', '/sandbox/challenge', { as, body: { clientSecret: secret, pass } })
  expect((await confirm()).body).toEqual({ id: intentId, status: 'requires_action' })
  expectProblem(await challenge(false), 402, {
    code: 'payment_intent_authentication_failure',
    decline_code: null,
  })
  await confirm()
  expectProblem(await challenge('yes'), 422, { errors: { pass: [expect.any(String)] } })
  expectProblem(await challenge(true, `${intentId}_secret_guess`), 404)
  expect((await challenge(true)).body).toEqual({ id: intentId, status: 'succeeded' })
  expectProblem(await challenge(true), 409)
  expectProblem(await club.send('POST', '/sandbox/challenge', { body: {} }), 401)
})

test('a secret that was guessed and a card that is none are refused', async () => {
  const { as, clientSecret, intentId } = await createPaying()
  const send = (body: unknown) => club.send('POST', '/sandbox/confirm', { as, body })
  expectProblem(await send({ clientSecret: `${intentId}_secret_guess`, card: goodCard }), 404)
  expectProblem(await send({ clientSecret: '\u0000', card: goodCard }), 404)
  expectProblem(await send({ clientSecret }), 422, { errors: { card: ['The card is missing.'] } })
  expectProblem(await send({ clientSecret, card: { ...goodCard, exp_month: {}, cvc: '123456789' } }), 422, {
    errors: { 'card.exp_month': [expect.any(String)], 'card.cvc': [expect.any(String)] },
  })
  expectProblem(await club.send('POST', '/sandbox/confirm', { body: { clientSecret, card: goodCard } }), 401)
})
