import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { line, optionalLine, paragraph, reading } from '#domain/input.ts'
import { personName } from '#domain/members/members.input.ts'
import { price } from '#domain/offers/price-settings.input.ts'
import { toGoogleAvatarUrl } from '#domain/pictures/picture-address.rules.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'
import { weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

/** The reason for ending a role. */
export const stepDownInput = z.object({ reason: line(() => t('input.reason'), bounds.officeReason) })
export type StepDownInput = z.input<typeof stepDownInput>

/** A whole number within bounds, from text or number: forms send text, API calls numbers. */
export function wholeNumber(label: () => string, { least, most }: Bound) {
  const message = { error: () => t('input.labelWithin', { label: label(), least, most }) }
  return reading(
    (value: string | number) =>
      typeof value === 'string' && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value,
    z.number(message).int(message).min(least, message).max(most, message),
  )
}

type ListInput = string | readonly string[] | null
const isBlank = (value: unknown) => value === undefined || value === null || value === ''
const listOf = (value: ListInput) => (isBlank(value) ? [] : typeof value === 'string' ? [value] : value)

const daysMessage = { error: () => t('input.chooseDays') }
const days = reading(
  listOf,
  z
    .array(z.unknown(), daysMessage)
    .min(1, { error: () => t('input.atLeastOneDay') })
    .max(50, daysMessage)
    .refine((chosen) => chosen.every((day) => weekdays.some((known) => known === day)), daysMessage)
    .transform((chosen) => weekdays.filter((day) => chosen.includes(day))),
)

const skill = line(
  () => t('input.aSkill'),
  bounds.skill,
  () => t('input.skillName'),
)
const skills = reading(
  listOf,
  z
    .array(z.unknown(), { error: () => t('input.skillList') })
    .max(50, { error: () => t('input.fewerSkills') })
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
      { error: () => t('input.ownSkills', { most: bounds.ownSkills.most }) },
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
  yearsOfExperience: wholeNumber(() => t('input.yearsOfExperience'), bounds.yearsOfExperience),
  hoursADay: wholeNumber(() => t('input.hoursADay'), bounds.hoursADay),
  weekdays: days,
  skills: skills.prefault([]),
  photo: photo.prefault(null),
})

export type ApplicationInput = z.input<typeof applicationInput>

/** A trainer's own page; without a photo the previous one stays. */
export const trainerPageInput = applicationInput.omit({ name: true }).extend({
  about: paragraph(() => t('input.about'), bounds.aboutTrainer),
  /** For statements that the club issues in the trainer's name; '' if there is none. */
  taxNumber: optionalLine(() => t('input.theTaxNumber'), bounds.taxNumber),
  /** Whether the sender accepts further hours outside the opening hours. */
  acceptsOutsideHours: z.boolean().default(false),
})
export type TrainerPageInput = z.input<typeof trainerPageInput>

/** An approval; without a price the new slots have the club's. */
export const approvalInput = z
  .object({ price: price.optional() })
  .transform(({ price: priceCents }) => ({ priceCents }))
export type ApprovalInput = z.input<typeof approvalInput>

export const declineInput = z.object({ reason: paragraph(() => t('input.reason'), bounds.declineReason) })
export type DeclineInput = z.input<typeof declineInput>

/** A slot; the price is monthly. */
export const slotInput = z
  .object({
    name: line(
      () => t('input.title'),
      bounds.slotName,
      () => texts.fields.titleRequired,
    ),
    startHour: wholeNumber(() => t('input.time'), bounds.startHour),
    price,
    /** Whether the sender accepts an hour outside the opening hours. */
    acceptsOutsideHours: z.boolean().default(false),
  })
  .transform(({ price: priceCents, ...slot }) => ({ ...slot, priceCents }))
export type SlotInput = z.input<typeof slotInput>

/** The monthly price of a slot, set by an admin. */
export const slotPriceInput = z.object({ price }).transform((values) => ({ priceCents: values.price }))
export type SlotPriceInput = z.input<typeof slotPriceInput>
