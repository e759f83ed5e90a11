import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bookingPaid } from '#domain/bookings/letters/booking-paid.ts'
import { defaultClubFacts } from '#domain/club/club-facts.rules.ts'
import { daysClosed } from '#domain/lessons/letters/days-closed.ts'
import { hoursAhead } from '#domain/lessons/letters/hours-ahead.ts'
import { weeklyLetter } from '#domain/newsletter/letters/weekly-letter.ts'
import { accountDeletionReminder } from '#domain/personal-data/letters/account-ends.ts'
import { dateLanguages, defaultLocale, setLocale } from '#format/locale.ts'
import { languageOf } from '#messages/languages.ts'
import { inLanguage } from '#messages/t.ts'
import type { Letter, LetterContent } from './letter.ts'
import { letterReader } from './outbox.server.ts'
import { renderHtml, renderText } from './template.ts'

// Every letter, rendered with the example of its file.

const domain = join(import.meta.dirname, '..')
const files = globSync('*/letters/*.ts', { cwd: domain }).sort()
const letters = await Promise.all(
  files.map(async (file) => {
    const exported = Object.values((await import(join(domain, file))) as Record<string, Letter<unknown>>)
    return { file, letter: exported[0] as Letter<unknown>, exports: exported.length }
  }),
)

const club = { ...defaultClubFacts, publicUrl: 'http://localhost:3000' }
const wordsOf = ({ compose, example }: Letter<unknown>) => compose(example, letterReader('Noor Rahman', club))
/** The visible text of an HTML letter. */
const readable = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<br>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

test('there are letters to look at', () => expect(letters.length).toBeGreaterThan(3))

describe.each(letters)('email template $file', ({ file, letter, exports }) => {
  const words = wordsOf(letter)
  const html = renderHtml(words, club)
  const text = renderText(words, club)
  const said = [
    words.heading,
    ...words.paragraphs.flatMap((each) =>
      typeof each === 'string' ? each.split('\n') : 'label' in each ? each.label : each.heading,
    ),
    ...(words.details ?? []).flatMap(({ name, value }) => [name, value]),
    ...(words.button ? [words.button.label] : []),
    ...(words.closing ?? []),
    words.footnote,
    ...(words.unsubscribePath ? ['Unsubscribe'] : []),
    club.name,
  ]

  test('is one file, named as the outbox calls it', () => {
    expect(exports).toBe(1)
    expect(letter.name).toBe(basename(file, '.ts'))
  })

  test('says the same in both of its forms, in the same order', () => {
    expect([words.subject, words.topic, ...said].filter((each) => each.trim() === '')).toEqual([])
    for (const form of [readable(html), text.replace(/\s+/g, ' ')]) {
      let from = 0
      for (const sentence of said) {
        const place = form.indexOf(sentence.replace(/\s+/g, ' '), from)
        expect(place, `'${sentence}' after place ${from}`).toBeGreaterThanOrEqual(0)
        from = place
      }
    }
  })

  test('leads to the club and nowhere else, and loads nothing but a picture of a letter to many', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link.startsWith(club.publicUrl), link).toBe(true)
    const { picture } = words
    const loaded = [...html.matchAll(/<img\s+src="([^"]*)"\s+alt="([^"]*)"/g)].map((found) => found.slice(1))
    expect(loaded).toEqual(
      picture ? [[`${club.publicUrl}/images/${picture.id}/1080.jpg`, picture.altText]] : [],
    )
    if (picture) expect(text).toContain(`[${picture.altText}]`)
    expect(html.replace(/<img\s+src="[^"]*"/, '')).not.toMatch(
      /<(img|link|script|iframe|object|video)\b|url\(|@import|@font-face|src=/i,
    )
    if (words.button) expect(text).toContain(club.publicUrl + words.button.path)
  })

  test('begins, for the list of an inbox, with its first sentence and not with the club’s name', () => {
    const body = readable(html.slice(html.indexOf('<body')))
    const first = words.paragraphs.find((each) => typeof each === 'string') ?? words.heading
    const opening = first
      .replace(/^Hello [^,]+, /, '')
      .replace(/\s+/g, ' ')
      .slice(1, 30)
    expect(body.trim().slice(1)).toMatch(opening.trim())
    expect(body.trim().indexOf(opening.trim())).toBeLessThan(3)
  })

  test('has buttons with a padded cell, because Word draws no padding of links', () => {
    const buttons = [...html.matchAll(/<td\s+class="(?:act|quiet)"[^>]*>/g)].map(([cell]) => cell)
    expect(buttons.length > 0).toBe(
      words.button !== undefined ||
        words.paragraphs.some((each) => typeof each !== 'string' && 'label' in each),
    )
    for (const cell of buttons) expect(cell).toContain('mso-padding-alt:15px 28px')
  })

  test('tells what it is about in a subject that fits a phone, and why it came', () => {
    expect(words.subject.length).toBeLessThan(60)
    expect(words.footnote).toMatch(/\.$/)
  })
})

/** The sentences of a letter, and the names and values of its details. */
const sentencesOf = ({
  subject,
  topic,
  heading,
  paragraphs,
  details,
  button,
  closing,
  footnote,
}: LetterContent) =>
  [
    subject,
    topic,
    heading,
    ...paragraphs.map((each) =>
      typeof each === 'string' ? each : 'label' in each ? each.label : each.heading,
    ),
    ...(details ?? []).flatMap(({ name, value }) => [name, value]),
    button?.label ?? '',
    ...(closing ?? []),
    footnote,
  ].filter((each) => /\p{L}{3}/u.test(each))

/** Every line of text among facts. */
const stringsIn = (facts: unknown): string[] =>
  typeof facts === 'string'
    ? facts.split('\n')
    : Object.values((facts ?? {}) as Record<string, unknown>).flatMap(stringsIn)

const sameInGerman = ['Trainer', 'Name', 'Browser', 'Version', 'Test']

test.each(letters)('each letter exists in both languages: $file', ({ letter }) => {
  const given = stringsIn(letter.example).toSorted((one, other) => other.length - one.length)
  const own = (sentence: string) => given.reduce((rest, fact) => rest.replace(fact, ''), sentence)
  for (const facts of variants(letter.example)) {
    const inEach = (['en', 'de'] as const).map((language) =>
      inLanguage(language, () => {
        setLocale({ ...defaultLocale, language })
        const content = letter.compose(facts, letterReader('Noor', club))
        expect(renderHtml(content, club)).toContain(`<html lang="${language}">`)
        return sentencesOf(content)
      }),
    )
    setLocale(defaultLocale)
    const [english = [], german = []] = inEach
    expect(german).toHaveLength(english.length)
    const untranslated = german
      .filter(
        (sentence) => english.includes(sentence) || /\b(the|your|you|is|with|until)\b/i.test(own(sentence)),
      )
      .filter((sentence) => /\p{L}{3}/u.test(own(sentence)))
    expect(untranslated.filter((each) => !sameInGerman.includes(each))).toEqual([])
  }
})

test('a German letter has German dates and amounts', () => {
  setLocale({ ...defaultLocale, currency: 'eur', language: 'de' })
  const text = inLanguage('de', () =>
    renderText(
      bookingPaid.compose({ ...bookingPaid.example, currency: 'eur' }, letterReader('Noor', club)),
      club,
    ),
  )
  setLocale(defaultLocale)
  expect(text).toContain('Bezahlt: 70,00\u00A0€')
  expect(text).toContain('Erste Stunde: Montag, 23. Nov., 07:00')
  expect(text).toContain('Paket: Gold, 3 Kurse')
})

test('names that people gave themselves are shown as they are, and never as part of the page', async () => {
  const { letter } = letters.find(({ file }) => file.endsWith('/application-declined.ts')) ?? letters[0]!
  const words = letter.compose(
    { reason: '<img src=x onerror=alert(1)> & "you"' },
    letterReader('<b>Noor', club),
  )
  const html = renderHtml(words, club)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;')
  expect(html).toContain('Hello &lt;b&gt;Noor')
})

test('a name that would be a link is not repeated, for whoever chose it need not be who reads it', () => {
  const greeted = (name: string) => letterReader(name, club).firstName
  for (const name of ['www.prize.example now', 'https://prize.example', 'call:1-800', 'me@prize.example', ''])
    expect(greeted(name)).toBe('there')
  expect(
    ['Noor Rahman', 'Dr. Lou', 'van der Berg', 'Dr. www.prize.example', 'J.-P.', 'O’Neil'].map(greeted),
  ).toEqual(['Noor', 'Dr. Lou', 'van der Berg', 'there', 'there', 'O’Neil'])
})

test.each(dateLanguages)('no sentence of a letter ends with two full stops, in %s', (language) => {
  setLocale({ ...defaultLocale, language })
  for (const { file, letter } of letters)
    for (const facts of variants(letter.example)) {
      const text = inLanguage(languageOf(language) ?? 'en', () =>
        renderText(letter.compose(facts, letterReader('Noor', club)), club),
      )
      expect(text, `${file}, ${language}`).not.toMatch(/\.\s?\.(?!\.)/)
    }
  setLocale(defaultLocale)
})

/** The facts, and the facts with each of their booleans the other way round. */
function variants(facts: unknown): unknown[] {
  if (typeof facts !== 'object' || facts === null) return [facts]
  const switches = Object.entries(facts).filter(([, value]) => typeof value === 'boolean')
  return [facts, ...switches.map(([name, value]) => ({ ...facts, [name]: value !== true }))]
}

test('a letter about a month names its last hour, not the day on which the month ends before that hour', () => {
  // Monday at noon: the hours of Monday at 18:00 are of the next month
  const month = { paidUntil: new Date('2026-12-21T12:00:00Z'), startHour: 18, weekdays: ['Monday', 'Friday'] }
  for (const { file, letter } of letters) {
    if (typeof letter.example !== 'object' || !Object.hasOwn(letter.example!, 'paidUntil')) continue
    const facts = { ...letter.example, ...month, days: [] }
    const text = renderText(letter.compose(facts, letterReader('Noor', club)), club).replaceAll('\n', ' ')
    // the moment itself is named with its time
    expect(text, file).not.toMatch(/21 Dec(?!( 2026)?, 12:00)/)
  }
})

test('a letter greets people as they prefer, unless that would be a link', () => {
  const greeted = (preferredName: string) => letterReader('Nguyễn Thu Hà', club, preferredName).firstName
  expect(['Hà', 'Mrs Nguyễn', '', 'www.prize.example'].map(greeted)).toEqual([
    'Hà',
    'Mrs Nguyễn',
    'Nguyễn',
    'there',
  ])
})

test('a letter that is only tried out ends nobody’s subscription, and one without facts shows no table of them', () => {
  const tried = weeklyLetter.compose({ ...weeklyLetter.example, key: null }, letterReader('Noor', club))
  expect(renderHtml(tried, club) + renderText(tried, club)).not.toMatch(/unsubscribe/i)
  expect(renderHtml(tried, club)).not.toMatch(/<table[^>]*><\/table>/)
})

test('on most evenings one is reminded of tomorrow', () => {
  const { subject, heading } = hoursAhead.compose(
    { ...hoursAhead.example, isWeek: false },
    letterReader('Noor', club),
  )
  expect([subject, heading]).toEqual(['Tomorrow: Monday 23 Nov, 07:00', 'Tomorrow at 07:00'])
})

test('a letter about many closed days names each of them once and none by half', () => {
  const hourOn = (day: number) => ({ day: `2026-12-${day}`, startHour: 7, trainerName: 'Mira Okafor' })
  const subjectFor = (days: number[]) =>
    daysClosed.compose({ ...daysClosed.example, hours: days.map(hourOn) }, letterReader('Noor', club)).subject
  expect(subjectFor([14, 14, 15])).toBe('Palestra is closed on Mon 14 Dec, Tue 15 Dec')
  expect(subjectFor(Array.from({ length: 21 }, (_, index) => index + 10))).toBe(
    'Palestra is closed on Thu 10 Dec, Fri 11 Dec, Sat 12 Dec, Sun 13 Dec, Mon 14 Dec and 16 more days',
  )
})

test('an account that goes today is not said to go tomorrow', () => {
  const { subject, heading } = accountDeletionReminder.compose(
    accountDeletionReminder.example,
    letterReader('Noor', club),
  )
  expect([subject, heading]).toEqual(Array(2).fill('Your account will be deleted on 21 Dec 2026'))
})
