import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, optionalLine, paragraph, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import {
  contactDetailsInput,
  emailAddress,
  personName,
  postalAddressInput,
  profileInput,
} from './members.input.ts'

const dayMessage = () => t('input.birthDate')

const optionalDay = reading(
  (value: string | null) => (typeof value === 'string' && value.trim() === '' ? null : value),
  calendarDay(dayMessage)
    .refine((text) => text >= '1900-01-01', { error: dayMessage })
    .nullable(),
).prefault(null)

/** Tags as a list, or as text with commas. Repeated and empty ones are left out. */
const tags = reading(
  (value: string | readonly string[] | null) =>
    (typeof value === 'string' ? value.split(',') : (value ?? [])).filter(
      (each) => typeof each !== 'string' || each.trim() !== '',
    ),
  z
    .array(
      line(() => t('input.aTag'), bounds.memberTag),
      { error: () => t('input.tagList') },
    )
    .transform((all) => [...new Set(all)])
    .pipe(
      z.array(z.string()).max(bounds.memberTags.most, {
        error: () => t('input.tagsAtMost', { most: bounds.memberTags.most }),
      }),
    ),
).prefault([])

/** A member as the office enters them. Everything but the name may be left out. */
export const newMemberInput = z.object({
  /** Id of the new member, chosen by the caller, so that a repeated request adds one member. */
  id: z.uuid({ error: () => t('input.staleForm') }).optional(),
  name: personName,
  /** Address for letters, which several people may share; not a sign-in. */
  contactEmail: reading(
    (value: string | null) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z.union([z.literal(''), emailAddress]),
  ).prefault(''),
  telephone: profileInput.shape.telephone.unwrap().prefault(''),
  preferredName: profileInput.shape.preferredName.unwrap().prefault(''),
  birthDate: optionalDay,
  memberNumber: optionalLine(() => t('input.memberNumber'), bounds.memberNumber),
  postalAddress: postalAddressInput.shape.postalAddress.prefault(''),
  emergencyContact: optionalLine(() => t('input.emergencyContact'), bounds.emergencyContact),
  /** Email or member number of an adult who books and pays for them. */
  guardian: optionalLine(() => t('input.guardian'), bounds.email),
  language: reading(
    (value: string | null) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z
      .string({ error: () => t('input.languageTag') })
      .max(bounds.language.most, { error: () => t('input.languageTag') })
      .refine((tag) => tag === '' || isLanguageTag(tag), { error: () => t('input.languageTag') }),
  ).prefault(''),
  tags,
  note: paragraph(() => t('input.note'), { ...bounds.memberNote, least: 0 }).prefault(''),
  /** Day and origin of the consent to the newsletter; null without consent. Without a day, it is today. */
  newsletterConsent: z
    .object({ on: optionalDay, origin: line(() => t('input.consentOrigin'), bounds.consentOrigin) })
    .nullable()
    .prefault(null),
  /** Whether members who may be the same person are a conflict. */
  asksAboutSimilar: z.boolean().prefault(false),
})

/** What the office changes of a member. Fields that are left out keep their value. */
export const officeDetailsInput = contactDetailsInput.extend({
  emergencyContact: optionalLine(() => t('input.emergencyContact'), bounds.emergencyContact).optional(),
  language: newMemberInput.shape.language.unwrap().optional(),
  tags: newMemberInput.shape.tags.unwrap().optional(),
})
export type OfficeDetailsInput = z.input<typeof officeDetailsInput>
export type OfficeDetails = Required<z.output<typeof officeDetailsInput>>
export const officeDetailFields = Object.keys(officeDetailsInput.shape) as (keyof OfficeDetailsInput)[]
/** A child as a parent enters it. */
export const childInput = z.object({
  id: z.uuid({ error: () => t('input.staleForm') }),
  name: personName,
  birthDate: calendarDay(dayMessage).refine((text) => text >= '1900-01-01', { error: dayMessage }),
})
export type ChildInput = z.input<typeof childInput>

export const guardianInput = z.object({ guardian: line(() => t('input.guardian'), bounds.email) })
export type GuardianInput = z.input<typeof guardianInput>

export const memberNoteInput = z.object({ words: paragraph(() => t('input.note'), bounds.memberNote) })
export type MemberNoteInput = z.input<typeof memberNoteInput>

/** What was said when staff were in touch with a member; may be empty. */
export const contactInput = z.object({
  words: paragraph(() => t('input.note'), { ...bounds.memberNote, least: 0 }).prefault(''),
})
export type ContactInput = z.input<typeof contactInput>

export type NewMemberInput = z.input<typeof newMemberInput>
export type NewMember = z.output<typeof newMemberInput>

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
