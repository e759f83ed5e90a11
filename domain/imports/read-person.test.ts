import { describe, expect, test } from 'vitest'
import { parseDay, recogniseDayOrder } from './day-order.rules.ts'
import { parseAmount, recogniseDecimalSign } from './decimal-sign.rules.ts'
import { fieldChecks } from './field-checks.server.ts'
import { examineColumn, isUndecided, recogniseColumns } from './import-columns.rules.ts'
import { recogniseHeading, recogniseHeadings, type ImportField } from './import-fields.rules.ts'
import { countMatchedValues, readPerson } from './read-person.rules.ts'

describe('recogniseHeading', () => {
  test.each<[heading: string, field: ImportField | null]>([
    ['First Name', 'firstName'],
    ['Vorname', 'firstName'],
    ['billing_first_name', 'firstName'],
    ['Nachname', 'lastName'],
    ['Mitgl.-Nr.', 'number'],
    ['Mitgliedsnummer', 'number'],
    ['Client ID', 'number'],
    ['E-Mail', 'email'],
    ['billing_email', 'email'],
    ['Mobile Phone', 'telephone'],
    ['Straße', 'street'],
    ['Geburtsdatum', 'birthDate'],
    ['Birth Date', 'birthDate'],
    ['Vertrag', 'membership'],
    ['Pricing Option', 'membership'],
    ['Vertragsende', 'runsUntil'],
    ['end_date', 'runsUntil'],
    ['Expiration Date', 'runsUntil'],
    ['Gültig bis', 'runsUntil'],
    ['Resteinheiten', 'creditsLeft'],
    ['Remaining', 'creditsLeft'],
    ['Übungsleiter', 'trainer'],
    ['Newsletter seit', 'consentOn'],
    ['next_payment_date', 'nextChargeOn'],
    ['IBAN', null],
    ['Card Token', null],
    ['Lieblingsfarbe', null],
  ])('“%s” is %s', (heading, field) => expect(recogniseHeading(heading)).toBe(field))

  test('a field that one column may be is that of the first, and notes may be several', () => {
    expect(
      recogniseHeadings(['E-Mail', 'Email 2', 'Email', 'Notiz', 'Bemerkung', 'Name', 'Vorname']),
    ).toEqual(['email', null, null, 'note', 'note', null, 'firstName'])
  })
})

describe('parseDay', () => {
  test.each([
    ['2026-11-26', null, '2026-11-26'],
    ['2026-11-26T23:59:59Z', null, '2026-11-26'],
    ['2026/1/2', null, '2026-01-02'],
    ['3.4.2027', 'day first', '2027-04-03'],
    ['3. 4. 2027', 'day first', '2027-04-03'],
    ['03/04/2027', 'day first', '2027-04-03'],
    ['03/04/2027 10:30 PM', 'month first', '2027-03-04'],
    ['12. März 1985', null, '1985-03-12'],
    ['12-Mar-1985', null, '1985-03-12'],
    ['March 12, 1985', null, '1985-03-12'],
    ['29.02.2024', 'day first', '2024-02-29'],
  ] as const)('reads %s, %s, as %s', (text, order, day) => expect(parseDay(text, order)).toEqual({ day }))

  test.each([
    ['31.02.1990', 'There is no such day.'],
    ['29.02.2023', 'There is no such day.'],
    ['13/13/2023', 'There is no such day.'],
    ['12.03.85', 'The year has two digits.'],
    ['unbekannt', 'This is no date.'],
    ['12 Foo 1985', 'This is no date.'],
    ['45000', 'This is no date.'],
  ])('refuses %s: %s', (text, problem) => expect(parseDay(text, 'day first')).toEqual({ problem }))
})

describe('recogniseDayOrder', () => {
  test.each([
    ['points', ['03.04.2027', '05.06.2027'], 'day first', false],
    ['one date that fits day first alone', ['03/04/2027', '25/12/2027'], 'day first', false],
    ['one date that fits month first alone', ['03/04/2027', '12/25/2027'], 'month first', false],
    ['dates that all fit both', ['03/04/2027', '05/06/2027'], null, true],
    ['dates that contradict each other', ['25/12/2027', '12/25/2027'], null, true],
    ['years first', ['2027-04-03', '2027-12-25'], null, false],
    ['the same number twice', ['04/04/2027'], null, false],
    ['no dates', ['', 'x'], null, false],
  ] as const)('a column with %s', (_what, values, order, isAsked) =>
    expect(recogniseDayOrder(values)).toMatchObject({ order, isAsked }),
  )
})

describe('parseAmount', () => {
  test.each([
    ['49', null, 4900],
    ['49,90', null, 4990],
    ['49.9', null, 4990],
    ['1.234,56 €', null, 123_456],
    ['$1,234.56', null, 123_456],
    ["CHF 1'234.50", null, 123_450],
    ['1.234', 'comma', 123_400],
    ['1,234', 'point', 123_400],
    ['1.234.567,00', null, 123_456_700],
    ['EUR 0,00', null, 0],
  ] as const)('reads %s, decimal %s, as %d cents', (text, sign, cents) =>
    expect(parseAmount(text, sign)).toEqual(
      text.startsWith('1.234.567') ? { problem: 'This amount is too large.' } : { cents },
    ),
  )

  test.each(['kostenlos', '12,345,6', '1.2.3', '--5', '5 EUR 6', '4,9,0'])('refuses %s', (text) =>
    expect(parseAmount(text, 'comma')).toHaveProperty('problem'),
  )
  test('refuses an amount below zero', () =>
    expect(parseAmount('-5,00', null)).toEqual({ problem: 'An amount cannot be below zero.' }))
})

test.each([
  ['a comma', ['49,90', '1.234'], 'comma', false],
  ['a point', ['49.90', '1,234'], 'point', false],
  ['neither', ['1.234', '49'], null, true],
  ['both', ['49,90', '49.90', '1.234'], null, true],
  ['whole amounts', ['49', '50'], null, false],
] as const)(
  'the decimal sign of a column with %s is recognised, or asked for',
  (_what, values, sign, isAsked) => expect(recogniseDecimalSign(values)).toMatchObject({ sign, isAsked }),
)

const headings = [
  'Nr',
  'Vorname',
  'Nachname',
  'E-Mail',
  'Telefon',
  'Geburtsdatum',
  'Vertrag',
  'Ende',
  'Rest',
  'Beitrag',
  'Newsletter',
  'Bemerkung',
  'Anrede',
]
const whole = [
  '10432',
  'Jörg',
  'Müller',
  'Joerg.Mueller@Example.org',
  '0170 1234567',
  '12.03.1985',
  'Gold',
  '03.04.2027',
  '6',
  '49,90',
  '01.01.2024',
  'zahlt bar',
  'Herr',
]
const columns = recogniseColumns(
  headings,
  headings.map((_heading, index) => examineColumn([whole[index]!])),
)
const read = (change: Record<string, string> = {}) =>
  readPerson(
    whole.map((cell, index) => change[headings[index]!] ?? cell),
    {
      headings,
      columns,
      values: { membership: { Gold: 'gold' }, trainer: {}, salutation: { Herr: 'Mr' } },
      checks: fieldChecks,
      today: '2026-11-26',
      source: 'Old program',
    },
  )
const problemsOf = (change: Record<string, string>) => {
  const found = read(change)
  return 'problems' in found ? found.problems.map(({ sentence }) => sentence) : []
}

describe('readPerson', () => {
  test('reads a whole row', () => {
    expect(read()).toEqual({
      person: {
        name: 'Jörg Müller',
        number: '10432',
        email: 'joerg.mueller@example.org',
        telephone: '0170 1234567',
        birthDate: '1985-03-12',
        postalAddress: '',
        emergencyContact: '',
        preferredName: 'Mr Müller',
        language: '',
        tags: [],
        note: 'zahlt bar',
        membership: 'Gold',
        becomes: 'gold',
        trainerId: '',
        runsUntil: '2027-04-03',
        creditsLeft: 6,
        priceCents: 4990,
        nextChargeOn: null,
        consentOn: '2024-01-01',
        consentOrigin: 'Old program',
      },
    })
  })

  test('takes one name, and nothing else, as enough', () => {
    const nothing = Object.fromEntries(headings.map((heading) => [heading, '']))
    expect(read({ ...nothing, Nachname: 'Müller' })).toHaveProperty('person.name', 'Müller')
    expect(problemsOf(nothing)).toEqual(['There is no name.'])
  })

  test.each([
    [{ 'E-Mail': 'joerg.mueller@' }, 'E-Mail “joerg.mueller@”: This isn’t an email address.'],
    [{ 'E-Mail': 'a@b.example, c@d.example' }, 'This isn’t an email address.'],
    [{ Geburtsdatum: '31.02.1990' }, 'Geburtsdatum “31.02.1990”: There is no such day.'],
    [{ Geburtsdatum: '12.03.85' }, 'The year has two digits.'],
    [{ Geburtsdatum: '12.03.2030' }, 'This day is still to come.'],
    [{ Geburtsdatum: '12.03.1885' }, 'This day is before 1900.'],
    [{ Ende: '03.04.2127' }, 'This day is more than 10 years ahead.'],
    [{ Telefon: '4,91701E+11' }, 'A spreadsheet shortened this number.'],
    [{ Telefon: 'siehe Akte' }, 'Enter a telephone number'],
    [{ Rest: '6,5' }, 'This is no whole number'],
    [{ Rest: '-1' }, 'This is no whole number'],
    [{ Beitrag: 'frei' }, 'This is no amount.'],
    [{ Newsletter: 'ja' }, 'A consent needs its day.'],
    [{ Newsletter: '01.01.2030' }, 'This day is still to come.'],
    [{ 'E-Mail': '' }, 'There is a consent to the newsletter, and no email.'],
    [{ Nachname: 'MÃ¼ller' }, 'letters were lost in an earlier program.'],
    [{ Nachname: 'M\ufffdller' }, 'letters were lost in an earlier program.'],
    [{ Vorname: '#REF!' }, 'a formula failed there.'],
    [{ Vorname: 'x'.repeat(101) }, 'must have at most 100 characters.'],
    [{ Nr: '1'.repeat(41) }, 'must have at most 40 characters.'],
    [{ Bemerkung: 'x'.repeat(1_001) }, 'must have at most 1000 characters.'],
  ])('names what is wrong, case %#', (change, sentence) => {
    const problems = problemsOf(change)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
  })

  test('names every problem of a row', () => {
    expect(problemsOf({ 'E-Mail': 'x', Geburtsdatum: 'x', Rest: 'x' })).toHaveLength(3)
  })

  test('refuses a row with more cells than headings, or with one cell', () => {
    const reading = {
      headings,
      columns,
      values: { membership: {}, trainer: {}, salutation: {} },
      checks: fieldChecks,
      today: '2026-11-26',
      source: 'Old program',
    }
    expect(readPerson([...whole, 'x'], reading)).toHaveProperty('problems')
    expect(readPerson([...whole, ''], reading)).toHaveProperty('person')
    expect(readPerson(['10432;Jörg;Müller'], reading)).toHaveProperty('problems')
  })

  test('takes a text that would be a formula as text', () => {
    expect(read({ Bemerkung: '=1+1' })).toHaveProperty('person.note', '=1+1')
    expect(read({ Telefon: "'+49 170 1234567" })).toHaveProperty('person.telephone', '+49 170 1234567')
  })

  test('a “no” in the column of the newsletter is no consent', () => {
    expect(read({ Newsletter: 'nein' })).toHaveProperty('person.consentOn', null)
  })
})

test('a column is undecided until its dates or amounts can be read one way only', () => {
  const dates = examineColumn(['03/04/2027'])
  const [column] = recogniseColumns(['Ende'], [dates])
  expect(isUndecided(column!, dates)).toBe(true)
  expect(isUndecided({ ...column!, dayOrder: 'day first' }, dates)).toBe(false)
  expect(isUndecided({ ...column!, field: 'note' }, dates)).toBe(false)
})

test('the values to match are counted once each, the most frequent first', () => {
  const rows = [['Gold'], ['Silver'], ['Gold'], ['']]
  const counted = countMatchedValues([{ field: 'membership', dayOrder: null, decimalSign: null }], rows)
  expect(counted.membership).toEqual([
    { value: 'Gold', people: 2 },
    { value: 'Silver', people: 1 },
    { value: '', people: 1 },
  ])
  expect(counted.trainer).toEqual([])
})
