import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, optionalLine, paragraph, reading } from '#domain/input.ts'
import { emailAddress, personName, postalAddressInput, profileInput } from './members.input.ts'

const day = 'Enter a date such as 1990-05-31.'

const optionalDay = reading(
  (value: string | null) => (typeof value === 'string' && value.trim() === '' ? null : value),
  calendarDay(day)
    .refine((text) => text >= '1900-01-01', day)
    .nullable(),
).prefault(null)

/** Tags as a list, or as text with commas. Repeated and empty ones are left out. */
const tags = reading(
  (value: string | readonly string[] | null) =>
    (typeof value === 'string' ? value.split(',') : (value ?? [])).filter(
      (each) => typeof each !== 'string' || each.trim() !== '',
    ),
  z
    .array(line('A tag', bounds.memberTag), { error: 'Tags must be a list.' })
    .transform((all) => [...new Set(all)])
    .pipe(
      z.array(z.string()).max(bounds.memberTags.most, `At most ${bounds.memberTags.most} tags are kept.`),
    ),
).prefault([])

/** A member as the office enters them. Everything but the name may be left out. */
export const newMemberInput = z.object({
  /** Id of the new member, chosen by the caller, so that a repeated request adds one member. */
  id: z.uuid('This form isn’t valid any more. Please open it again.').optional(),
  name: personName,
  /** Address for letters, which several people may share; not a sign-in. */
  contactEmail: reading(
    (value: string | null) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z.union([z.literal(''), emailAddress]),
  ).prefault(''),
  telephone: profileInput.shape.telephone.unwrap().prefault(''),
  preferredName: profileInput.shape.preferredName.unwrap().prefault(''),
  birthDate: optionalDay,
  memberNumber: optionalLine('Member number', bounds.memberNumber),
  postalAddress: postalAddressInput.shape.postalAddress.prefault(''),
  emergencyContact: optionalLine('Emergency contact', bounds.emergencyContact),
  /** Email or member number of an adult who books and pays for them. */
  guardian: optionalLine('Guardian', bounds.email),
  language: reading(
    (value: string | null) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z
      .string('Enter a language such as de.')
      .max(bounds.language.most, 'Enter a language such as de.')
      .refine((tag) => tag === '' || isLanguageTag(tag), 'Enter a language such as de.'),
  ).prefault(''),
  tags,
  note: paragraph('Note', { ...bounds.memberNote, least: 0 }).prefault(''),
  /** Day and origin of the consent to the newsletter; null without consent. Without a day, it is today. */
  newsletterConsent: z
    .object({ on: optionalDay, origin: line('Origin of the consent', bounds.consentOrigin) })
    .nullable()
    .prefault(null),
  /** Whether members who may be the same person are a conflict. */
  asksAboutSimilar: z.boolean().prefault(false),
})

/** A child as a parent enters it. */
export const childInput = z.object({
  id: z.uuid('This form isn’t valid any more. Please open it again.'),
  name: personName,
  birthDate: calendarDay(day).refine((text) => text >= '1900-01-01', day),
})
export type ChildInput = z.input<typeof childInput>

export const guardianInput = z.object({ guardian: line('Guardian', bounds.email) })
export type GuardianInput = z.input<typeof guardianInput>

export const memberNoteInput = z.object({ words: paragraph('Note', bounds.memberNote) })
export type MemberNoteInput = z.input<typeof memberNoteInput>

/** What was said when staff were in touch with a member; may be empty. */
export const contactInput = z.object({
  words: paragraph('Note', { ...bounds.memberNote, least: 0 }).prefault(''),
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
