import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import { calendarDay } from '#domain/input.ts'
import { listLessons, type LessonListItem } from '#domain/lessons/roster/lesson-list.server.ts'
import { exampleDay, exampleListedLesson } from './examples.ts'
import { noLessonReason, day, moment, namedReference, paging, startHour, toPageRange } from './schemas.ts'

const listedLesson = z
  .strictObject({
    id: identifier,
    day,
    startHour,
    because: noLessonReason
      .nullable()
      .meta({ description: 'Why it was called off; null if it takes place.' }),
    isOver: z.boolean().meta({ description: 'Whether it has begun.' }),
    member: namedReference,
    trainer: namedReference,
    insteadOf: z.string().nullable().meta({ description: 'Name of the trainer who is being covered.' }),
    coverUntil: moment.nullable().meta({
      description: 'If its trainer is away: until then another trainer can take it.',
    }),
  })
  .meta({ id: 'ListedLesson' })

const presentListedLesson = (lesson: LessonListItem): z.input<typeof listedLesson> => ({
  id: lesson.id,
  day: lesson.day,
  startHour: lesson.startHour,
  because: lesson.because,
  isOver: lesson.isOver,
  // an hour has a member
  member: { id: lesson.memberId!, name: lesson.memberName! },
  trainer: { id: lesson.trainerId, name: lesson.trainerName },
  insteadOf: lesson.insteadOf,
  coverUntil: lesson.coverUntil?.toISOString() ?? null,
})

const optionalId = (name: string) => z.uuid(`This is no ${name}.`).optional()
const optionalDay = (description: string) =>
  calendarDay(() => 'A day is YYYY-MM-DD.')
    .optional()
    .meta({ format: 'date', description })

export const lessonListCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/lessons',
    name: 'listLessons',
    group: 'Lessons',
    summary: 'List lessons of a member, a trainer or the club, paginated',
    notes: 'By time, including those called off. A trainer’s include the lessons that others cover for them.',
    access: 'lessons.readAll',
    query: paging.extend({
      memberId: optionalId('member'),
      trainerId: optionalId('trainer'),
      fromDay: optionalDay('Defaults to today.'),
      untilDay: optionalDay('Inclusive.'),
    }),
    answer: z.array(listedLesson),
    counted: true,
    example: { query: `fromDay=${exampleDay}&untilDay=${exampleDay}`, answer: [exampleListedLesson] },
    operation: 'listLessons',
    handle: async ({ actor, query: { page, size, ...filter } }) => {
      const { items, total } = await listLessons(actor, { ...filter, ...toPageRange({ page, size }) })
      return new CountedItems(items.map(presentListedLesson), total)
    },
  }),
]
