// Tables of members as other programs write them, made by a seeded generator, whole and broken.

/** A table as a program would write it. */
export type MemberTable = {
  name: string
  /** The program it comes from. */
  source: string
  headings: string[]
  rows: string[][]
  write: (rows: string[][]) => Uint8Array
}

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const firstNames = [
  'Jörg',
  'Anneliese',
  'Yusuf',
  'Zoë',
  'Thorsten',
  'Mia',
  'Kofi',
  'Noor',
  'Renée',
  'Lea',
  'Sören',
]
const lastNames = [
  'Müller',
  'Krämer-Dünnebier',
  'Öztürk',
  'O’Brien',
  'Groß',
  'Brandt',
  'Nguyen',
  'de la Cruz',
  'Weiß',
]
const towns = [
  ['10115', 'Berlin'],
  ['80331', 'München'],
  ['50667', 'Köln'],
] as const

type Person = {
  number: string
  firstName: string
  lastName: string
  email: string
  telephone: string
  street: string
  postcode: string
  town: string
  born: [year: number, month: number, day: number]
  ends: [year: number, month: number, day: number]
  plan: number
  left: number
  consent: [year: number, month: number, day: number] | null
  note: string
}

/** Two letters, or more of a long list, which tell people of the same name and birthday apart. */
function lettersOf(index: number): string {
  const letter = (digit: number) => String.fromCharCode(65 + (digit % 26))
  const rest = Math.floor(index / 676)
  return letter(index) + letter(Math.floor(index / 26)) + (rest === 0 ? '' : lettersOf(rest - 1))
}

function makePeople(count: number, seed: number): Person[] {
  const next = seeded(seed)
  const below = (most: number) => Math.floor(next() * most)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)]!
  return Array.from({ length: count }, (_, index) => {
    const firstName = pick(firstNames)
    const lastName = pick(lastNames)
    const [postcode, town] = pick(towns)
    const hasEmail = index % 33 !== 7
    return {
      number: String(10_000 + seed * 100_000 + index),
      firstName,
      lastName: `${lastName} ${lettersOf(index)}`,
      email: hasEmail ? `person${index}.of${seed}@example.org` : '',
      telephone: next() < 0.8 ? `0170 ${1_000_000 + below(9_000_000)}` : '',
      street: `Lindenweg ${1 + below(90)}`,
      postcode,
      town,
      born: [1940 + below(65), 1 + below(12), 1 + below(28)],
      ends: [2027, 1 + below(12), 1 + below(28)],
      plan: below(3),
      left: below(11),
      consent: hasEmail && next() < 0.4 ? [2024, 1 + below(12), 1 + below(28)] : null,
      note: next() < 0.2 ? pick(['zahlt bar', 'hat Schlüssel 14', 'zwei\nZeilen; mit "Zeichen"']) : '',
    }
  })
}

const two = (part: number) => String(part).padStart(2, '0')
const pointed = ([year, month, day]: [number, number, number]) => `${two(day)}.${two(month)}.${year}`
const slashed = ([year, month, day]: [number, number, number]) => `${month}/${day}/${year}`
const iso = ([year, month, day]: [number, number, number]) => `${year}-${two(month)}-${two(day)}`

const csv = (rows: string[][], separator: string) =>
  rows
    .map((cells) =>
      cells
        .map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join('\r\n')

/** Signs of Windows-1252 that Latin-1 has not. */
const windowsSigns: Record<string, number> = { '€': 0x80, '’': 0x92, '–': 0x96, Ÿ: 0x9f, '…': 0x85 }
const windows1252 = (text: string) =>
  Uint8Array.from(text, (sign) => windowsSigns[sign] ?? Math.min(sign.charCodeAt(0), 0xff))

/** A list as a German club exports it from a spreadsheet. */
export function germanList(count = 300, seed = 1): MemberTable {
  const headings = [
    'Mitgl.-Nr.',
    'Anrede',
    'Vorname',
    'Nachname',
    'Straße',
    'PLZ',
    'Ort',
    'E-Mail',
    'Telefon',
    'Geburtsdatum',
    'Vertrag',
    'Vertragsende',
    'Resteinheiten',
    'Beitrag',
    'IBAN',
    'Newsletter seit',
    'Bemerkung',
  ]
  return {
    name: 'Mitgliederliste 2026 (Kopie).csv',
    source: 'Old club program',
    headings,
    rows: makePeople(count, seed).map((person) => [
      person.number,
      'Frau',
      person.firstName,
      person.lastName,
      person.street,
      person.postcode,
      person.town,
      person.email,
      person.telephone,
      pointed(person.born),
      ['Gold 12 Monate', 'Silber 12 Monate', 'Zehnerkarte'][person.plan]!,
      pointed(person.ends),
      person.plan === 2 ? String(person.left) : '',
      ['1.049,90 €', '29,90 €', '99,00 €'][person.plan]!,
      'DE89 3704 0044 0532 0130 00',
      person.consent ? pointed(person.consent) : '',
      person.note,
    ]),
    write: (rows) => windows1252(csv([headings, ...rows], ';')),
  }
}

/** A list of clients as an American program exports it. */
function clientList(count = 300, seed = 2): MemberTable {
  const headings = [
    'Client ID',
    'First Name',
    'Last Name',
    'Address',
    'City',
    'Postal Code',
    'Email',
    'Mobile Phone',
    'Birth Date',
    'Pricing Option',
    'Expiration Date',
    'Remaining',
    'Amount',
    'Email Opt In Date',
    'Notes',
  ]
  return {
    name: 'clients.csv',
    source: 'Studio program',
    headings,
    rows: makePeople(count, seed).map((person) => [
      person.number,
      person.firstName,
      person.lastName,
      person.street,
      person.town,
      person.postcode,
      person.email,
      person.telephone,
      slashed(person.born),
      ['Unlimited', '8 a month', '10 pack'][person.plan]!,
      slashed(person.ends),
      person.plan === 2 ? String(person.left) : '',
      ['$1,049.90', '$29.90', '$99.00'][person.plan]!,
      person.consent ? slashed(person.consent) : '',
      person.note,
    ]),
    write: (rows) => new TextEncoder().encode(`\uFEFF${csv([headings, ...rows], ',')}`),
  }
}

/** Subscriptions as a shop exports them. */
function subscriptionList(count = 300, seed = 3): MemberTable {
  const headings = [
    'subscription_id',
    'subscription_status',
    'billing_first_name',
    'billing_last_name',
    'billing_address_1',
    'billing_city',
    'billing_postcode',
    'billing_email',
    'billing_phone',
    'date_of_birth',
    'line_items',

    'end_date',
    'next_payment_date',
    'recurring_total',
    'remaining_classes',
    'newsletter_date',
    'customer_note',
  ]
  return {
    name: 'subscriptions.tsv',
    source: 'Shop',
    headings,
    rows: makePeople(count, seed).map((person) => [
      person.number,
      'active',
      person.firstName,
      person.lastName,
      person.street,
      person.town,
      person.postcode,
      person.email,
      person.telephone,
      iso(person.born),
      ['Gold', 'Silver', 'Pass'][person.plan]!,
      `${iso(person.ends)} 23:59:59`,
      `${iso(person.ends)} 04:00:00`,
      ['99.00', '49.5', '120'][person.plan]!,
      person.plan === 2 ? String(person.left) : '',
      person.consent ? iso(person.consent) : '',
      person.note,
    ]),
    write: (rows) => new TextEncoder().encode(csv([headings, ...rows], '\t')),
  }
}

export const memberTables = [germanList, clientList, subscriptionList] as const

type Cell = { heading: RegExp; value: string }
/** A way in which a row is broken: cells, or the whole row. */
export type Breakage = {
  what: string
  cells?: Cell[]
  row?: (cells: string[], earlier: string[]) => string[]
}

const number = /^(Mitgl\.-Nr\.|Client ID|subscription_id)$/
const firstName = /^(Vorname|First Name|billing_first_name)$/
const lastName = /^(Nachname|Last Name|billing_last_name)$/
const email = /^(E-Mail|Email|billing_email)$/
const telephone = /^(Telefon|Mobile Phone|billing_phone)$/
const born = /^(Geburtsdatum|Birth Date|date_of_birth)$/
const ends = /^(Vertragsende|Expiration Date|end_date)$/
const left = /^(Resteinheiten|Remaining|remaining_classes)$/
const price = /^(Beitrag|Amount|recurring_total)$/
const consent = /^(Newsletter seit|Email Opt In Date|newsletter_date)$/
const note = /^(Bemerkung|Notes|customer_note)$/
const postcode = /^(PLZ|Postal Code|billing_postcode)$/

const cell = (what: string, heading: RegExp, value: string): Breakage => ({
  what,
  cells: [{ heading, value }],
})

/** Thirty ways in which a row is broken, each of which is wrong in every table. */
const breakages: Breakage[] = [
  cell('half an email', email, 'person@'),
  cell('an email with a space', email, 'per son@example.org'),
  cell('two emails', email, 'a@example.org; b@example.org'),
  cell('an email of a spreadsheet error', email, '#N/A'),
  cell('words as a telephone', telephone, 'siehe Akte'),
  cell('a telephone that a spreadsheet shortened', telephone, '4,91701E+11'),
  cell('a telephone that is too long', telephone, '0170 1234567, '.repeat(4)),
  cell('a birthday that does not exist', born, '1990-02-31'),
  cell('a birthday to come', born, '2190-02-01'),
  cell('a year with two digits', born, '12.03.85'),
  cell('a birthday before 1900', born, '1885-03-12'),
  cell('a word as a birthday', born, 'unbekannt'),
  cell('a number of days as a birthday', born, '31118'),
  {
    what: 'no name',
    cells: [
      { heading: firstName, value: '' },
      { heading: lastName, value: '' },
    ],
  },
  cell('a name that is too long', firstName, 'x'.repeat(101)),
  cell('a name in broken letters', lastName, 'MÃ¼ller'),
  cell('a name that a formula lost', firstName, '#REF!'),
  cell('a number that is too long', number, '1'.repeat(41)),
  cell('an end that does not exist', ends, '2027-13-01'),
  cell('an end in a century', ends, '2127-01-01'),
  cell('a word as an end', ends, 'unbefristet'),
  cell('fewer than no credits', left, '-3'),
  cell('half a credit', left, '2,5'),
  cell('words as credits', left, 'viele'),
  cell('a price below zero', price, '-29,90'),
  cell('a word as a price', price, 'kostenlos'),
  cell('a consent without a day', consent, 'yes'),
  {
    what: 'a consent without an email',
    cells: [
      { heading: email, value: '' },
      { heading: consent, value: '2024-01-02' },
    ],
  },
  cell('a note that is too long', note, 'x'.repeat(1_001)),
  { what: 'too many cells', row: (cells) => [...cells, 'x'] },
  { what: 'one cell', row: (cells) => [cells.slice(0, 3).join('|')] },
  cell('a postcode that is too long', postcode, '1'.repeat(21)),
  {
    what: 'the number of another person',
    row: (cells, earlier) => [earlier[0]!, ...cells.slice(1)],
  },
]

/** Returns the table with every breakage in a row of its own, and the indexes of these rows. */
export function breakTable(table: MemberTable): {
  rows: string[][]
  broken: { index: number; what: string }[]
} {
  const rows = table.rows.map((cells) => [...cells])
  const broken = breakages.map(({ what, cells = [], row }, place) => {
    const index = 5 + place * 8
    for (const { heading, value } of cells) {
      const column = table.headings.findIndex((each) => heading.test(each))
      rows[index]![column] = value
    }
    if (row) rows[index] = row(rows[index]!, rows[0]!)
    return { index, what }
  })
  return { rows, broken }
}
