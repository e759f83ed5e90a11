import { describe, expect, test } from 'vitest'
import { applicationInput, slotInput } from './trainers.input.ts'
import { previewSlots } from './trainers.rules.ts'

describe('slots of an approved application', () => {
  test('begin at six, one an hour, all at the price of a new hour', () => {
    expect(previewSlots(2, 5000)).toEqual([
      { name: 'Slot 1', startHour: 6, priceCents: 5000 },
      { name: 'Slot 2', startHour: 7, priceCents: 5000 },
    ])
    expect(previewSlots(12, 5000).at(-1)).toEqual({ name: 'Slot 12', startHour: 17, priceCents: 5000 })
  })

  test.each([
    [0, 0],
    [-3, 0],
    [13, 12],
    [1e9, 12],
    [2.9, 2],
    [Number.NaN, 0],
  ])('for %s hours a day are %s', (hours, count) => expect(previewSlots(hours, 5000)).toHaveLength(count))
})

const application = {
  name: 'Mira Okafor',
  yearsOfExperience: '7',
  hoursADay: 3,
  weekdays: ['Friday', 'Monday', 'Friday'],
  skills: ['Patience', 'Rowing', 'Rowing'],
  photo: '',
}

describe('application input', () => {
  test('is read from a form: numbers from text, days in their order, each skill once', () => {
    expect(applicationInput.parse(application)).toEqual({
      name: 'Mira Okafor',
      yearsOfExperience: 7,
      hoursADay: 3,
      weekdays: ['Monday', 'Friday'],
      skills: ['Patience', 'Rowing'],
      photo: null,
    })
    expect(applicationInput.parse({ ...application, weekdays: 'Monday', skills: undefined }).skills).toEqual(
      [],
    )
  })

  test('with an avatar at Google uses the portrait of the account', () => {
    const photo = 'https://lh3.googleusercontent.com/a/face'
    expect(applicationInput.parse({ ...application, photo }).photo).toBeNull()
  })

  const eleven = Array.from({ length: 11 }, (_, index) => `Skill ${index}`)
  test.each([
    ['name', '', 'Name is required'],
    ['name', '\u200b\u202e\u0000', 'Name is required'],
    ['name', 'x'.repeat(101), 'Name must have at most 100 characters.'],
    ['yearsOfExperience', -1, 'Years of experience must be a whole number from 0 to 60.'],
    ['yearsOfExperience', 61, 'Years of experience must be a whole number from 0 to 60.'],
    ['yearsOfExperience', '', 'Years of experience must be a whole number from 0 to 60.'],
    ['hoursADay', 0, 'Hours a day must be a whole number from 1 to 12.'],
    ['hoursADay', 13, 'Hours a day must be a whole number from 1 to 12.'],
    ['hoursADay', 1.5, 'Hours a day must be a whole number from 1 to 12.'],
    ['hoursADay', '1e1', 'Hours a day must be a whole number from 1 to 12.'],
    ['hoursADay', true, 'Hours a day must be a whole number from 1 to 12.'],
    ['weekdays', [], 'Choose at least one day.'],
    ['weekdays', undefined, 'Choose at least one day.'],
    ['weekdays', ['Someday'], 'Choose the days from Monday to Sunday.'],
    ['weekdays', { a: 1 }, 'Choose the days from Monday to Sunday.'],
    ['skills', eleven, 'Add at most 10 skills of your own.'],
    ['skills', [' '], 'A skill must have a name.'],
    ['skills', [7], 'A skill must have a name.'],
    ['skills', 7, 'Skills must be a list.'],
    ['photo', 'x'.repeat(501), 'Choose a photo that you uploaded here.'],
  ])('with %s %j is refused', (field, value, message) => {
    const parsed = applicationInput.safeParse({ ...application, [field]: value })
    expect(parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [field, message],
    ])
  })

  test('may name all five skills of the club and ten more', () => {
    const known = [
      'Adaptability',
      'Exercide Physiology',
      'Injury Prevention Knowledge',
      'Time Management',
      'Patience',
    ]
    expect(
      applicationInput.parse({ ...application, skills: [...known, ...eleven.slice(1)] }).skills,
    ).toHaveLength(15)
  })
})

describe('slot input', () => {
  test.each([
    ['50', 5000],
    [50, 5000],
    ['49.9', 4990],
    [' 19.99 ', 1999],
    [0.5, 50],
    ['10000', 1_000_000],
  ])('priced %j costs %s cents', (price, cents) => {
    expect(slotInput.parse({ name: 'Early', startHour: '6', price })).toEqual({
      name: 'Early',
      startHour: 6,
      priceCents: cents,
      acceptsOutsideHours: false,
    })
  })

  test.each([
    '0',
    '0.49',
    '-5',
    '10000.01',
    '1e3',
    '5,000',
    'NaN',
    '',
    null,
    [50],
    Number.POSITIVE_INFINITY,
    '9'.repeat(99),
  ])('cannot be priced %j', (price) => {
    const parsed = slotInput.safeParse({ name: 'Early', startHour: 6, price })
    expect(parsed.error?.issues[0]?.message).toBe(
      'Price must be an amount from 0.50 to 10000, such as 50 or 49.90.',
    )
  })

  test.each([-1, 24, '', 'six', 6.5])('cannot begin at %j', (startHour) =>
    expect(slotInput.safeParse({ name: 'Early', startHour, price: 50 }).success).toBe(false),
  )
})
