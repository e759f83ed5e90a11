import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import type { ParticipantState } from '#db/tables.ts'
import { calendarDay } from '#domain/input.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { getClassDate, readTimetable, type ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { exampleAllowanceId, exampleClassDate, exampleClassDateId, exampleDay } from './examples.ts'
import { count, day, moment, namedReference, noLessonReason, startHour, wholeNumber } from './schemas.ts'

const participantStates = [
  'waiting',
  'held',
  'booked',
  'cancelled',
  'late',
  'left',
  'called_off',
] as const satisfies ParticipantState[]

const classDate = z
  .strictObject({
    id: identifier.meta({ description: 'Of this date of the class.' }),
    day,
    startHour,
    startMinute: count,
    minutes: count,
    class: z.strictObject({ id: identifier, title: z.string() }),
    trainer: namedReference,
    roomName: z.string(),
    capacity: count,
    taken: count.meta({ description: 'Places that are booked.' }),
    waiting: count.meta({ description: 'Length of the waiting list.' }),
    because: noLessonReason.nullable().meta({ description: 'Why it was called off; null otherwise.' }),
    isOver: z.boolean().meta({ description: 'Whether it has begun.' }),
    own: z.enum(participantStates).nullable().meta({
      description: 'Your own place; null without one. `held`: an unpaid order holds it.',
    }),
  })
  .meta({ id: 'ClassDate' })

const presentClassDate = (found: ClassDate): z.input<typeof classDate> => ({
  id: found.id,
  day: found.day,
  startHour: found.startHour,
  startMinute: found.startMinute,
  minutes: found.minutes,
  class: { id: found.classId, title: found.title },
  trainer: { id: found.trainerId, name: found.trainerName },
  roomName: found.roomName,
  capacity: found.capacity,
  taken: found.taken,
  waiting: found.waiting,
  because: found.because,
  isOver: found.isOver,
  own: found.own,
})

const filterId = (what: string) =>
  z
    .uuid(`This is no ${what}.`)
    .optional()
    .meta({ description: `Of one ${what} only.` })

const query = z.object({
  from: calendarDay(() => 'Send a day such as 2026-11-25.')
    .optional()
    .meta({ description: 'The first day, from today on; defaults to today.' }),
  days: wholeNumber(/^([1-9]|[1-3]\d|4[0-2])$/, 'This is a whole number of days from 1 to 42.', 7).meta({
    type: 'integer',
    minimum: 1,
    maximum: 42,
    description: 'Defaults to 7.',
  }),
  trainerId: filterId('trainer'),
  classId: filterId('class'),
})

export const timetableCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/timetable',
    name: 'readTimetable',
    group: 'Classes',
    summary: 'Read the dates of classes by day',
    notes: 'Closed days have a reason and no classes.',
    access: 'everyone',
    query,
    answer: z.strictObject({
      today: day,
      lastDay: day.meta({ description: 'The last planned day.' }),
      days: z.array(
        z.strictObject({ day, closedBecause: z.string().nullable(), classes: z.array(classDate) }),
      ),
    }),
    example: {
      query: `from=${exampleDay}&days=1`,
      answer: {
        today: '2026-11-20',
        lastDay: '2027-01-01',
        days: [{ day: exampleDay, closedBecause: null, classes: [exampleClassDate] }],
      },
    },
    operation: 'readTimetable',
    handle: async ({ actor, query: filter }) => {
      const { today, lastDay, days } = await readTimetable(actor, filter)
      return {
        today,
        lastDay,
        days: days.map(({ classes, ...each }) => ({ ...each, classes: classes.map(presentClassDate) })),
      }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/timetable/{id}',
    name: 'getClassDate',
    group: 'Classes',
    summary: 'Get one date of a class',
    access: 'everyone',
    answer: classDate,
    refusals: [404],
    example: { parameter: exampleClassDateId, answer: exampleClassDate },
    operation: 'getClassDate',
    handle: async ({ actor, parameter }) => presentClassDate(await getClassDate(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/timetable/{id}/book',
    name: 'bookClass',
    group: 'Classes',
    summary: 'Book a place, or join the waiting list of a full class',
    notes:
      'The first of the line is promoted when a place comes free. Booked already: the same response. Not bookable, no class left, or elsewhere at that time: 409.',
    access: 'signed in',
    body: z.object({
      orderId: z
        .uuid('Send the id of an order.')
        .optional()
        .meta({ description: 'The order whose classes pay; by default those that end first.' }),
    }),
    answer: z.strictObject({
      state: z.enum(['booked', 'waiting']),
      position: count.nullable().meta({ description: 'Place in the line, from 1; null when booked.' }),
      freeUntil: moment.meta({ description: 'Until then a place can be given back at no cost.' }),
      paidWith: identifier.nullable().meta({ description: 'Id of the order; null while waiting.' }),
    }),
    refusals: [404, 409],
    exists: getClassDate,
    example: {
      parameter: exampleClassDateId,
      body: {},
      answer: {
        state: 'booked' as const,
        position: null,
        freeUntil: '2026-11-25T14:30:00.000Z',
        paidWith: exampleAllowanceId,
      },
    },
    operation: 'bookClass',
    handle: async ({ actor, parameter, body }) => {
      const { state, position, freeUntil, paidWith } = await bookClass(actor, parameter, body)
      return { state, position, freeUntil: freeUntil.toISOString(), paidWith }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/timetable/{id}/give-back',
    name: 'giveBackClass',
    group: 'Classes',
    summary: 'Give back your place, or leave the waiting list',
    notes: 'Promotes the next in line. After `freeUntil` of the booking it counts as a class. Begun: 409.',
    access: 'signed in',
    answer: z.strictObject({
      state: z.enum(participantStates),
      isLate: z.boolean().meta({ description: 'Whether it counts as a class.' }),
    }),
    refusals: [404, 409],
    example: { parameter: exampleClassDateId, answer: { state: 'cancelled' as const, isLate: false } },
    operation: 'giveBackClass',
    handle: async ({ actor, parameter }) => {
      const { state, isLate } = await giveBackClass(actor, parameter)
      return { state, isLate }
    },
  }),
]
