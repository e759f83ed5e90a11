import { z } from 'zod'
import { calendarDay } from '#domain/input.ts'
import { listLessons, type ListedLesson } from '#domain/lessons/lesson-list.server.ts'
import { Counted, defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import { exampleDay, exampleListedLesson } from './examples.ts'
import { because, day, moment, named, paging, startHour, stretchOf } from './shapes.ts'

const listedLesson = z
  .strictObject({
    id: identifier,
    day,
    startHour,
    because: because.nullable().meta({ description: 'Why it was called off; null when it takes place.' }),
    isOver: z.boolean().meta({ description: 'It has begun.' }),
    member: named,
    trainer: named,
    insteadOf: z.string().nullable().meta({ description: 'For whom that trainer stands in.' }),
    coverUntil: moment.nullable().meta({
      description: 'Its trainer is away: until when another one can take it.',
    }),
  })
  .meta({ id: 'ListedLesson' })

const present = (lesson: ListedLesson): z.input<typeof listedLesson> => ({
  id: lesson.id,
  day: lesson.day,
  startHour: lesson.startHour,
  because: lesson.because,
  isOver: lesson.isOver,
  member: { id: lesson.memberId, name: lesson.memberName },
  trainer: { id: lesson.trainerId, name: lesson.trainerName },
  insteadOf: lesson.insteadOf,
  coverUntil: lesson.coverUntil?.toISOString() ?? null,
})

const whose = (name: string) => z.uuid(`This is no ${name}.`).optional()
const someDay = (description: string) =>
  calendarDay('A day is YYYY-MM-DD.').optional().meta({ format: 'date', description })

export const lessonListCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/lessons',
    name: 'listLessons',
    group: 'Lessons',
    summary: 'The dated hours of a member, of a trainer or of all, a page of them',
    notes:
      'By time, with those that were called off. A trainer’s are those they give and those that others give for them.',
    access: ['admin'],
    query: paging.extend({
      memberId: whose('member'),
      trainerId: whose('trainer'),
      fromDay: someDay('Today unless you say.'),
      untilDay: someDay('That day too.'),
    }),
    answer: z.array(listedLesson),
    counted: true,
    example: { query: `fromDay=${exampleDay}&untilDay=${exampleDay}`, answer: [exampleListedLesson] },
    operation: 'listLessons',
    handle: async ({ actor, query: { page, size, ...asked } }) => {
      const { items, total } = await listLessons(actor, { ...asked, ...stretchOf({ page, size }) })
      return new Counted(items.map(present), total)
    },
  }),
]
