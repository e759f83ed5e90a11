import { z } from 'zod'
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
import { defineCall } from '#api/contract.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import {
  exampleDay,
  exampleFreeHour,
  exampleHour,
  exampleLesson,
  exampleLessonId,
  exampleMakeUpDay,
  exampleTakenHour,
  exampleWeekHour,
} from './examples.ts'
import {
  noLessonReason,
  count,
  day,
  freeHour,
  moment,
  namedReference,
  presentFreeHour,
  presentTakenHour,
  startHour,
  takenHour,
  wholeNumber,
} from './schemas.ts'

const hourOfWeek = {
  lessonId: identifier.nullable().meta({ description: 'null where there never was a lesson.' }),
  day,
  startHour,
  because: noLessonReason.nullable().meta({ description: 'Why there is no hour; null when it takes place.' }),
  isOver: z.boolean().meta({ description: 'It has begun.' }),
  name: z.string().meta({ description: 'Whom it is with: a member’s trainer, a trainer’s member.' }),
  picture,
  insteadOf: z.string().nullable().meta({ description: 'For whom that trainer stands in.' }),
}

const weekHour = z.strictObject(hourOfWeek).meta({ id: 'WeekHour' })
const givenHour = z
  .strictObject({
    ...hourOfWeek,
    plan: z.string().nullable(),
    number: count.meta({ description: 'Which of the month’s hours it is.' }),
    of: count,
  })
  .meta({ id: 'GivenHour' })

const presentHour = (hour: CalendarLesson) => ({
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
      .meta({ description: 'Why it was called off; null when it takes place.' }),
    isOver: z.boolean().meta({ description: 'It has begun.' }),
    outcome: outcome.nullable().meta({
      description: 'What giving it back would bring now; null when it is over or called off.',
    }),
    freeUntil: moment.meta({ description: 'Until when it is given back in time.' }),
    makeUpUntil: day.meta({ description: 'The last day to use a make-up that is made today.' }),
    trainer: z.strictObject({ ...namedReference.shape, picture }),
    insteadOf: z.string().nullable().meta({ description: 'For whom that trainer stands in.' }),
    coverUntil: moment.nullable().meta({
      description: 'Its trainer is away: until when another one can take it.',
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
    summary: 'Your hours, by time',
    notes: 'With those dates of yours on which there is none, and why.',
    access: 'signed in',
    query: z.object({
      back: daysParameter(0, 'From so many days ago.'),
      ahead: daysParameter(31, 'To so many days from today; 31 unless you say.'),
    }),
    answer: z.strictObject({ today: day, hours: z.array(weekHour) }),
    example: { query: 'back=0&ahead=62', answer: { today: '2026-11-20', hours: [exampleWeekHour] } },
    operation: 'listOwnLessons',
    handle: async ({ actor, query }) => {
      const { today, hours } = await listOwnLessons(actor, query)
      return { today, hours: hours.map(presentHour) }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/week/given',
    name: 'listGivenHours',
    group: 'Lessons',
    summary: 'The hours that you give',
    notes: 'From today on for two weeks, without those for which you are away.',
    access: 'lessons.give',
    answer: z.strictObject({ today: day, hours: z.array(givenHour) }),
    example: {
      answer: {
        today: '2026-11-20',
        hours: [{ ...exampleWeekHour, name: 'Ada Moss', plan: 'gold', number: 2, of: 13 }],
      },
    },
    operation: 'listTrainerLessons',
    handle: async ({ actor }) => {
      const { today, hours } = await listTrainerLessons(actor)
      return {
        today,
        hours: hours.map((each) => ({
          ...presentHour(each),
          plan: each.plan,
          number: each.ordinal,
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
    summary: 'One hour, and what giving it back would bring',
    notes: 'Your own, as its member or its trainer; any for admins.',
    access: 'signed in',
    answer: lesson,
    refusals: [404],
    example: { parameter: exampleLessonId, answer: exampleLesson },
    operation: 'getLesson',
    handle: async ({ actor, parameter }) => presentLesson(await getLesson(actor, parameter)),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/lessons/{id}/free-hours',
    name: 'listHoursToMove',
    group: 'Lessons',
    summary: 'The free hours that your hour can be moved to',
    notes: 'None where it cannot be moved; the lesson’s outcome says why.',
    access: 'signed in',
    answer: z.array(freeHour),
    refusals: [404],
    example: { parameter: exampleLessonId, answer: [exampleFreeHour] },
    operation: 'listDatesToMoveTo',
    handle: async ({ actor, parameter }) =>
      (await listDatesToMoveTo(actor, parameter)).hours.map(presentFreeHour),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/move',
    name: 'moveHour',
    group: 'Lessons',
    summary: 'Move your hour to a free one',
    notes:
      'Only where giving it back would bring a make-up. Taken by somebody faster: 409, and nothing changed.',
    access: 'signed in',
    body: freeDateInput,
    answer: takenHour,
    refusals: [404, 409],
    exists: listDatesToMoveTo,
    example: {
      parameter: exampleLessonId,
      body: { day: exampleDay, startHour: exampleHour },
      answer: exampleTakenHour,
    },
    operation: 'moveLesson',
    handle: async ({ actor, parameter, body }) => presentTakenHour(await moveLesson(actor, parameter, body)),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/lessons/{id}/place',
    name: 'giveBack',
    group: 'Lessons',
    summary: 'Give your hour back',
    notes: 'The lesson’s outcome tells before what it brings. Begun or called off: 409.',
    access: 'signed in',
    answer: z.strictObject({
      outcome,
      makeUpUntil: day.nullable().meta({ description: 'The last day to use its make-up; null without one.' }),
    }),
    refusals: [404, 409],
    example: { parameter: exampleLessonId, answer: { outcome: 'make-up', makeUpUntil: exampleMakeUpDay } },
    operation: 'cancelLesson',
    handle: async ({ actor, parameter }) => {
      const given = await cancelLesson(actor, parameter)
      return { outcome: given.outcome, makeUpUntil: given.until }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/call-off',
    name: 'callOffHour',
    group: 'Lessons',
    summary: 'Call an hour off for its member',
    notes:
      'Its trainer, or an admin. The member is told by mail and always gets a make-up. Begun, called off or your own: 409.',
    access: 'covers.take',
    answer: z.strictObject({ makeUpUntil: day }),
    refusals: [404, 409],
    example: { parameter: exampleLessonId, answer: { makeUpUntil: exampleMakeUpDay } },
    operation: 'callOffLesson',
    handle: async ({ actor, parameter }) => ({ makeUpUntil: (await callOffLesson(actor, parameter)).until }),
  }),
]
