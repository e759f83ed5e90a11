import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier, lengthOf } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { getOwedMakeUps, type OwedMakeUp, type OwedMonth } from '#domain/months/month-make-ups.server.ts'
import { grantMakeUpInput, refundMakeUpInput } from '#domain/months/months.input.ts'
import { findMonthOfMakeUp, refundMakeUp } from '#domain/months/refunding-make-ups.server.ts'
import { exampleMakeUpDay, exampleMakeUpId, exampleOwed } from './examples.ts'
import { cents, count, day, namedReference, makeUpReason, startHour } from './schemas.ts'

const owedMakeUp = z.strictObject({
  id: identifier,
  because: makeUpReason,
  fromDate: day.meta({
    description: 'The date it replaces; if granted, the day on which it was granted.',
  }),
  until: day.meta({ description: 'Last day to use it.' }),
  reason: z.string().nullable().meta({ description: 'Why it was granted.' }),
  state: z.enum(['open', 'used', 'refunded', 'run out']),
  usedFor: z.strictObject({ lessonId: identifier, day, startHour }).nullable(),
  refundCents: cents
    .nullable()
    .meta({ description: 'Amount of a refund instead of the lesson; null if it cannot be refunded.' }),
})

const owedMonth = z
  .strictObject({
    bookingId: identifier,
    member: namedReference,
    trainerName: z.string(),
    dates: count.meta({ description: 'Number of lessons that the month was sold with.' }),
    amountCents: cents,
    currency: z.string(),
    makeUps: z.array(owedMakeUp),
  })
  .meta({ id: 'OwedMonth' })

const presentOwedMakeUp = (hour: OwedMakeUp): z.input<typeof owedMakeUp> => ({
  id: hour.id,
  because: hour.because,
  fromDate: hour.fromDate,
  until: hour.until,
  reason: hour.reason,
  state: hour.state,
  usedFor: hour.usedFor && {
    lessonId: hour.usedFor.lessonId,
    day: hour.usedFor.day,
    startHour: hour.usedFor.startHour,
  },
  refundCents: hour.refundCents,
})

const presentOwedMonth = (month: OwedMonth): z.input<typeof owedMonth> => ({
  bookingId: month.bookingId,
  member: { id: month.memberId, name: month.memberName },
  trainerName: month.trainerName,
  dates: month.dates,
  amountCents: month.amountCents,
  currency: month.currency,
  makeUps: month.hours.map(presentOwedMakeUp),
})

const reasonField = { reason: refundMakeUpInput.shape.reason.meta(lengthOf(bounds.officeReason)) }

export const owedMakeUpCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/bookings/{id}/make-ups',
    name: 'getOwedMakeUps',
    group: 'Make-ups',
    summary: 'List all make-ups of a month and their states',
    notes: 'Newest first.',
    access: 'makeUps.give',
    answer: owedMonth,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleOwed },
    operation: 'getOwedMakeUps',
    handle: async ({ actor, parameter }) => presentOwedMonth(await getOwedMakeUps(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/make-ups',
    name: 'grantMakeUp',
    group: 'Make-ups',
    summary: 'Grant a make-up',
    notes:
      'The member gets a letter with the reason. The same `requestKey` returns the same make-up. Refunded month, or as many granted as the month was sold with: 409.',
    access: 'makeUps.give',
    body: grantMakeUpInput.extend(reasonField),
    answer: z.strictObject({
      makeUpId: identifier,
      until: day.meta({ description: 'Last day to use it.' }),
    }),
    refusals: [404, 409],
    exists: getOwedMakeUps,
    example: {
      parameter: exampleBookingId,
      body: { reason: 'The shower was cold.', requestKey: 'shower-2026-11-20' },
      answer: { makeUpId: exampleMakeUpId, until: exampleMakeUpDay },
    },
    operation: 'grantMakeUp',
    handle: async ({ actor, parameter, body }) => {
      const { makeUpId, until } = await grantMakeUp(actor, parameter, body)
      return { makeUpId, until }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/make-ups/{id}/refund',
    name: 'refundMakeUp',
    group: 'Make-ups',
    summary: 'Refund a make-up',
    notes:
      'Refunds the price of the month divided by the lessons it was sold with. The make-up ends; the member reads the reason. Used, refunded, expired or granted: 409.',
    access: 'refunds.make',
    body: refundMakeUpInput.extend(reasonField),
    answer: z.strictObject({
      refundId: identifier,
      amountCents: cents.meta({ description: 'The refunded amount.' }),
      state: z.enum(['pending', 'succeeded', 'failed']),
    }),
    refusals: [404, 409],
    exists: findMonthOfMakeUp,
    example: {
      parameter: exampleMakeUpId,
      body: { reason: 'Moved to another town.' },
      answer: { refundId: exampleBookingId, amountCents: 538, state: 'pending' },
    },
    operation: 'refundMakeUp',
    handle: async ({ actor, parameter, body }) => {
      const { refundId, amountCents, state } = await refundMakeUp(actor, parameter, body)
      return { refundId, amountCents, state }
    },
  }),
]
