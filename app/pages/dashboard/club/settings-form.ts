import { weekdays } from '#format/weekdays.ts'

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

/** What a form of the settings page says, in the shape in which the club takes it. */
export function settingsFromForm(form: URLSearchParams) {
  const opens = form.getAll('opens')
  const closes = form.getAll('closes')
  return {
    name: form.get('name') ?? '',
    timeZone: form.get('timeZone') ?? '',
    language: form.get('language') ?? '',
    // null while neither a number nor the tick was given
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
    openDays: weekdays.map((weekday, index) => ({
      weekday,
      opens: opens[index] ?? '',
      closes: closes[index] ?? '',
    })),
  }
}

/** The same before it is judged: everything as it was typed. */
export type SettingsFormValues = ReturnType<typeof settingsFromForm>
