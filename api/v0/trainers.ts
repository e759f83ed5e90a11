import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import {
  createdAt,
  parseEmailParameter,
  identifier,
  acceptedButUnused,
  modified,
  money,
  ownEmail,
  picture,
  presentMoney,
  presentPicture,
  requireOwnIdentity,
  weekdayList,
  lengthOf,
  rangeOf,
} from '#api/wire.ts'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { approveApplication, listApplications, type Application } from '#domain/trainers/approval.server.ts'
import { applicationInput } from '#domain/trainers/trainers.input.ts'
import { previewSlots } from '#domain/trainers/trainers.rules.ts'
import { getTrainer, listTrainerProfiles, type TrainerProfile } from '#domain/trainers/trainers.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { requireOwnEmail } from '#sign-in/sessions/actor.server.ts'
import { exampleApplicant, exampleApplicantEmail, examplePicture, exampleTrainer } from './examples.ts'
import { presentSlot, slot } from './slots.ts'

const trainerFields = {
  _id: identifier,
  name: z.string(),
  email: z.string(),
  age: z.int().meta({ description: 'Years of experience.' }),
  img: picture,
  skills: z.array(z.string()),
  available_day: z
    .int()
    .min(bounds.hoursADay.least)
    .max(bounds.hoursADay.most)
    .meta({ description: 'Hours a day.' }),
  available_week: weekdayList,
}

const trainer = z
  .strictObject({ ...trainerFields, role: z.literal('trainer'), slots: z.array(slot), createdAt })
  .meta({ id: 'Trainer' })

const applicant = z
  .strictObject({
    ...trainerFields,
    role: z.literal('applied'),
    slots: z
      .array(
        z.strictObject({ slot_name: z.string(), cls_time: z.int(), price: money, buyer_name: z.literal('') }),
      )
      .meta({ description: 'The slots created on approval.' }),
    createdAt,
  })
  .meta({ id: 'Applicant' })

type TrainerFields = Pick<
  TrainerProfile & Application,
  'id' | 'name' | 'email' | 'yearsOfExperience' | 'portrait' | 'skills' | 'hoursADay' | 'weekdays'
>

const presentTrainerFields = (found: TrainerFields) => ({
  _id: found.id,
  name: found.name,
  email: found.email,
  age: found.yearsOfExperience,
  img: presentPicture(found.portrait),
  skills: found.skills,
  available_day: found.hoursADay,
  available_week: weekdays.filter((day) => found.weekdays.includes(day)),
})

const presentTrainer = (found: TrainerProfile): z.input<typeof trainer> => ({
  ...presentTrainerFields(found),
  role: 'trainer',
  slots: found.slots.map(presentSlot),
  createdAt: found.joinedAt.toISOString(),
})

const presentApplicant = (found: Application, slotPriceCents: number): z.input<typeof applicant> => ({
  ...presentTrainerFields(found),
  role: 'applied',
  slots: previewSlots(found.hoursADay, slotPriceCents).map(({ name, startHour, priceCents }) => ({
    slot_name: name,
    cls_time: startHour,
    price: presentMoney(priceCents),
    buyer_name: '',
  })),
  createdAt: found.appliedAt.toISOString(),
})

const { name, yearsOfExperience, hoursADay, weekdays: days, skills, photo } = applicationInput.shape

const application = z.object({
  name: name.meta(lengthOf(bounds.personName)),
  email: ownEmail.optional(),
  age: yearsOfExperience.meta({
    type: 'integer',
    ...rangeOf(bounds.yearsOfExperience),
    description: 'Years of experience.',
  }),
  img: photo.optional().meta({
    type: 'string',
    description: 'Your own upload, by address or id; if empty, the photo of your account.',
  }),
  available_day: hoursADay.meta({
    type: 'integer',
    ...rangeOf(bounds.hoursADay),
    description: 'Hours a day.',
  }),
  available_week: days.meta({ type: 'array', items: { enum: [...weekdays] }, minItems: 1 }),
  skills: skills.optional().meta({
    type: 'array',
    items: { type: 'string', maxLength: bounds.skill.most },
    description: `Of ${texts.skills.join(', ')}, and up to ten of your own.`,
  }),
  slots: acceptedButUnused('the club creates them on approval.'),
})

export const trainerCalls = [
  defineCall({
    method: 'GET',
    path: '/trainers',
    name: 'listTrainers',
    group: 'Trainers',
    summary: 'List the trainers with their slots',
    notes: 'By date of joining, oldest first; up to 1,000.',
    access: 'everyone',
    answer: z.array(trainer),
    counted: true,
    example: { answer: [exampleTrainer] },
    operation: 'listTrainerProfiles',
    handle: async ({ actor }) => {
      const { items, total } = await listTrainerProfiles(actor, { limit: 1000 })
      return new CountedItems(items.map(presentTrainer), total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/trainers/{id}',
    name: 'getTrainer',
    group: 'Trainers',
    summary: 'Get a trainer',
    access: 'everyone',
    answer: trainer,
    refusals: [404],
    example: { parameter: exampleTrainer._id, answer: exampleTrainer },
    operation: 'getTrainer',
    handle: async ({ actor, parameter }) => presentTrainer(await getTrainer(actor, parameter)),
  }),
  defineCall({
    method: 'PATCH',
    path: '/beTrainer/{email}',
    name: 'applyToBeTrainer',
    group: 'Trainers',
    summary: 'Apply to be a trainer',
    notes: 'In your own name only. Already applied, or already a trainer or an admin: 409.',
    access: 'signed in',
    body: application,
    answer: modified,
    refusals: [403, 404, 409],
    fields: { photo: 'img' },
    exists: requireOwnEmail,
    example: {
      parameter: exampleApplicantEmail,
      body: {
        name: 'Nora Lind',
        email: exampleApplicantEmail,
        age: 4,
        img: examplePicture,
        available_day: 2,
        available_week: ['Tuesday', 'Thursday'],
        skills: ['Patience', 'Strength'],
        slots: [],
      },
      answer: { modifiedCount: 1 },
    },
    operation: 'applyToBeTrainer',
    handle: async ({ actor, parameter, body }) => {
      const person = requireOwnEmail(actor, parameter)
      requireOwnIdentity(person, body.email)
      await applyToBeTrainer(person, {
        name: body.name,
        yearsOfExperience: body.age,
        hoursADay: body.available_day,
        weekdays: body.available_week,
        skills: body.skills,
        photo: body.img,
      })
      return { modifiedCount: 1 }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/appliedTrainers',
    name: 'listApplications',
    group: 'Trainers',
    summary: 'List open applications',
    notes: 'Oldest first; up to 1,000.',
    access: 'trainers.readAll',
    answer: z.array(applicant),
    counted: true,
    example: { answer: [exampleApplicant] },
    operation: 'listApplications',
    handle: async ({ actor }) => {
      const { items, total } = await listApplications(actor, { limit: 1000 })
      const slotPriceCents = await readSlotPriceCents()
      return new CountedItems(
        items.map((found) => presentApplicant(found, slotPriceCents)),
        total,
      )
    },
  }),
  defineCall({
    method: 'PUT',
    path: '/addTrainer/{email}',
    name: 'approveApplication',
    group: 'Trainers',
    summary: 'Make an applicant a trainer',
    notes: 'Also creates the slots. The body is ignored. No open application: 409.',
    access: 'applications.decide',
    answer: modified,
    refusals: [404, 409],
    example: { parameter: exampleApplicantEmail, answer: { modifiedCount: 1 } },
    operation: 'approveApplication',
    handle: async ({ actor, parameter }) => {
      await approveApplication(actor, parseEmailParameter(parameter))
      return { modifiedCount: 1 }
    },
  }),
]
