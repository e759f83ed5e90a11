import { describe, expect, test } from 'vitest'
import { settingsFromForm, type SettingsFormValues } from './settings-from-form.ts'

const stored: SettingsFormValues = {
  name: 'Iron Works',
  timeZone: 'UTC',
  language: 'en',
  company: '',
  address: '1 Mill Lane',
  telephone: '',
  email: '',
  openSince: '2005',
  opensOn: '',
  atTheDoor: '',
  about: '',
  taxPercent: '8',
  invoicePrefix: 'IW',
  currency: 'usd',
  sepaCreditorId: '',
  trainerShare: '80',
  taxNumber: 'DE 1',
  paysAtDesk: true,
  otherLanguages: [],
  openDays: [{ weekday: 'Monday', opens: '06:00', closes: '22:00' }],
  headlines: ['Your hour'],
  taglines: [''],
  points: [''],
  serviceNames: [''],
  serviceLines: [''],
}

describe('settingsFromForm', () => {
  test.each([
    ['the club', 'name=New+Name&address=', { name: 'New Name', address: '' }],
    [
      'opening hours',
      'opens=07:00&closes=21:00',
      { openDays: [{ weekday: 'Monday', opens: '07:00', closes: '21:00' }] },
    ],
    [
      'money, where an empty box is a no',
      'taxPercent=19&taxNumber=&noTaxNumber=yes',
      { taxPercent: '19', taxNumber: '', paysAtDesk: false },
    ],
    ['the first page', 'headlines=Come+in', { headlines: ['Come in'] }],
  ])('of %s changes its own fields only', (_tab, form, changed) => {
    expect(settingsFromForm(new URLSearchParams(form), stored)).toEqual({ ...stored, ...changed })
  })
})
