import { expect, test } from 'vitest'
import { inLanguage } from '#messages/t.ts'
import { formatDate, formatLongDate, formatTime } from './date-time.ts'
import { addDays, formatDay, formatDayWithYear, formatDayAhead, formatFullDay } from './days.ts'
import { excerpt } from './excerpts.ts'
import { formatCountdown, formatHourSpan } from './hours.ts'
import { formatLastHour } from './last-hour.ts'
import { dateLanguages, defaultLocale, setLocale } from './locale.ts'
import { currencySymbol, formatMoney, formatMoneyWithCents, formatNumber, formatAmount } from './money.ts'
import { formatPaymentMethod } from './payment-methods.ts'
import { endSentence, firstName, formatCount, formatFileSize, formatList } from './text.ts'

test('people are greeted by their first name, or by all of it where the first word is a title or a particle', () => {
  const names = ['Mira Okafor', 'Dr. Lou Berg', 'van der Berg', 'Žofie', 'O’Neil', '']
  expect(names.map(firstName)).toEqual(['Mira', 'Dr. Lou Berg', 'van der Berg', 'Žofie', 'O’Neil', ''])
})

test.each(dateLanguages)('a sentence that ends with a date ends with one full stop, in %s', (language) => {
  setLocale({ ...defaultLocale, language })
  const days = Array.from({ length: 12 }, (_, month) => addDays('2026-01-15', month * 31))
  const dates = days.flatMap((day) => [
    formatDay(day),
    formatFullDay(day),
    formatDate(day, 'UTC'),
    formatLongDate(day, 'UTC'),
  ])
  for (const date of dates) expect(endSentence(`Yours until ${date}`)).toMatch(/[^.\s]\.$/)
  setLocale(defaultLocale)
})

test('money has cents only when there are some', () => {
  expect(formatMoney(32_000)).toBe('$320')
  expect(formatMoney(32_050)).toBe('$320.50')
  expect(formatMoney(-7_000)).toBe('−$70')
  expect(formatMoney(123_456_700)).toBe('$1,234,567')
  expect(formatMoney(5)).toBe('$0.05')
  expect(formatMoney(0)).toBe('$0')
  expect(formatMoneyWithCents(7_000)).toBe('$70.00')
  expect(formatMoneyWithCents(-1_234_567)).toBe('−$12,345.67')
  expect([7_000, 6_990].map(formatAmount)).toEqual(['70', '69.90'])
})

test('money stands in the currency that it was taken in', () => {
  expect(formatMoney(32_050, 'eur')).toBe('€320.50')
  expect(formatMoney(-700_000, 'chf')).toBe('−CHF 7,000')
  expect(formatMoneyWithCents(7_000, 'gbp')).toBe('£70.00')
  expect([currencySymbol(), currencySymbol('eur'), currencySymbol('chf')]).toEqual(['$', '€', 'CHF'])
})

test('a day of another year says which', () => {
  expect(formatDayWithYear('2026-12-24', '2026-11-26')).toBe('Thu 24 Dec')
  expect(formatDayWithYear('2029-12-24', '2026-11-26')).toBe('Mon 24 Dec 2029')
})

test('dates are those of the club, wherever the server stands', () => {
  const lateInBerlin = '2026-11-19T23:30:00Z'
  expect(formatDate(lateInBerlin, 'Europe/Berlin')).toBe('20 Nov 2026')
  expect(formatDate(lateInBerlin, 'America/New_York')).toBe('19 Nov 2026')
  expect(formatLongDate(lateInBerlin, 'Europe/Berlin')).toBe('Friday, 20 Nov 2026')
  expect(formatTime(lateInBerlin, 'Europe/Berlin')).toBe('00:30')
  expect(formatDate(new Date('2026-09-01T12:00:00Z'), 'UTC')).toBe('1 Sep 2026')
})

test('hours, countdowns, counts and sizes read as people say them', () => {
  expect([0, 7, 23].map(formatHourSpan)).toEqual(['00:00 to 01:00', '07:00 to 08:00', '23:00 to 24:00'])
  expect(formatCountdown(861)).toBe('14:21')
  expect(formatCountdown(-3)).toBe('0:00')
  expect([160, 5_000, 1_234_567].map(formatNumber)).toEqual(['160', '5,000', '1,234,567'])
  expect(formatCount(1, 'class', 'classes')).toBe('1 class')
  expect(formatFileSize(2_400_000)).toBe('2.4 MB')
  expect(inLanguage('de', () => formatFileSize(2_400_000))).toBe('2,4 MB')
  const names = ['Mira', 'Jonas', 'Dario']
  expect(formatList(names)).toBe('Mira, Jonas and Dario')
  expect(inLanguage('de', () => formatList(names))).toBe('Mira, Jonas und Dario')
})

test('a text that is too long ends with a whole word and says that more follows', () => {
  const text = 'Chalk is not confetti. Brush it off, please.'
  expect(excerpt(text, 60)).toBe(text)
  expect(excerpt(text, 30)).toBe('Chalk is not confetti. Brush…')
  expect(excerpt(text, 26)).toBe('Chalk is not confetti…')
  expect(excerpt(text, 23)).toBe('Chalk is not confetti…')
  expect(excerpt('Two\n\nlines', 60)).toBe('Two lines')
  expect([...excerpt('💪'.repeat(80), 60)]).toHaveLength(60)
})

test.each([
  ['2026-11-24', 'Today'],
  ['2026-11-25', 'Tomorrow'],
  ['2026-11-30', 'Monday'],
  ['2026-12-01', 'Tue 1 Dec'],
])('on a Tuesday, the day %s that is ahead is called %s', (day, name) => {
  expect(formatDayAhead(day, '2026-11-24')).toBe(name)
})

test.each([
  ['card', 'visa', '4242', 'Visa ending in 4242'],
  ['card', 'amex', '0005', 'American Express ending in 0005'],
  ['card', 'link', '4242', 'Card ending in 4242'],
  ['card', null, null, 'Card'],
  ['cash', null, null, 'Cash'],
] as const)('what was paid by %s, %s %s, is said to be paid by %s', (method, cardBrand, cardLast4, words) => {
  expect(formatPaymentMethod({ method, cardBrand, cardLast4 })).toBe(words)
})

test.each([
  ['2027-02-19T12:04:00Z', 14, 'UTC', 'Thursday 18 Feb, 14:00'],
  ['2027-02-19T14:00:00Z', 14, 'UTC', 'Thursday 18 Feb, 14:00'],
  ['2027-02-19T14:01:00Z', 14, 'UTC', 'Friday 19 Feb, 14:00'],
  ['2027-02-21T23:30:00Z', 0, 'Europe/Rome', 'Monday 22 Feb, 00:00'],
  ['2027-02-21T10:00:00Z', 6, 'UTC', 'Friday 19 Feb, 06:00'],
])(
  'a month that ends at %s is named by its last hour, at %i in %s: %s',
  (end, startHour, timeZone, shown) => {
    const slot = { startHour, weekdays: ['Monday', 'Thursday', 'Friday'] }
    expect(formatLastHour(new Date(end), slot, timeZone)).toBe(shown)
  },
)
