import { z } from 'zod'
import {
  declareAbsence,
  endAbsence,
  listAbsences,
  previewAbsence,
} from '#domain/lessons/absences/absences.server.ts'
import type { AffectedLesson } from '#domain/lessons/absences/affected-lessons.server.ts'
import {
  closeDays,
  listClosures,
  previewClosure,
  reopenDays,
  type ClosedLesson,
} from '#domain/lessons/closures/closures.server.ts'
import { absenceInput, closureInput } from '#domain/lessons/lessons.input.ts'
import { CountedItems, defineCall } from '#api/contract.ts'
import { identifier, lengthOf, presentPicture, picture } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import {
  exampleAbsence,
  exampleAbsenceId,
  exampleClosure,
  exampleClosureId,
  exampleDay,
  exampleHour,
  exampleLessonId,
  exampleTrainerName,
  exampleWantedHour,
} from './examples.ts'
import { count, day, moment, paging, startHour, toPageRange } from './schemas.ts'

const untilHour = z.int().min(bounds.untilHour.least).max(bounds.untilHour.most)

const closure = z
  .strictObject({ id: identifier, fromDay: day, untilDay: day, reason: z.string() })
  .meta({ id: 'Closure' })
const newClosure = closureInput.safeExtend({
  reason: closureInput.shape.reason.meta(lengthOf(bounds.closureReason)),
})
const exampleNewClosure = { fromDay: exampleDay, untilDay: exampleDay, reason: exampleClosure.reason }

const absence = z
  .strictObject({
    id: identifier,
    trainerName: z.string(),
    fromDay: day,
    fromHour: startHour,
    untilDay: day,
    untilHour: untilHour.meta({ description: 'The first hour that they are there again; 24: the next day.' }),
  })
  .meta({ id: 'Absence' })
const exampleNewAbsence = { fromDay: exampleDay, untilDay: exampleDay }

const closedHour = z
  .strictObject({ lessonId: identifier, day, startHour, memberName: z.string(), trainerName: z.string() })
  .meta({ id: 'ClosedHour' })
const awayHour = z
  .strictObject({
    lessonId: identifier,
    day,
    startHour,
    memberName: z.string(),
    picture,
    coverUntil: moment.meta({ description: 'Until when another trainer could take it.' }),
    isTooSoon: z
      .boolean()
      .meta({ description: 'It begins too soon for that, and would be called off at once.' }),
  })
  .meta({ id: 'AwayHour' })

const presentClosedHour = (hour: ClosedLesson): z.input<typeof closedHour> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  trainerName: hour.trainerName,
})
const presentAwayHour = (hour: AffectedLesson): z.input<typeof awayHour> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  picture: presentPicture(hour.portrait),
  coverUntil: hour.coverUntil.toISOString(),
  isTooSoon: hour.isTooSoon,
})

export const daysOffCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/closures',
    name: 'listClosures',
    group: 'Days off',
    summary: 'The days on which the club is shut',
    notes: 'Of today and later; at most 100.',
    access: 'closures.manage',
    answer: z.array(closure),
    example: { answer: [exampleClosure] },
    operation: 'listClosures',
    handle: async ({ actor }) => listClosures(actor),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/closures',
    name: 'closeDays',
    group: 'Days off',
    summary: 'Close the club for some days',
    notes: 'Its hours then are called off and owed, and every member gets one letter. Closed already: 409.',
    access: 'closures.manage',
    body: newClosure,
    answer: z.strictObject({ calledOff: count }),
    refusals: [409],
    example: { body: exampleNewClosure, answer: { calledOff: 1 } },
    operation: 'closeDays',
    handle: async ({ actor, body }) => ({ calledOff: (await closeDays(actor, body)).hours }),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/closures/preview',
    name: 'previewClosure',
    group: 'Days off',
    summary: 'Whom a closure would hit; changes nothing',
    access: 'closures.manage',
    body: newClosure,
    answer: z.array(closedHour),
    refusals: [409],
    example: {
      body: exampleNewClosure,
      answer: [
        {
          lessonId: exampleLessonId,
          day: exampleDay,
          startHour: exampleHour,
          memberName: 'Ada Moss',
          trainerName: exampleTrainerName.name,
        },
      ],
    },
    operation: 'previewClosure',
    handle: async ({ actor, body }) => (await previewClosure(actor, body)).map(presentClosedHour),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/closures/{id}',
    name: 'reopenDays',
    group: 'Days off',
    summary: 'Open the club again',
    notes: 'Hours that were called off stay so.',
    access: 'closures.manage',
    answer: z.strictObject({}),
    refusals: [404],
    example: { parameter: exampleClosureId, answer: {} },
    operation: 'reopenDays',
    handle: async ({ actor, parameter }) => {
      await reopenDays(actor, parameter)
      return {}
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/absences',
    name: 'listAbsences',
    group: 'Days off',
    summary: 'When trainers are away, a page of it',
    notes: 'Of today and later; a trainer’s own, every trainer’s for admins.',
    access: 'absences.declare',
    query: paging,
    answer: z.array(absence),
    counted: true,
    example: { answer: [exampleAbsence] },
    operation: 'listAbsences',
    handle: async ({ actor, query }) => {
      const { items, total } = await listAbsences(actor, toPageRange(query))
      return new CountedItems(items, total)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/absences',
    name: 'declareAbsence',
    group: 'Days off',
    summary: 'Say that a trainer is away',
    notes:
      'Whole days unless hours say otherwise. Their hours then are offered to the other trainers, and those that begin too soon are called off. A trainer says it for themselves, an admin for whom they name. Away already: 409.',
    access: 'absences.declare',
    body: absenceInput,
    answer: z.strictObject({ toCover: count, calledOff: count }),
    refusals: [409],
    example: { body: exampleNewAbsence, answer: { toCover: 1, calledOff: 0 } },
    operation: 'declareAbsence',
    handle: async ({ actor, body }) => declareAbsence(actor, body),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/absences/preview',
    name: 'previewAbsence',
    group: 'Days off',
    summary: 'Which hours would want somebody; changes nothing',
    access: 'absences.declare',
    body: absenceInput,
    answer: z.array(awayHour),
    refusals: [409],
    example: {
      body: exampleNewAbsence,
      answer: [
        {
          lessonId: exampleLessonId,
          day: exampleDay,
          startHour: exampleHour,
          memberName: 'Ada Moss',
          picture: exampleWantedHour.picture,
          coverUntil: exampleWantedHour.coverUntil,
          isTooSoon: false,
        },
      ],
    },
    operation: 'previewAbsence',
    handle: async ({ actor, body }) => (await previewAbsence(actor, body)).map(presentAwayHour),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/absences/{id}',
    name: 'endAbsence',
    group: 'Days off',
    summary: 'The trainer can come after all',
    notes: 'Hours that nobody has taken are theirs again.',
    access: 'absences.declare',
    answer: z.strictObject({ hours: count.meta({ description: 'How many are theirs again.' }) }),
    refusals: [404],
    example: { parameter: exampleAbsenceId, answer: { hours: 1 } },
    operation: 'endAbsence',
    handle: async ({ actor, parameter }) => endAbsence(actor, parameter),
  }),
]
