import { z } from 'zod'
import { grantMakeUp } from '#domain/months/granting.server.ts'
import { grantMakeUpInput, refundMakeUpInput } from '#domain/months/months.input.ts'
import { getOwedMakeUps, type OwedMakeUp, type OwedMonth } from '#domain/months/owed-make-ups.server.ts'
import { findMonthOfMakeUp, refundMakeUp } from '#domain/months/refunding-make-ups.server.ts'
import { defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier, lengthOf } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { exampleMakeUpDay, exampleMakeUpId, exampleOwed } from './examples.ts'
import { cents, count, day, namedReference, makeUpReason, startHour } from './schemas.ts'

const owedHour = z.strictObject({
  id: identifier,
  because: makeUpReason,
  fromDate: day.meta({
    description: 'The date that it stands for; of one that was granted, the day of that.',
  }),
  until: day.meta({ description: 'The last day to use it.' }),
  reason: z.string().nullable().meta({ description: 'Why it was granted.' }),
  state: z.enum(['open', 'used', 'refunded', 'run out']),
  usedFor: z.strictObject({ lessonId: identifier, day, startHour }).nullable(),
  refundCents: cents
    .nullable()
    .meta({ description: 'What would go back instead of the hour; null where nothing can.' }),
})

const owedMonth = z
  .strictObject({
    bookingId: identifier,
    member: namedReference,
    trainerName: z.string(),
    dates: count.meta({ description: 'How many hours the month was sold for.' }),
    amountCents: cents,
    currency: z.string(),
    makeUps: z.array(owedHour),
  })
  .meta({ id: 'OwedMonth' })

const presentOwedHour = (hour: OwedMakeUp): z.input<typeof owedHour> => ({
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
  makeUps: month.hours.map(presentOwedHour),
})

const reasonField = { reason: refundMakeUpInput.shape.reason.meta(lengthOf(bounds.officeReason)) }

export const owedCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/hours/{id}/make-ups',
    name: 'getOwed',
    group: 'Make-ups',
    summary: 'All make-ups of a month, and what became of them',
    notes: 'The newest first.',
    access: 'makeUps.give',
    answer: owedMonth,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleOwed },
    operation: 'getOwedMakeUps',
    handle: async ({ actor, parameter }) => presentOwedMonth(await getOwedMakeUps(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/make-ups',
    name: 'grantMakeUp',
    group: 'Make-ups',
    summary: 'Give a member an hour by hand',
    notes:
      'They get a letter and read the reason. The same `requestKey` is the same make-up. Refunded, or as many given as the month was sold for: 409.',
    access: 'makeUps.give',
    body: grantMakeUpInput.extend(reasonField),
    answer: z.strictObject({
      makeUpId: identifier,
      until: day.meta({ description: 'The last day to use it.' }),
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
    summary: 'Give the money of an owed hour back instead',
    notes:
      'What the month cost, divided by the hours it was sold for. The make-up is gone; its member reads the reason. Used, refunded, run out or granted by hand: 409.',
    access: 'refunds.make',
    body: refundMakeUpInput.extend(reasonField),
    answer: z.strictObject({
      refundId: identifier,
      amountCents: cents.meta({ description: 'What goes back.' }),
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
