import { z } from 'zod'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listFreeTrainers, type FreeTrainer } from '#domain/lessons/covers/available-trainers.server.ts'
import {
  listCoversToGive,
  listOpenCovers,
  type OpenCover,
} from '#domain/lessons/covers/open-covers.server.ts'
import { CountedItems, defineCall } from '#api/contract.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import { exampleLessonId, exampleTrainerName, exampleWantedHour, exampleWeekHour } from './examples.ts'
import { count, day, moment, namedReference, paging, startHour, toPageRange } from './schemas.ts'

const wantedHour = z
  .strictObject({
    lessonId: identifier,
    day,
    startHour,
    memberName: z.string(),
    picture: picture.meta({ description: 'Of its member; an absolute address, or empty.' }),
    trainerName: z.string().meta({ description: 'Who is away.' }),
    coverUntil: moment.meta({ description: 'When it is called off unless somebody took it.' }),
  })
  .meta({ id: 'WantedHour' })

const freeTrainer = z
  .strictObject({ ...namedReference.shape, picture, worksThatDay: z.boolean() })
  .meta({ id: 'FreeTrainer' })

const presentWantedHour = (hour: OpenCover): z.input<typeof wantedHour> => ({
  lessonId: hour.lessonId,
  day: hour.day,
  startHour: hour.startHour,
  memberName: hour.memberName,
  picture: presentPicture(hour.portrait),
  trainerName: hour.trainerName,
  coverUntil: hour.coverUntil.toISOString(),
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
    path: '/v1/covers/wanted',
    name: 'listCoverWanted',
    group: 'Covers',
    summary: 'The hours whose trainer is away, a page of them',
    notes: 'Those first that are called off first.',
    access: 'covers.assign',
    query: paging,
    answer: z.array(wantedHour),
    counted: true,
    example: { answer: [exampleWantedHour] },
    operation: 'listOpenCovers',
    handle: async ({ actor, query }) => {
      const { items, total } = await listOpenCovers(actor, toPageRange(query))
      return new CountedItems(items.map(presentWantedHour), total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/covers/to-give',
    name: 'listCoverToGive',
    group: 'Covers',
    summary: 'Those of them that you could give, a page of them',
    access: 'covers.offered',
    query: paging,
    counted: true,
    answer: z.strictObject({
      hours: z.array(wantedHour),
      clashes: count.meta({ description: 'How many more there are at hours of your own.' }),
    }),
    example: { answer: { hours: [exampleWantedHour], clashes: 0 } },
    operation: 'listCoversToGive',
    handle: async ({ actor, query }) => {
      const { items, total, clashes } = await listCoversToGive(actor, toPageRange(query))
      return new CountedItems({ hours: items.map(presentWantedHour), clashes }, total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/lessons/{id}/free-trainers',
    name: 'listFreeTrainers',
    group: 'Covers',
    summary: 'The trainers who could give an hour, a page of them',
    notes: 'Those first who train on that weekday; none when the hour wants no cover.',
    access: 'covers.assign',
    query: paging,
    answer: z.array(freeTrainer),
    counted: true,
    refusals: [404],
    example: {
      parameter: exampleLessonId,
      answer: [{ ...exampleTrainerName, picture: exampleWeekHour.picture, worksThatDay: true }],
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
    summary: 'Give an hour whose trainer is away',
    notes:
      'A trainer takes it for themselves, an admin names who gives it. Its member is told by mail. Taken, or not free then: 409.',
    access: 'covers.take',
    body: z.object({
      trainerId: z
        .uuid('Choose a trainer.')
        .optional()
        .meta({ description: 'Who gives it, where an admin says so.' }),
    }),
    answer: z.strictObject({ trainerName: z.string() }),
    refusals: [404, 409],
    example: {
      parameter: exampleLessonId,
      body: { trainerId: exampleTrainerName.id },
      answer: { trainerName: exampleTrainerName.name },
    },
    operation: 'takeCover',
    handle: async ({ actor, parameter, body }) => takeCover(actor, parameter, body),
  }),
]
