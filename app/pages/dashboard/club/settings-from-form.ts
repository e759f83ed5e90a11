import { weekdays } from '#format/weekdays.ts'
import { languages, type Language } from '#messages/languages.ts'

const lines = [
  'company',
  'address',
  'telephone',
  'email',
  'openSince',
  'atTheDoor',
  'about',
  'taxPercent',
  'invoicePrefix',
  'currency',
  'trainerShare',
] as const
const lists = ['headlines', 'taglines', 'points', 'serviceNames', 'serviceLines'] as const

const codes = Object.keys(languages) as Language[]
const codesOf = (names: string[]) => codes.filter((code) => names.includes(languages[code]))

/** The settings form as input of `saveClubSettings`. */
export function settingsFromForm(form: URLSearchParams) {
  const opens = form.getAll('opens')
  const closes = form.getAll('closes')
  return {
    name: form.get('name') ?? '',
    timeZone: form.get('timeZone') ?? '',
    language: form.get('language') ?? '',
    otherLanguages: codesOf(form.getAll('otherLanguages')),
    // null without a number and without the tick
    taxNumber: form.get('taxNumber')?.trim() || (form.has('noTaxNumber') ? '' : null),
    paysAtDesk: form.has('paysAtDesk'),
    ...(Object.fromEntries(lines.map((name) => [name, form.get(name) ?? ''])) as Record<
      (typeof lines)[number],
      string
    >),
    ...(Object.fromEntries(lists.map((name) => [name, form.getAll(name)])) as Record<
      (typeof lists)[number],
      string[]
    >),
    // a field for each weekday, then a second one
    openDays: opens.map((time, index) => ({
      weekday: weekdays[index % weekdays.length]!,
      opens: time,
      closes: closes[index] ?? '',
    })),
  }
}

/** Values as typed, before validation. */
export type SettingsFormValues = ReturnType<typeof settingsFromForm>
