import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { line, optionalLine, paragraph, reading } from '#domain/input.ts'
import { personName } from '#domain/members/members.input.ts'
import { price } from '#domain/offers/price-settings.input.ts'
import { toGoogleAvatarUrl } from '#domain/pictures/picture-address.rules.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'
import { weekdays } from '#format/weekdays.ts'

/** The reason for ending a role. */
export const stepDownInput = z.object({ reason: line('Reason', bounds.officeReason) })
export type StepDownInput = z.input<typeof stepDownInput>

/** A whole number within bounds, from text or number: forms send text, API calls numbers. */
export function wholeNumber(label: string, { least, most }: Bound) {
  const message = `${label} must be a whole number from ${least} to ${most}.`
  return reading(
    (value: string | number) =>
      typeof value === 'string' && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value,
    z.number({ error: message }).int(message).min(least, message).max(most, message),
  )
}

type ListInput = string | readonly string[] | null
const isBlank = (value: unknown) => value === undefined || value === null || value === ''
const listOf = (value: ListInput) => (isBlank(value) ? [] : typeof value === 'string' ? [value] : value)

const daysMessage = 'Choose the days from Monday to Sunday.'
const days = reading(
  listOf,
  z
    .array(z.unknown(), { error: daysMessage })
    .min(1, 'Choose at least one day.')
    .max(50, daysMessage)
    .refine((chosen) => chosen.every((day) => weekdays.some((known) => known === day)), daysMessage)
    .transform((chosen) => weekdays.filter((day) => chosen.includes(day))),
)

const skill = line('A skill', bounds.skill, 'A skill must have a name.')
const skills = reading(
  listOf,
  z
    .array(z.unknown(), { error: 'Skills must be a list.' })
    .max(50, 'Enter fewer skills.')
    .transform((named, context) => {
      const results = named.map((name) => skill.safeParse(name))
      const wrong = results.find((result) => !result.success)
      // reported at the field as a whole, where the form shows it
      if (wrong) context.addIssue({ code: 'custom', message: wrong.error.issues[0]?.message ?? '' })
      return [...new Set(results.flatMap((result) => (result.success ? [result.data] : [])))]
    })
    .refine(
      (named) =>
        named.filter((name) => !texts.skills.some((known) => known === name)).length <= bounds.ownSkills.most,
      `Add at most ${bounds.ownSkills.most} skills of your own.`,
    ),
)

// a Google avatar is already the portrait of the account
const photo = reading(
  (value: string | null) => (isBlank(value) || toGoogleAvatarUrl(value) !== null ? null : value),
  uploadedPicture.nullable(),
)

/** An application to become a trainer. Without a photo the account's portrait is used. */
export const applicationInput = z.object({
  name: personName,
  yearsOfExperience: wholeNumber('Years of experience', bounds.yearsOfExperience),
  hoursADay: wholeNumber('Hours a day', bounds.hoursADay),
  weekdays: days,
  skills: skills.prefault([]),
  photo: photo.prefault(null),
})

export type ApplicationInput = z.input<typeof applicationInput>

/** A trainer's own page; without a photo the previous one stays. */
export const trainerPageInput = applicationInput.omit({ name: true }).extend({
  about: paragraph('About', bounds.aboutTrainer),
  /** For statements that the club issues in the trainer's name; '' if there is none. */
  taxNumber: optionalLine('The tax number', bounds.taxNumber),
  /** Whether the sender accepts further hours outside the opening hours. */
  acceptsOutsideHours: z.boolean().default(false),
})
export type TrainerPageInput = z.input<typeof trainerPageInput>

/** An approval; without a price the new slots have the club's. */
export const approvalInput = z
  .object({ price: price.optional() })
  .transform(({ price: priceCents }) => ({ priceCents }))
export type ApprovalInput = z.input<typeof approvalInput>

export const declineInput = z.object({ reason: paragraph('Reason', bounds.declineReason) })
export type DeclineInput = z.input<typeof declineInput>

/** A slot; the price is monthly. */
export const slotInput = z
  .object({
    name: line('Title', bounds.slotName, texts.fields.titleRequired),
    startHour: wholeNumber('Time', bounds.startHour),
    price,
    /** Whether the sender accepts an hour outside the opening hours. */
    acceptsOutsideHours: z.boolean().default(false),
  })
  .transform(({ price: priceCents, ...slot }) => ({ ...slot, priceCents }))
export type SlotInput = z.input<typeof slotInput>

/** The monthly price of a slot, set by an admin. */
export const slotPriceInput = z.object({ price }).transform((values) => ({ priceCents: values.price }))
export type SlotPriceInput = z.input<typeof slotPriceInput>
