import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import { listFreeTrainers, type FreeTrainer } from '#domain/lessons/covers/available-trainers.server.ts'
import { takeClassCover } from '#domain/lessons/covers/class-covers.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import {
  listCoversToGive,
  listOpenCovers,
  type OpenCover,
} from '#domain/lessons/covers/open-covers.server.ts'
import {
  exampleClassDateId,
  exampleLessonId,
  exampleTrainerName,
  exampleOpenCover,
  exampleWeekLesson,
} from './examples.ts'
import { count, day, moment, namedReference, paging, startHour, toPageRange } from './schemas.ts'

const openCover = z
  .strictObject({
    lessonId: identifier,
    day,
    startHour,
    memberName: z.string(),
    picture: picture.meta({ description: 'Of the member; an absolute address, or empty.' }),
    trainerName: z.string().meta({ description: 'The absent trainer.' }),
    coverUntil: moment.meta({ description: 'The lesson is called off then, unless a trainer takes it.' }),
    payCents: count.nullable().meta({
      description:
        'What the trainer who gives it gets of the month’s share, in cents; null if nothing moves.',
    }),
  })
  .meta({ id: 'OpenCover' })

const freeTrainer = z
  .strictObject({ ...namedReference.shape, picture, worksThatDay: z.boolean() })
  .meta({ id: 'FreeTrainer' })

const coveringTrainer = z.object({
  trainerId: z
    .uuid('Choose a trainer.')
    .optional()
    .meta({ description: 'The covering trainer; for admins only.' }),
})

const presentOpenCover = (hour: OpenCover): z.input<typeof openCover> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  picture: presentPicture(hour.portrait),
  trainerName: hour.trainerName,
  coverUntil: hour.coverUntil.toISOString(),
  payCents: hour.payCents,
})

const presentFreeTrainer = ({
  id,
  name,
  portrait,
  worksThatDay,
}: FreeTrainer): z.input<typeof freeTrainer> => ({
  id,
  name,
  picture: presentPicture(portrait),
  worksThatDay,
})

export const coverCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/covers/open',
    name: 'listOpenCovers',
    group: 'Covers',
    summary: 'List lessons whose trainer is away, paginated',
    notes: 'The most urgent first.',
    access: 'covers.assign',
    query: paging,
    answer: z.array(openCover),
    counted: true,
    example: { answer: [exampleOpenCover] },
    operation: 'listOpenCovers',
    handle: async ({ actor, query }) => {
      const { items, total } = await listOpenCovers(actor, toPageRange(query))
      return new CountedItems(items.map(presentOpenCover), total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/covers/available',
    name: 'listCoversToGive',
    group: 'Covers',
    summary: 'List open covers that you could take, paginated',
    access: 'covers.offered',
    query: paging,
    counted: true,
    answer: z.strictObject({
      lessons: z.array(openCover),
      clashes: count.meta({ description: 'Number of further open covers that clash with your own lessons.' }),
    }),
    example: { answer: { lessons: [exampleOpenCover], clashes: 0 } },
    operation: 'listCoversToGive',
    handle: async ({ actor, query }) => {
      const { items, total, clashes } = await listCoversToGive(actor, toPageRange(query))
      return new CountedItems({ lessons: items.map(presentOpenCover), clashes }, total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/lessons/{id}/free-trainers',
    name: 'listFreeTrainers',
    group: 'Covers',
    summary: 'List trainers who could cover a lesson, paginated',
    notes: 'Trainers who work on that weekday first. Empty if the lesson needs no cover.',
    access: 'covers.assign',
    query: paging,
    answer: z.array(freeTrainer),
    counted: true,
    refusals: [404],
    example: {
      parameter: exampleLessonId,
      answer: [{ ...exampleTrainerName, picture: exampleWeekLesson.picture, worksThatDay: true }],
    },
    operation: 'listFreeTrainers',
    handle: async ({ actor, parameter, query }) => {
      const { items, total } = await listFreeTrainers(actor, parameter, toPageRange(query))
      return new CountedItems(items.map(presentFreeTrainer), total)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/lessons/{id}/cover',
    name: 'takeCover',
    group: 'Covers',
    summary: 'Cover a lesson whose trainer is away',
    notes:
      'Trainers take it themselves; admins name a trainer. The member gets a letter. Already covered, or the trainer is busy then: 409.',
    access: 'covers.take',
    body: coveringTrainer,
    answer: z.strictObject({ trainerName: z.string() }),
    refusals: [404, 409],
    example: {
      parameter: exampleLessonId,
      body: { trainerId: exampleTrainerName.id },
      answer: { trainerName: exampleTrainerName.name },
    },
    operation: 'takeCover',
    handle: async ({ actor, parameter, body }) => {
      const { trainerName } = await takeCover(actor, parameter, body)
      return { trainerName }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/timetable/{id}/cover',
    name: 'takeClassCover',
    group: 'Covers',
    summary: 'Give one date of a class instead of its trainer',
    notes:
      'Trainers take a class whose trainer is away; admins name a trainer at any time before it begins. Everyone in it gets a letter. Begun, already covered, or the trainer is busy then: 409, with the reason.',
    access: 'covers.take',
    body: coveringTrainer,
    answer: z.strictObject({ trainerName: z.string() }),
    refusals: [404, 409],
    example: {
      parameter: exampleClassDateId,
      body: { trainerId: exampleTrainerName.id },
      answer: { trainerName: exampleTrainerName.name },
    },
    operation: 'takeClassCover',
    handle: async ({ actor, parameter, body }) => {
      const { trainerName } = await takeClassCover(actor, parameter, body)
      return { trainerName }
    },
  }),
]
