import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inLanguage } from '#messages/t.ts'
import { changesOf, changesLine, titleOf, type AuditAction } from './audit-wording.ts'

const act = (action: string, rest: Partial<AuditAction> = {}): AuditAction => ({
  action,
  subjectName: 'Oskar Lund',
  before: null,
  after: null,
  ...rest,
})
const id = '0b0e8a9c-1111-4222-8333-444455556666'
const read = (entry: AuditAction) =>
  changesOf(entry, 'UTC').map(({ name, before, after }) => [name, before, after].join('|'))

test('an act has a title in words, with whom and how much', () => {
  const refund = act('refund payment', {
    before: { refundedCents: 0 },
    after: { refundedCents: 5000, amountCents: 5000, reason: 'Moved away.' },
  })
  expect(titleOf(refund)).toBe('Refunded $50 to Oskar Lund')
  expect(read(refund)).toEqual(['||“Moved away.”'])
  const approved = act('approve application', {
    before: { state: 'pending', role: 'applied' },
    after: { state: 'approved', role: 'trainer', name: 'Ravi Anand', trainerId: id },
  })
  expect(titleOf(approved)).toBe('Made Ravi Anand a trainer')
  expect(read(approved)).toEqual([])
  expect(titleOf(act('switch off second factor'))).toBe('Switched off the second factor of Oskar Lund')
})

test('a text that looks like a day that there never was is shown as it was typed', () => {
  const changed = act('change contact details', {
    before: { telephone: '2026-13-45', preferredName: '1990-01-02T99:99' },
    after: { telephone: '0000-00-00', preferredName: '1990-01-02' },
  })
  expect(read(changed)).toEqual(
    expect.arrayContaining([
      'telephone|2026-13-45|0000-00-00',
      'form of address|1990-01-02T99:99|2 Jan 1990',
    ]),
  )
})

test('a post that an admin changed or removed is named by its author', () => {
  const changed = act('change post', {
    before: { caption: 'Second', author: 'Mira Okafor', authorId: id, imageId: id },
    after: { caption: 'Third', imageId: id },
  })
  expect(titleOf(changed)).toBe('Changed a post by Mira Okafor')
  expect(read(changed)).toEqual(['|“Second”|“Third”'])
  expect(titleOf(act('remove post', { before: { caption: 'Third', author: 'Mira Okafor' } }))).toBe(
    'Removed a post by Mira Okafor',
  )
  expect(titleOf(act('remove post', { before: { caption: 'Third' } }))).toBe('Removed a post')
})

test('other acts say what kind they were', () => {
  expect(titleOf(act('add slot', { after: { name: 'Slot 7' } }))).toBe('Added a slot, Slot 7')
  expect(titleOf(act('send letter again'))).toBe('Sent an email again')
  expect(titleOf(act('approve idea'))).toBe('Approved an idea')
})

test('a closure is told as what happened, with its days and how many hours it took', () => {
  const closed = act('close days', {
    after: { fromDay: '2026-12-24', untilDay: '2026-12-26', reason: 'Holidays', hours: 3 },
  })
  expect(titleOf(closed)).toBe('Closed the club')
  expect(read(closed)).toEqual([
    '||Closed from 24 Dec 2026 to 26 Dec 2026, with 3 hours called off',
    '||“Holidays”',
  ])
  expect(changesLine(closed, 'UTC')).toBe(
    'Closed from 24 Dec 2026 to 26 Dec 2026, with 3 hours called off; “Holidays”',
  )
  expect(titleOf(act('reopen days'))).toBe('Opened the club again')
  expect(titleOf(act('call off hour'))).toBe('Called off an hour of Oskar Lund')
})

test('who is away, and who gives an hour instead, is a sentence', () => {
  const days = { fromDay: '2026-11-26', fromHour: 0, untilDay: '2026-11-26', untilHour: 24 }
  const away = act('declare absence', { after: { trainer: 'Jonas Weidner', ...days, hours: 1 } })
  expect(read(away)).toEqual(['||Jonas Weidner is away on 26 Nov 2026, which affects 1 hour'])
  const ended = act('end absence', { before: { trainerId: id, ...days, untilHour: 12 } })
  expect(read(ended)).toEqual(['||It was from 26 Nov 2026, 00:00 to 26 Nov 2026, 12:00'])
  const cover = { by: 'Theo Marchetti', day: '2026-11-26', hour: '09:00', insteadOf: 'Jonas Weidner' }
  expect(read(act('take cover', { after: cover }))).toEqual([
    '||Theo Marchetti gives 09:00 on 26 Nov 2026 instead of Jonas Weidner',
  ])
  expect(read(act('take cover', { after: { hour: '09:00' } }))).toEqual(['hour||09:00'])
})

test('a new class time is told by its day and time', () => {
  const added = act('add class time', {
    after: {
      class: 'Shapes',
      weekday: 6,
      startHour: 20,
      startMinute: 15,
      minutes: 45,
      capacity: 10,
      fromDay: '2026-11-28',
      note: null,
    },
  })
  expect(read(added)).toEqual(['||Shapes, Saturday, 20:15 from 28 Nov 2026: 45 minutes, 10 places'])
})

test('changes are told without ids, with money, hours and dates as people write them', () => {
  const changed = act('change slot', {
    before: { priceCents: 5000, startHour: 7, imageId: id, weekdays: ['Monday'] },
    after: { priceCents: 6000, startHour: 8, imageId: '2', weekdays: ['Monday', 'Friday'] },
  })
  expect(read(changed)).toEqual(['price|$50|$60', 'start hour|07:00|08:00', 'weekdays|Monday|Monday, Friday'])
  const extended = act('extend month', {
    before: { until: '2026-12-23T10:00:00Z' },
    after: { until: '2026-12-26T10:00:00Z', days: 3, reason: 'Was ill' },
  })
  expect(changesLine(extended, 'UTC')).toBe('until: 23 Dec 2026 → 26 Dec 2026; days: 3; “Was ill”')
  const left = act('delete subscriber', { before: { subscribedAt: '2026-10-22T08:00:00.000Z', name: '' } })
  expect(read(left)).toEqual(['subscribed|22 Oct 2026|', 'name|nothing|'])
})

test('each act that the club records has a German title', () => {
  const sources = globSync('{domain,sign-in}/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  const actions = sources.flatMap((source) =>
    source.includes('recordAudit')
      ? [...source.matchAll(/action: '([a-z -]+)'/g)].map(([, each]) => each!)
      : [],
  )
  expect(actions.length).toBeGreaterThan(70)
  const inEnglish = actions.filter(
    (action) => titleOf(act(action)) === inLanguage('de', () => titleOf(act(action))),
  )
  expect(inEnglish).toEqual([])
})

test('facts are named in the language of the reader', () => {
  const changed = act('change role', {
    before: { role: 'trainer' },
    after: { role: 'member', reason: 'Moved away' },
  })
  expect(inLanguage('de', () => read(changed))).toEqual(['Rolle|Trainer|Mitglied', '||„Moved away“'])
  const contact = act('change contact', { after: { changed: ['telephone', 'tags'] } })
  expect(inLanguage('de', () => read(contact))).toEqual(['||Geändert: Telefon, Schlagwörter'])
})
