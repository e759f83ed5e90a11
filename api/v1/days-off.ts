import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { identifier, lengthOf, presentPicture, picture } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import {
  declareAbsence,
  endAbsence,
  listAbsences,
  previewAbsence,
} from '#domain/lessons/absences/absences.server.ts'
import type { AffectedLesson } from '#domain/lessons/absences/affected-lessons.server.ts'
import type { AffectedClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import {
  closeDays,
  listClosures,
  previewClosure,
  reopenDays,
  type ClosedLesson,
} from '#domain/lessons/closures/closures.server.ts'
import { absenceInput, closureInput } from '#domain/lessons/lessons.input.ts'
import {
  exampleAbsence,
  exampleAbsenceId,
  exampleClassDate,
  exampleClosure,
  exampleClosureId,
  exampleDay,
  exampleHour,
  exampleLessonId,
  exampleTrainerName,
  exampleOpenCover,
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
    untilHour: untilHour.meta({ description: 'The first hour of being back; 24: the next day.' }),
  })
  .meta({ id: 'Absence' })
const exampleNewAbsence = { fromDay: exampleDay, untilDay: exampleDay }

const closedLesson = z
  .strictObject({ lessonId: identifier, day, startHour, memberName: z.string(), trainerName: z.string() })
  .meta({ id: 'ClosedLesson' })
const affectedLesson = z
  .strictObject({
    lessonId: identifier,
    day,
    startHour,
    memberName: z.string(),
    picture,
    coverUntil: moment.meta({ description: 'Until then another trainer can take it.' }),
    isTooSoon: z
      .boolean()
      .meta({ description: 'It begins too soon to be covered, and would be called off at once.' }),
  })
  .meta({ id: 'AffectedLesson' })

const affectedClass = z
  .strictObject({
    id: identifier.meta({ description: 'Of this date of the class.' }),
    title: z.string(),
    day,
    startHour,
    startMinute: count,
    coverUntil: affectedLesson.shape.coverUntil,
    isTooSoon: affectedLesson.shape.isTooSoon,
  })
  .meta({ id: 'AffectedClass' })

const presentClosedLesson = (hour: ClosedLesson): z.input<typeof closedLesson> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  trainerName: hour.trainerName,
})
const presentAffectedLesson = (hour: AffectedLesson): z.input<typeof affectedLesson> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  picture: presentPicture(hour.portrait),
  coverUntil: hour.coverUntil.toISOString(),
  isTooSoon: hour.isTooSoon,
})
const presentAffectedClass = ({
  lessonId: id,
  coverUntil,
  ...found
}: AffectedClass): z.input<typeof affectedClass> => ({
  id,
  title: found.title,
  day: found.day,
  startHour: found.startHour,
  startMinute: found.startMinute,
  coverUntil: coverUntil.toISOString(),
  isTooSoon: found.isTooSoon,
})

export const daysOffCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/closures',
    name: 'listClosures',
    group: 'Days off',
    summary: 'List the days on which the club is closed',
    notes: 'From today on; at most 100.',
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
    notes:
      'Lessons on these days are called off and become make-ups, and every member gets one letter. Already closed: 409.',
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
    summary: 'Preview the lessons that a closure would affect',
    access: 'closures.manage',
    body: newClosure,
    answer: z.array(closedLesson),
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
    handle: async ({ actor, body }) => (await previewClosure(actor, body)).map(presentClosedLesson),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/closures/{id}',
    name: 'reopenDays',
    group: 'Days off',
    summary: 'Remove a closure',
    notes: 'Lessons that were called off are not restored.',
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
    summary: 'List absences of trainers, paginated',
    notes: 'From today on; your own for trainers, all for admins.',
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
    summary: 'Declare an absence',
    notes:
      'Whole days, unless hours are given. Lessons in this time are offered to other trainers; those that begin too soon are called off. Trainers declare their own absences, admins those of any trainer. Already away: 409.',
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
    summary: 'Preview the hours that an absence would affect',
    access: 'absences.declare',
    body: absenceInput,
    answer: z.array(affectedLesson),
    refusals: [409],
    example: {
      body: exampleNewAbsence,
      answer: [
        {
          lessonId: exampleLessonId,
          day: exampleDay,
          startHour: exampleHour,
          memberName: 'Ada Moss',
          picture: exampleOpenCover.picture,
          coverUntil: exampleOpenCover.coverUntil,
          isTooSoon: false,
        },
      ],
    },
    operation: 'previewAbsence',
    handle: async ({ actor, body }) => (await previewAbsence(actor, body)).hours.map(presentAffectedLesson),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/absences/preview-classes',
    name: 'previewAbsenceOfClasses',
    group: 'Days off',
    summary: 'Preview the classes that an absence would affect',
    access: 'absences.declare',
    body: absenceInput,
    answer: z.array(affectedClass),
    refusals: [409],
    example: {
      body: exampleNewAbsence,
      answer: [
        {
          id: exampleClassDate.id,
          title: exampleClassDate.class.title,
          day: exampleDay,
          startHour: exampleClassDate.startHour,
          startMinute: exampleClassDate.startMinute,
          coverUntil: exampleOpenCover.coverUntil,
          isTooSoon: false,
        },
      ],
    },
    operation: 'previewAbsence',
    handle: async ({ actor, body }) => (await previewAbsence(actor, body)).classes.map(presentAffectedClass),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/absences/{id}',
    name: 'endAbsence',
    group: 'Days off',
    summary: 'End an absence',
    notes: 'Lessons that no one has taken return to the trainer.',
    access: 'absences.declare',
    answer: z.strictObject({ hours: count.meta({ description: 'Number of returned lessons.' }) }),
    refusals: [404],
    example: { parameter: exampleAbsenceId, answer: { hours: 1 } },
    operation: 'endAbsence',
    handle: async ({ actor, parameter }) => endAbsence(actor, parameter),
  }),
]
