import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import { freeDateInput } from '#domain/lessons/lessons.input.ts'
import {
  listDatesForMakeUp,
  listMakeUps,
  redeemMakeUp,
  type MakeUp,
} from '#domain/lessons/make-ups/make-ups.server.ts'
import {
  exampleDay,
  exampleFreeDate,
  exampleHour,
  exampleMakeUp,
  exampleMakeUpId,
  exampleBookedLesson,
} from './examples.ts'
import {
  day,
  freeDate,
  makeUpReason,
  namedReference,
  presentFreeDate,
  presentBookedLesson,
  bookedLesson,
} from './schemas.ts'

const makeUp = z
  .strictObject({
    id: identifier,
    bookingId: identifier,
    because: makeUpReason,
    fromDate: day.meta({
      description: 'The date it replaces; if granted, the day on which it was granted.',
    }),
    until: day.meta({ description: 'Last day to use it.' }),
    trainer: namedReference,
  })
  .meta({ id: 'MakeUp' })

const presentMakeUp = ({ trainerId, trainerName, ...owed }: MakeUp): z.input<typeof makeUp> => ({
  id: owed.id,
  bookingId: owed.bookingId,
  because: owed.because,
  fromDate: owed.fromDate,
  until: owed.until,
  trainer: { id: trainerId, name: trainerName },
})

export const makeUpCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/make-ups',
    name: 'listMakeUps',
    group: 'Make-ups',
    summary: 'List your make-ups',
    notes: 'Usable ones only; those that expire first come first.',
    access: 'signed in',
    answer: z.array(makeUp),
    example: { answer: [exampleMakeUp] },
    operation: 'listMakeUps',
    handle: async ({ actor }) => (await listMakeUps(actor)).map(presentMakeUp),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/make-ups/{id}/free-dates',
    name: 'listDatesForMakeUp',
    group: 'Make-ups',
    summary: 'List free dates for a make-up',
    notes:
      'Of your trainer; of other trainers if yours has none and the club owes the make-up. Already used or expired: 409.',
    access: 'signed in',
    answer: z.array(freeDate),
    refusals: [404, 409],
    example: { parameter: exampleMakeUpId, answer: [exampleFreeDate] },
    operation: 'listDatesForMakeUp',
    handle: async ({ actor, parameter }) =>
      (await listDatesForMakeUp(actor, parameter)).hours.map(presentFreeDate),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/make-ups/{id}/redeem',
    name: 'redeemMakeUp',
    group: 'Make-ups',
    summary: 'Use a make-up for a free date',
    notes: 'If someone else was faster: 409, and the make-up is still yours.',
    access: 'signed in',
    body: freeDateInput,
    answer: bookedLesson,
    refusals: [404, 409],
    exists: listDatesForMakeUp,
    example: {
      parameter: exampleMakeUpId,
      body: { day: exampleDay, startHour: exampleHour },
      answer: exampleBookedLesson,
    },
    operation: 'redeemMakeUp',
    handle: async ({ actor, parameter, body }) =>
      presentBookedLesson(await redeemMakeUp(actor, parameter, body)),
  }),
]
