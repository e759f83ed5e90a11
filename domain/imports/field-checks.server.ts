import type { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph } from '#domain/input.ts'
import { contactDetailsInput, emailAddress, personName } from '#domain/members/members.input.ts'
import { t } from '#messages/t.ts'
import type { ImportField } from './import-fields.rules.ts'
import type { FieldCheck } from './read-person.rules.ts'

const checkBy =
  (schema: z.ZodType<string>): FieldCheck =>
  (text) => {
    const parsed = schema.safeParse(text)
    return parsed.success
      ? { value: parsed.data }
      : { problem: parsed.error.issues[0]?.message ?? t('input.invalid') }
  }

const telephone = checkBy(contactDetailsInput.shape.telephone)

const languages: Record<string, string> = {
  deutsch: 'de',
  german: 'de',
  englisch: 'en',
  english: 'en',
  französisch: 'fr',
  french: 'fr',
  spanisch: 'es',
  spanish: 'es',
  italienisch: 'it',
  italian: 'it',
  türkisch: 'tr',
  turkish: 'tr',
}

function checkLanguage(text: string): ReturnType<FieldCheck> {
  const tag = (languages[text.toLowerCase()] ?? text).replace('_', '-')
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag)
    if (canonical.length <= bounds.language.most) return { value: canonical }
  } catch {
    // not a tag
  }
  return { problem: t('input.unknownLanguage') }
}

/** A spreadsheet writes a long number such as `4.91701E+11`, and its last digits are lost. */
function checkTelephone(text: string): ReturnType<FieldCheck> {
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) return { problem: t('input.shortenedNumber') }
  return telephone(text)
}

/** The checks of each field: those of a member's own profile, where it has the field. */
export const fieldChecks: Partial<Record<ImportField, FieldCheck>> = {
  number: checkBy(line(() => t('input.theNumber'), bounds.memberNumber)),
  firstName: checkBy(line(() => t('input.theName'), bounds.personName)),
  lastName: checkBy(line(() => t('input.theName'), bounds.personName)),
  name: checkBy(personName),
  email: checkBy(emailAddress),
  telephone: checkTelephone,
  street: checkBy(line(() => t('input.theStreet'), { least: 1, most: 150 })),
  postcode: checkBy(line(() => t('input.thePostcode'), { least: 1, most: 20 })),
  city: checkBy(line(() => t('input.theTown'), { least: 1, most: 80 })),
  country: checkBy(line(() => t('input.theCountry'), { least: 1, most: 50 })),
  emergencyContact: checkBy(line(() => t('input.theEmergencyContact'), { least: 1, most: 99 })),
  language: checkLanguage,
  tags: checkBy(line(() => t('input.theTags'), { least: 1, most: 200 })),
  note: checkBy(paragraph(() => t('input.theNote'), { least: 1, most: 1_000 })),
  membership: checkBy(line(() => t('input.theMembership'), bounds.membershipElsewhere)),
  trainer: checkBy(line(() => t('input.theTrainer'), { least: 1, most: 100 })),
  consentOrigin: checkBy(line(() => t('input.theOrigin'), bounds.consentOrigin)),
}
