import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { line, paragraph, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'

const fields = texts.fields

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

export const personName = line(
  () => t('input.name'),
  bounds.personName,
  () => fields.nameRequired,
)

const emailSchema = z.email()

const internationalDomain = /^[\p{L}\p{M}\p{N}.-]+$/u

/** Returns the address as it is stored: trimmed, in lower case, and with the ASCII form of a domain with umlauts. */
export function normalizeEmailAddress(text: string): string {
  const address = text.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || /^[ -~]*$/.test(domain) || !internationalDomain.test(domain)) return address
  const url = URL.parse(`http://${domain.normalize('NFC')}`)
  return url ? `${address.slice(0, at)}@${url.hostname}` : address
}

const maxLocalPartLength = 64

/** An email address in lower case: addresses are compared without case. */
export const emailAddress = z
  .string({ error: () => fields.emailRequired })
  .max(2_000, { error: () => t('input.emailAddress') })
  .transform(normalizeEmailAddress)
  .pipe(
    z
      .string()
      .min(1, { error: () => fields.emailRequired })
      .refine(
        (text) =>
          text === '' ||
          (text.length <= bounds.email.most &&
            text.lastIndexOf('@') <= maxLocalPartLength &&
            emailSchema.safeParse(text).success),
        { error: () => t('input.emailAddress') },
      ),
  )

// Forms send text and programs send numbers. Empty or missing means no value.
const wholeNumber = (label: () => string, unit: string, { least, most }: Bound) => {
  const message = { error: () => t('input.measureWithin', { label: label(), least, most, unit }) }
  return reading((value: string | number | null) => {
    if (value === '') return null
    return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  }, z.number(message).int(message).min(least, message).max(most, message).nullable()).optional()
}

const chooseFromList = { error: () => t('input.chooseSkills') }
const skill = z.enum(texts.skills, chooseFromList)

/** A line of text, or nothing. */
const emptyOr = (schema: z.ZodType<string, string>) =>
  reading(
    (value: string | null) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z.union([z.literal(''), schema]),
  )

/** A telephone number as people write it: digits with spaces, brackets, dots, dashes and slashes. */
const telephone = emptyOr(
  line(() => t('input.telephone'), bounds.telephone).refine(
    (text) => /^\+?[\d ()./-]*\d[\d ()./-]*$/.test(text),
    { error: () => t('input.telephoneNumber') },
  ),
)

/** How to be greeted, such as `Mimi` or `Mrs Okafor`. */
const preferredName = emptyOr(line(() => t('input.preferredName'), bounds.preferredName))

/** A profile to save. Fields that are left out keep their value; an empty one is cleared. */
export const profileInput = z.object({
  name: personName,
  heightCm: wholeNumber(() => t('input.height'), ' cm', bounds.heightCm),
  age: wholeNumber(() => t('input.age'), '', bounds.age),
  bloodGroup: reading(
    (value: string | null) => (value === '' ? null : typeof value === 'string' ? value.trim() : value),
    z
      .enum(bloodGroups, { error: () => t('input.bloodGroup', { groups: bloodGroups.join(', ') }) })
      .nullable(),
  ).optional(),
  skills: reading(
    (value: readonly string[] | '' | null) => (value === null || value === '' ? [] : value),
    z
      .array(skill, chooseFromList)
      .max(50, chooseFromList)
      .transform((chosen) => texts.skills.filter((each) => chosen.includes(each))),
  ).optional(),
  description: reading(
    (value: string | null) => value ?? '',
    paragraph(() => t('input.description'), bounds.profileDescription),
  ).optional(),
  telephone: telephone.optional(),
  preferredName: preferredName.optional(),
  /** The explicit consent that admins and the person's trainers read the blood group. */
  sharesBloodGroup: z.boolean().optional(),
})

export type Profile = Required<Omit<z.output<typeof profileInput>, 'sharesBloodGroup'>>
export type ProfileInput = z.input<typeof profileInput>

/**
 * Fields of a profile besides the name, with their empty values. Each is the column of `members` of the same name.
 * Select, form, REST contract, data export and erasure derive from this list.
 */
export const emptyProfile: Omit<Profile, 'name'> = {
  heightCm: null,
  age: null,
  bloodGroup: null,
  skills: [],
  description: '',
  telephone: '',
  preferredName: '',
}
export const profileFields = Object.keys(emptyProfile) as (keyof typeof emptyProfile)[]

/** What the office enters for a member. */
export const contactDetailsInput = profileInput.pick({ telephone: true, preferredName: true }).required()
export type ContactDetailsInput = z.input<typeof contactDetailsInput>
export const contactFields = Object.keys(contactDetailsInput.shape) as (keyof ContactDetailsInput)[]
/**
 * What the office records of a member besides the profile, with empty values. Each is the column of `members` of the
 * same name. Export and erasure derive from this list.
 */
export const emptyOfficeRecord = {
  contactEmail: '',
  birthDate: null,
  memberNumber: '',
  emergencyContact: '',
  language: '',
  tags: [],
  newsletterConsentOn: null,
  newsletterConsentOrigin: '',
}
export const officeFields = Object.keys(emptyOfficeRecord) as (keyof typeof emptyOfficeRecord)[]

export const postalAddressInput = z.object({
  postalAddress: paragraph(() => t('input.postalAddress'), bounds.postalAddress),
})
export type PostalAddressInput = z.input<typeof postalAddressInput>

export const emailInput = z.object({ email: emailAddress })
export type EmailInput = z.input<typeof emailInput>
