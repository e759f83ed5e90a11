import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import {
  createdAt,
  identifier,
  acceptedButUnused,
  inserted,
  ownEmail,
  picture,
  createDateFormatter,
  type DateFormatter,
  presentPicture,
  requireOwnIdentity,
  wireDate,
  lengthOf,
} from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { classInput } from '#domain/classes/classes.input.ts'
import {
  createClass,
  getClass,
  listFullClasses,
  type ClassDetail,
  type ClubClass,
} from '#domain/classes/classes.server.ts'
import { exampleClass, examplePicture, exampleTrainer } from './examples.ts'

const clubClass = z
  .strictObject({
    _id: identifier,
    title: z.string(),
    date: wireDate,
    bodyImg: picture,
    description: z.string(),
    trainer: z.string().meta({ description: 'The trainer’s address.' }),
    createdAt,
  })
  .meta({ id: 'Class' })

const classDetail = z.strictObject({
  data: clubClass,
  trainerInfo: z.strictObject({ _id: identifier, name: z.string(), img: picture }),
})

const presentClass = (found: ClubClass, written: DateFormatter): z.input<typeof clubClass> => ({
  _id: found.id,
  title: found.title,
  date: written(found.createdAt),
  bodyImg: presentPicture(found.picture),
  description: found.description,
  trainer: found.trainerEmail,
  createdAt: found.createdAt.toISOString(),
})

const presentDetail = (found: ClassDetail, written: DateFormatter): z.input<typeof classDetail> => ({
  data: presentClass(found, written),
  trainerInfo: {
    _id: found.trainerInfo.id,
    name: found.trainerInfo.name,
    img: presentPicture(found.trainerInfo.portrait),
  },
})

const newClass = z.object({
  title: classInput.shape.title.meta(lengthOf(bounds.classTitle)),
  date: acceptedButUnused('the club uses the day of adding it.'),
  bodyImg: classInput.shape.photo.meta({ description: 'Your own upload, by address or id.' }),
  description: classInput.shape.description.meta(lengthOf(bounds.classDescription)),
  trainer: ownEmail.optional(),
})

export const classCalls = [
  defineCall({
    method: 'GET',
    path: '/classes',
    name: 'listClasses',
    group: 'Classes',
    summary: 'List the classes',
    notes: 'Newest first; up to 1,000.',
    access: 'everyone',
    isPublic: true,
    answer: z.array(clubClass),
    counted: true,
    example: { answer: [exampleClass] },
    operation: 'listFullClasses',
    handle: async () => {
      const { items, total } = await listFullClasses({ limit: 1000 })
      const written = await createDateFormatter()
      return new CountedItems(
        items.map((each) => presentClass(each, written)),
        total,
      )
    },
  }),
  defineCall({
    method: 'GET',
    path: '/classes/{id}',
    name: 'getClass',
    group: 'Classes',
    summary: 'Get a class and its trainer',
    access: 'everyone',
    isPublic: true,
    answer: classDetail,
    refusals: [404],
    example: {
      parameter: exampleClass._id,
      answer: {
        data: exampleClass,
        trainerInfo: { _id: exampleTrainer._id, name: exampleTrainer.name, img: exampleTrainer.img },
      },
    },
    operation: 'getClass',
    handle: async ({ parameter }) => presentDetail(await getClass(parameter), await createDateFormatter()),
  }),
  defineCall({
    method: 'POST',
    path: '/classes',
    name: 'createClass',
    group: 'Classes',
    summary: 'Add a class that you give',
    access: 'classes.write',
    body: newClass,
    answer: inserted,
    fields: { photo: 'bodyImg' },
    example: {
      body: {
        title: exampleClass.title,
        date: exampleClass.date,
        bodyImg: examplePicture,
        description: exampleClass.description,
        trainer: exampleTrainer.email,
      },
      answer: { insertedId: exampleClass._id },
    },
    operation: 'createClass',
    handle: async ({ actor, body: { title, description, bodyImg, trainer } }) => {
      requireOwnIdentity(actor, trainer)
      const { id } = await createClass(actor, { title, description, photo: bodyImg })
      return { insertedId: id }
    },
  }),
]
