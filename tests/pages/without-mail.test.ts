import './production-env.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { readFlash } from '#app/frame/toast-cookie.server.ts'
import { db } from '#db/client.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { siteOrigin as origin, useBuiltSite } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures, type PlaceholderValues } from './fixtures.ts'
import { outlineOf } from './page-outline.ts'
import { readAccessMatrix } from './read-access-matrix.ts'
import { testUsers, usersOfRow, type TestUser } from './role-matrix.ts'
import { writeAccessMatrix } from './write-access-matrix.ts'

const database = useDatabase()
useAuth()
useTemporaryPictureStorage()
const club = useBuiltSite(database, { DEMO: 'off', CLUB_NAME: '' }, false)

/** Texts that may promise a letter. */
const ofLetters =
  /\bletters?\b|(?<![a-z]-)\bmail\b|\b(an|the|get|by) emails?\b(?! address)|\bemails\b|\bemail(ed)? (you|them|your)\b|\btold\b|\b(hears?|reminds?)\b|\bwe(’ll)? (send|sent|write)\b|\b(test|it|email) is on its way\b/i

/** Texts that are true without mail. A new sentence about letters must be hidden there, or added to this list. */
const known = [
  // about missing mail
  /[Tt]his club sends no mail/g,
  'no one gets a letter',
  'no emails go out',
  'Emails don’t go out yet',
  'connect a mail server',
  'no emails are sent',
  /(Time zone|See how :|First page) Mail/g,
  /No mail server|Mail server(?= Undelivered emails)/g,
  'They stay in DATA_DIR/mail',
  /See how emails go out|\d+ emails? (is|are) waiting for the next try/g,
  // headings, labels, and letters that are written and read on the site
  /\b(Letters?|Emails)\b(?= [A-Z\d…])/g,
  /No (letters|emails) yet|No undelivered emails|Email them|Undelivered emails|\b\d+ (letter|email)s? (?=[A-Z])/g,
  /Write a letter|Send the letter\?|Preview of the letter|Many email apps/g,
  /\bAn email that can’t be delivered|clicks(,| and) (emails as JSON|emails and log are deleted)/g,
  // the newsletter, which people can sign up for before the club sends mail
  /One letter a week|Want to hear from us\? Sign up for the letter|(ask|sign up) for the letter again|signed up for the weekly letter/g,
  // a rule of passwords
  /capital letter,? small letter/g,
  'A new address is confirmed by email',
  // how long data stays
  /Emails( of the club)?: recipient and subject|Newsletters too|until it is handed over|can see what was sent|at night, \d+ days after an email/g,
  // people to be called
  /[Nn]ot told|(was|were)n’t told|I told them|Noted: you told/g,
]

function promisesIn(text: string): string[] {
  const rest = known.reduce<string>((left, each) => left.replaceAll(each, '…'), text)
  return rest.split(/(?<=[.!?]) /).filter((said) => ofLetters.test(said))
}

/** Texts that only the demo club may show. */
const ofDemo =
  /since 2005|open since|foundingDate|openingHours|05:45 to 22:00|"05:45|Saturday we hit|until Christmas|quietest class|to get through a wedding|ever shouted at me|ancient town|at the desk whenever|Court Street|555-0142|palestra\.example|[Dd]emo club/

/** Trainer B and member B see what A sees; in the short form the others each have a reader who sees more. */
const readers = isFullScale
  ? testUsers.filter((who) => !who.endsWith('B'))
  : (['visitor', 'memberA', 'trainerA', 'admin'] as const)

type PageText = { who: TestUser; address: string; html: string }

async function readPage(address: string, cast: Fixtures, who: TestUser, names: PlaceholderValues) {
  const path = await fillPlaceholders(address, cast, who, names)
  const response = await club.send(path, { headers: { cookie: cast.cookies[who] } })
  return { who, address, html: await response.text() }
}

const promisesOn = ({ who, address, html }: PageText): string[] =>
  promisesIn(outlineOf(html).text).map((said) => `${who}, ${address}: ${said}`)

describe('every page of a club that sends no mail and has entered nothing', () => {
  const pages: PageText[] = []
  beforeAll(async () => {
    const cast = await createFixtures()
    const names: PlaceholderValues = new Map()
    // all content is there before the first page is read
    for (const { address } of readAccessMatrix) await fillPlaceholders(address, cast, 'visitor', names)
    for (const { address, expected } of readAccessMatrix)
      for (const who of readers)
        if (expected[testUsers.indexOf(who)] === '200') pages.push(await readPage(address, cast, who, names))
  })

  test('a real club claims nothing on any page that nobody has entered', () => {
    const told = pages.flatMap(({ who, address, html }) =>
      (ofDemo.exec(html) ?? []).map((found) => `${who}, ${address}: ${found}`),
    )
    expect(told).toEqual([])
  })

  test('no page of a club that sends no mail promises a letter', () => {
    const promises = pages.flatMap(promisesOn)
    expect(promises, promises.join('\n')).toEqual([])
  })
})

test('no question of a form of a club that sends no mail promises a letter', async () => {
  const cast = await createFixtures()
  const names: PlaceholderValues = new Map()
  const id = await fillPlaceholders('{lesson}', cast, 'admin', names)
  const lesson = db.selectFrom('lessons').select('onDate').where('id', '=', id)
  const { onDate } = await lesson.executeTakeFirstOrThrow()
  const promises: string[] = []
  for (const address of [
    `/dashboard/closures?fromDay=${onDate}&reason=Snow`,
    `/dashboard/absences?fromDay=${onDate}&trainerId={trainer}`,
    '/dashboard/members/{personA}?ask=close',
  ])
    promises.push(...promisesOn(await readPage(address, cast, 'admin', new Map())))
  expect(promises, promises.join('\n')).toEqual([])
})

test('nothing that is said once a form of a club that sends no mail was sent promises a letter', async () => {
  const said: string[] = []
  for (const [place, row] of writeAccessMatrix.entries()) {
    const { address, body, expected } = row
    const isDone = (who: TestUser) => /^>(?!\/signIn)/.test(expected[testUsers.indexOf(who)] ?? '')
    const users = body.startsWith('multipart:') ? [] : usersOfRow(row, place).filter(isDone)
    if (users.length === 0) continue
    const cast = await createFixtures()
    for (const who of users) {
      const names: PlaceholderValues = new Map()
      const path = await fillPlaceholders(address, cast, who, names)
      const response = await club.send(path, {
        method: 'POST',
        headers: { origin, cookie: cast.cookies[who] },
        body: new URLSearchParams(await fillPlaceholders(body, cast, who, names)),
      })
      const cookie = response.headers.getSetCookie().join('; ')
      const { flashes } = await readFlash(new Request(origin, { headers: { cookie } }))
      said.push(...flashes.map(({ text }) => `${address} ${body}: ${text}`))
    }
  }
  const promises = said.filter((text) => promisesIn(text.split(': ').slice(1).join(': ')).length > 0)
  expect(promises, promises.join('\n')).toEqual([])
  // a check that toasts were read at all
  expect(said.filter((text) => text.includes('This club sends no mail: ')).length).toBeGreaterThan(10)
})
