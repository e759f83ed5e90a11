import type { ClubSettings } from '#domain/club/club.input.ts'
import { weekdays } from '#format/weekdays.ts'
import { languages, type Language } from '#messages/languages.ts'

const lines = [
  'name',
  'timeZone',
  'language',
  'company',
  'address',
  'telephone',
  'email',
  'openSince',
  'opensOn',
  'atTheDoor',
  'about',
  'taxPercent',
  'invoicePrefix',
  'currency',
  'sepaCreditorId',
  'trainerShare',
] as const
const lists = ['headlines', 'taglines', 'points', 'serviceNames', 'serviceLines'] as const

const codes = Object.keys(languages) as Language[]
const codesOf = (names: string[]) => codes.filter((code) => names.includes(languages[code]))

/** Values as typed, before validation. */
export type SettingsFormValues = Pick<
  ClubSettings,
  'openDays' | 'taxNumber' | 'paysAtDesk' | 'otherLanguages'
> &
  Record<(typeof lines)[number], string> &
  Record<(typeof lists)[number], string[]>

/** Returns stored settings as values of the form. */
export const storedFormValues = (settings: ClubSettings): SettingsFormValues => ({
  ...settings,
  openSince: String(settings.openSince ?? ''),
  opensOn: settings.opensOn ?? '',
  taxPercent: String(settings.taxPercent),
  sepaCreditorId: settings.sepaCreditorId ?? '',
  trainerShare: String(settings.trainerShare),
})

/** Returns the input of `saveClubSettings`: the fields of a form, and the stored values of all others. */
export function settingsFromForm(form: URLSearchParams, stored: SettingsFormValues): SettingsFormValues {
  const hasMoney = form.has('taxPercent') || form.has('taxNumber')
  return {
    ...stored,
    ...(form.has('name') && { otherLanguages: codesOf(form.getAll('otherLanguages')) }),
    // null without a number and without the tick
    ...(hasMoney && { taxNumber: form.get('taxNumber')?.trim() || (form.has('noTaxNumber') ? '' : null) }),
    ...((hasMoney || form.has('paysAtDesk')) && { paysAtDesk: form.has('paysAtDesk') }),
    ...(form.has('opens') && { openDays: openDaysFromForm(form) }),
    ...(Object.fromEntries(lines.map((name) => [name, form.get(name) ?? stored[name]])) as Record<
      (typeof lines)[number],
      string
    >),
    ...(form.has('opensSoon') && { opensOn: 'soon' }),
    ...(Object.fromEntries(
      lists.map((name) => [name, form.has(name) ? form.getAll(name) : stored[name]]),
    ) as Record<(typeof lists)[number], string[]>),
  }
}

/** A field for each weekday, then a second one. */
function openDaysFromForm(form: URLSearchParams): SettingsFormValues['openDays'] {
  const closes = form.getAll('closes')
  return form.getAll('opens').map((opens, index) => ({
    weekday: weekdays[index % weekdays.length]!,
    opens,
    closes: closes[index] ?? '',
  }))
}
