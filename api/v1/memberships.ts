import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import type { Person } from '#domain/actor.ts'
import { renewalCents } from '#domain/memberships/memberships.rules.ts'
import {
  cancelMembership,
  getRunningMembership,
  takeBackCancellation,
} from '#domain/memberships/memberships.server.ts'
import { beginCardChange, getOwnCard, replaceOwnCard } from '#domain/memberships/own-card.server.ts'
import { pauseInput } from '#domain/memberships/pauses.input.ts'
import { endPause, pauseMembership } from '#domain/memberships/pauses.server.ts'
import { storedSetupInput } from '#domain/payments/card-setups.input.ts'
import { exampleDay, exampleMakeUpDay, exampleMembership, exampleSetup } from './examples.ts'
import { cents, count, day, moment } from './schemas.ts'

const membershipSchema = z
  .strictObject({
    title: z.string(),
    priceCents: cents.meta({ description: 'Of a period.' }),
    currency: z.string(),
    periodMonths: count,
    paidUntil: moment,
    endsAt: moment.nullable().meta({ description: 'Null: it renews itself.' }),
    firstEnd: moment.meta({ description: 'Its end if it is cancelled now.' }),
    given: count.nullable().meta({ description: 'Classes of this period; null for as many as one likes.' }),
    used: count,
    discount: z
      .strictObject({ code: z.string(), priceCents: cents, periods: count.nullable() })
      .nullable()
      .meta({
        description: 'Price of the next periods with the code of the purchase; null for all of them.',
      }),
    next: z
      .strictObject({ orderId: z.string(), amountCents: cents, beginsAt: moment, payBy: moment })
      .nullable()
      .meta({ description: 'The next period, while it is to be paid.' }),
    owed: z
      .strictObject({ orderId: z.string(), amountCents: cents, payBy: moment })
      .nullable()
      .meta({ description: 'What a bank took back of a paid period, to be paid again.' }),
    pause: z
      .strictObject({ fromDay: day, untilDay: day })
      .nullable()
      .meta({ description: 'The pause that is on or comes next.' }),
    card: z
      .strictObject({ brand: z.string(), last4: z.string(), expiresOn: day })
      .nullable()
      .meta({ description: 'The card that is charged; null without one.' }),
    debit: z.strictObject({ last4: z.string(), mandateReference: z.string() }).nullable().meta({
      description: 'The bank account that is debited. Without it and without a card each period is a bill.',
    }),
  })
  .meta({ id: 'Membership' })

async function presentMembership(actor: Person): Promise<z.input<typeof membershipSchema>> {
  const [membership, card] = await Promise.all([getRunningMembership(actor), getOwnCard(actor)])
  const { next, owed, pause, discount, title, priceCents, currency, periodMonths, given, used } = membership
  return {
    title,
    priceCents,
    currency,
    periodMonths,
    paidUntil: membership.paidUntil.toISOString(),
    endsAt: membership.endsAt?.toISOString() ?? null,
    firstEnd: membership.firstEnd.toISOString(),
    given,
    used,
    discount: discount && {
      code: discount.code,
      priceCents: renewalCents(membership),
      periods: discount.periods,
    },
    next: next && {
      orderId: next.orderId,
      amountCents: next.amountCents,
      beginsAt: next.beginsAt.toISOString(),
      payBy: next.payBy.toISOString(),
    },
    owed: owed && { ...owed, payBy: owed.payBy.toISOString() },
    pause: pause && { fromDay: pause.fromDay, untilDay: pause.untilDay },
    card:
      card?.cardBrand && card.cardLast4 && card.expiresOn
        ? { brand: card.cardBrand, last4: card.cardLast4, expiresOn: card.expiresOn }
        : null,
    debit:
      card?.mandateRef && card.cardLast4
        ? { last4: card.cardLast4, mandateReference: card.mandateRef }
        : null,
  }
}

/** A call that changes the caller's membership and returns it. */
const shared = { group: 'Memberships', access: 'signed in', answer: membershipSchema } as const
const example = { answer: exampleMembership }

export const membershipCalls = [
  defineCall({
    ...shared,
    method: 'GET',
    path: '/v1/membership',
    name: 'getRunningMembership',
    summary: 'Get your membership',
    notes: 'Without a running one: 404.',
    refusals: [404],
    example,
    operation: 'getRunningMembership',
    handle: ({ actor }) => presentMembership(actor),
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/membership/cancel',
    name: 'cancelMembership',
    summary: 'Cancel your membership',
    notes: 'It ends on `firstEnd`. While its next period is being paid: 409.',
    refusals: [404, 409, 503],
    example: { answer: { ...exampleMembership, endsAt: exampleMembership.firstEnd } },
    operation: 'cancelMembership',
    handle: async ({ actor }) => {
      await cancelMembership(actor)
      return presentMembership(actor)
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/membership/keep',
    name: 'takeBackCancellation',
    summary: 'Take back the cancellation of your membership',
    refusals: [404],
    example,
    operation: 'takeBackCancellation',
    handle: async ({ actor }) => {
      await takeBackCancellation(actor)
      return presentMembership(actor)
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/membership/pause',
    name: 'pauseMembership',
    summary: 'Pause your membership for some days',
    notes:
      'From tomorrow at the earliest, free, and the period ends so much later. Booked classes are given back.',
    body: pauseInput,
    refusals: [404, 409],
    example: {
      body: { fromDay: exampleDay, untilDay: exampleMakeUpDay },
      answer: { ...exampleMembership, pause: { fromDay: exampleDay, untilDay: exampleMakeUpDay } },
    },
    operation: 'pauseMembership',
    handle: async ({ actor, body }) => {
      await pauseMembership(actor, body)
      return presentMembership(actor)
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/membership/end-pause',
    name: 'endPause',
    summary: 'End the pause of your membership',
    notes: 'One that is on ends with today; a later one is taken back.',
    refusals: [404, 409],
    example,
    operation: 'endPause',
    handle: async ({ actor }) => {
      await endPause(actor)
      return presentMembership(actor)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/membership/card-setup',
    name: 'beginCardChange',
    group: 'Memberships',
    summary: 'Begin to put another card in place',
    notes:
      'Confirm the secret with the card processor’s library. Nothing is paid. Ten times an hour at most. `with=debit` stores a bank account, once its mandate was accepted on the page of the membership: before that, 409.',
    access: 'signed in',
    query: z.object({ with: z.enum(['card', 'debit']).default('card') }),
    answer: z.strictObject({ setupId: z.string(), clientSecret: z.string() }),
    refusals: [404, 409, 503],
    example: { answer: { setupId: exampleSetup.id, clientSecret: exampleSetup.secret } },
    operation: 'beginCardChange',
    handle: async ({ actor, query }) => {
      const { setupId, clientSecret } = await beginCardChange(actor, { takesDebit: query.with === 'debit' })
      return { setupId, clientSecret }
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/membership/card',
    name: 'replaceOwnCard',
    summary: 'Put the card of a confirmed setup in place',
    notes: 'An unpaid period is charged from it. Another person’s setup: 404; not confirmed: 409.',
    body: storedSetupInput,
    refusals: [404, 409, 503],
    example: { body: { setupId: exampleSetup.id }, answer: exampleMembership },
    operation: 'replaceOwnCard',
    handle: async ({ actor, body }) => {
      await replaceOwnCard(actor, body)
      return presentMembership(actor)
    },
  }),
]
