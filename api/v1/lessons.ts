import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import {
  listOwnLessons,
  listTrainerLessons,
  type CalendarLesson,
} from '#domain/lessons/calendar/calendar.server.ts'
import {
  callOffLesson,
  cancelLesson,
  listDatesToMoveTo,
  moveLesson,
} from '#domain/lessons/cancellation/cancellation.server.ts'
import { getLesson, type Lesson } from '#domain/lessons/lesson.server.ts'
import { freeDateInput } from '#domain/lessons/lessons.input.ts'
import {
  exampleDay,
  exampleFreeDate,
  exampleHour,
  exampleLesson,
  exampleLessonId,
  exampleMakeUpDay,
  exampleBookedLesson,
  exampleWeekLesson,
} from './examples.ts'
import {
  noLessonReason,
  count,
  day,
  freeDate,
  moment,
  namedReference,
  presentFreeDate,
  presentBookedLesson,
  startHour,
  bookedLesson,
  wholeNumber,
} from './schemas.ts'

const weekLessonFields = {
  lessonId: identifier.nullable().meta({ description: 'Null if there never was a lesson.' }),
  day,
  startHour,
  because: noLessonReason.nullable().meta({ description: 'Why there is no lesson; null if it takes place.' }),
  isOver: z.boolean().meta({ description: 'Whether it has begun.' }),
  name: z.string().meta({ description: 'The trainer for members, the member for trainers.' }),
  picture,
  insteadOf: z.string().nullable().meta({ description: 'Name of the trainer who is being covered.' }),
}

const weekLesson = z.strictObject(weekLessonFields).meta({ id: 'WeekLesson' })
const trainerLesson = z
  .strictObject({
    ...weekLessonFields,
    plan: z.string().nullable(),
    ordinal: count.meta({ description: 'Its position among the month’s lessons.' }),
    of: count,
  })
  .meta({ id: 'TrainerLesson' })

const presentWeekLesson = (hour: CalendarLesson) => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  because: hour.because,
  isOver: hour.isOver,
  name: hour.name,
  picture: presentPicture(hour.portrait),
  insteadOf: hour.insteadOf,
})

const outcome = z.enum(['make-up', 'too late', 'make-ups used', 'was a make-up'])

const lesson = z
  .strictObject({
    id: identifier,
    bookingId: identifier,
    day,
    startHour,
    startsAt: moment,
    because: noLessonReason
      .nullable()
      .meta({ description: 'Why it was called off; null if it takes place.' }),
    isOver: z.boolean().meta({ description: 'Whether it has begun.' }),
    outcome: outcome.nullable().meta({
      description:
        'Outcome of a cancellation now; null if it is over or called off. With `coverUntil`, always a make-up that is not one of the member’s own.',
    }),
    freeUntil: moment.meta({ description: 'Until then it can be cancelled with a make-up.' }),
    makeUpUntil: day.meta({ description: 'Last day to use a make-up created today.' }),
    trainer: z.strictObject({ ...namedReference.shape, picture }),
    insteadOf: z.string().nullable().meta({ description: 'Name of the trainer who is being covered.' }),
    coverUntil: moment.nullable().meta({
      description: 'If its trainer is away: until then another trainer can take it.',
    }),
    member: namedReference,
    isOwn: z.boolean(),
  })
  .meta({ id: 'Lesson' })

const presentLesson = (found: Lesson): z.input<typeof lesson> => ({
  id: found.id,
  bookingId: found.bookingId,
  day: found.day,
  startHour: found.startHour,
  startsAt: found.startsAt.toISOString(),
  because: found.because,
  isOver: found.isOver,
  outcome: found.outcome,
  freeUntil: found.freeUntil.toISOString(),
  makeUpUntil: found.makeUpUntil,
  trainer: { id: found.trainerId, name: found.trainerName, picture: presentPicture(found.portrait) },
  insteadOf: found.insteadOf,
  coverUntil: found.coverUntil?.toISOString() ?? null,
  member: { id: found.memberId, name: found.memberName },
  isOwn: found.isOwn,
})

const daysParameter = (otherwise: number, description: string) =>
  wholeNumber(/^\d{1,2}$/, 'This is a whole number of days from 0 to 99.', otherwise).meta({
    type: 'integer',
    minimum: 0,
    maximum: 99,
    description,
  })

export const lessonCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/week',
    name: 'listWeek',
    group: 'Lessons',
    summary: 'List your lessons, by time',
    notes: 'Includes dates without a lesson, with the reason.',
    access: 'signed in',
    query: z.object({
      back: daysParameter(0, 'Number of past days.'),
      ahead: daysParameter(31, 'Number of days from today; defaults to 31.'),
    }),
    answer: z.strictObject({ today: day, lessons: z.array(weekLesson) }),
    example: { query: 'back=0&ahead=62', answer: { today: '2026-11-20', lessons: [exampleWeekLesson] } },
    operation: 'listOwnLessons',
    handle: async ({ actor, query }) => {
      const { today, hours } = await listOwnLessons(actor, query)
      return { today, lessons: hours.map(presentWeekLesson) }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/week/trainer',
    name: 'listTrainerLessons',
    group: 'Lessons',
    summary: 'List the lessons that you give',
    notes: 'For two weeks from today, without those you are away for.',
    access: 'lessons.give',
    answer: z.strictObject({ today: day, lessons: z.array(trainerLesson) }),
    example: {
      answer: {
        today: '2026-11-20',
        lessons: [{ ...exampleWeekLesson, name: 'Ada Moss', plan: 'gold', ordinal: 2, of: 13 }],
      },
    },
    operation: 'listTrainerLessons',
    handle: async ({ actor }) => {
      const { today, hours } = await listTrainerLessons(actor)
      return {
        today,
        lessons: hours
          .filter(({ group }) => group === null)
          .map((each) => ({
            ...presentWeekLesson(each),
            plan: each.plan,
            ordinal: each.ordinal,
            of: each.of,
          })),
      }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/lessons/{id}',
    name: 'getLesson',
    group: 'Lessons',
    summary: 'Get a lesson and the outcome of a cancellation',
    notes: 'Your own, as member or trainer; any for admins.',
    access: 'signed in',
    answer: lesson,
    refusals: [404],
    example: { parameter: exampleLessonId, answer: exampleLesson },
    operation: 'getLesson',
    handle: async ({ actor, parameter }) => presentLesson(await getLesson(actor, parameter)),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/lessons/{id}/free-dates',
    name: 'listDatesToMoveTo',
    group: 'Lessons',
    summary: 'List free dates that your lesson can move to',
    notes: 'Empty if it cannot be moved; `outcome` of the lesson shows why.',
    access: 'signed in',
    answer: z.array(freeDate),
    refusals: [404],
    example: { parameter: exampleLessonId, answer: [exampleFreeDate] },
    operation: 'listDatesToMoveTo',
    handle: async ({ actor, parameter }) =>
      (await listDatesToMoveTo(actor, parameter)).hours.map(presentFreeDate),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/move',
    name: 'moveLesson',
    group: 'Lessons',
    summary: 'Move your lesson to a free date',
    notes:
      'Only if cancelling it would bring a make-up. If someone else was faster: 409, and nothing has changed.',
    access: 'signed in',
    body: freeDateInput,
    answer: bookedLesson,
    refusals: [404, 409],
    exists: listDatesToMoveTo,
    example: {
      parameter: exampleLessonId,
      body: { day: exampleDay, startHour: exampleHour },
      answer: exampleBookedLesson,
    },
    operation: 'moveLesson',
    handle: async ({ actor, parameter, body }) =>
      presentBookedLesson(await moveLesson(actor, parameter, body)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/cancel',
    name: 'cancelLesson',
    group: 'Lessons',
    summary: 'Cancel your lesson',
    notes: '`outcome` of the lesson shows the consequences beforehand. Already begun or called off: 409.',
    access: 'signed in',
    answer: z.strictObject({
      outcome,
      makeUpUntil: day.nullable().meta({ description: 'Last day to use the make-up; null without one.' }),
    }),
    refusals: [404, 409],
    example: { parameter: exampleLessonId, answer: { outcome: 'make-up', makeUpUntil: exampleMakeUpDay } },
    operation: 'cancelLesson',
    handle: async ({ actor, parameter }) => {
      const result = await cancelLesson(actor, parameter)
      return { outcome: result.outcome, makeUpUntil: result.until }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/call-off',
    name: 'callOffLesson',
    group: 'Lessons',
    summary: 'Call off a lesson',
    notes:
      'For its trainer and admins. The member gets a letter and always a make-up. Already begun, called off or your own: 409.',
    access: 'covers.take',
    answer: z.strictObject({ makeUpUntil: day }),
    refusals: [404, 409],
    example: { parameter: exampleLessonId, answer: { makeUpUntil: exampleMakeUpDay } },
    operation: 'callOffLesson',
    handle: async ({ actor, parameter }) => ({ makeUpUntil: (await callOffLesson(actor, parameter)).until }),
  }),
]
