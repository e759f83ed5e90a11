import { z } from 'zod'
import { freeDateInput } from '#domain/lessons/lessons.input.ts'
import {
  listDatesForMakeUp,
  listMakeUps,
  redeemMakeUp,
  type MakeUp,
} from '#domain/lessons/make-ups/make-ups.server.ts'
import { defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import {
  exampleDay,
  exampleFreeHour,
  exampleHour,
  exampleMakeUp,
  exampleMakeUpId,
  exampleTakenHour,
} from './examples.ts'
import {
  day,
  freeHour,
  makeUpReason,
  namedReference,
  presentFreeHour,
  presentTakenHour,
  takenHour,
} from './schemas.ts'

const makeUp = z
  .strictObject({
    id: identifier,
    bookingId: identifier,
    because: makeUpReason,
    fromDate: day.meta({
      description: 'The date that it stands for; of one that was granted, the day of that.',
    }),
    until: day.meta({ description: 'The last day to use it.' }),
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
    summary: 'The hours that the club owes you',
    notes: 'Those that can still be used; those that end first come first.',
    access: 'signed in',
    answer: z.array(makeUp),
    example: { answer: [exampleMakeUp] },
    operation: 'listMakeUps',
    handle: async ({ actor }) => (await listMakeUps(actor)).map(presentMakeUp),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/make-ups/{id}/free-hours',
    name: 'listHoursForMakeUp',
    group: 'Make-ups',
    summary: 'The free hours that a make-up can be used for',
    notes: 'Used already or run out: 409.',
    access: 'signed in',
    answer: z.array(freeHour),
    refusals: [404, 409],
    example: { parameter: exampleMakeUpId, answer: [exampleFreeHour] },
    operation: 'listDatesForMakeUp',
    handle: async ({ actor, parameter }) =>
      (await listDatesForMakeUp(actor, parameter)).hours.map(presentFreeHour),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/make-ups/{id}/spend',
    name: 'spendMakeUp',
    group: 'Make-ups',
    summary: 'Use a make-up for a free hour',
    notes: 'Once. Taken by somebody faster: 409, and the make-up is still yours.',
    access: 'signed in',
    body: freeDateInput,
    answer: takenHour,
    refusals: [404, 409],
    exists: listDatesForMakeUp,
    example: {
      parameter: exampleMakeUpId,
      body: { day: exampleDay, startHour: exampleHour },
      answer: exampleTakenHour,
    },
    operation: 'redeemMakeUp',
    handle: async ({ actor, parameter, body }) =>
      presentTakenHour(await redeemMakeUp(actor, parameter, body)),
  }),
]
