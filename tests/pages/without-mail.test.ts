import './production-env.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { readFlash } from '#app/frame/toast-cookie.server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createFixtures, fillPlaceholders, type Fixtures, type PlaceholderValues } from './fixtures.ts'
import { siteOrigin as origin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'
import { readAccessMatrix } from './read-access-matrix.ts'
import { testUsers, type TestUser } from './role-matrix.ts'
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
  /(Time zone|Set up :) Mail/g,
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
  'a capital letter, a small letter',
  'A new address is confirmed by email',
  // how long data stays
  /Emails( of the club)?: recipient and subject|Newsletters too|until it is handed over|can see what was sent/g,
  // people to be called
  /[Nn]ot told|(was|were)n’t told|I told them|Noted: you told/g,
]

function promisesIn(text: string): string[] {
  const rest = known.reduce<string>((left, each) => left.replaceAll(each, '…'), text)
  return rest.split(/(?<=[.!?]) /).filter((said) => ofLetters.test(said))
}

async function promisesOn(address: string, cast: Fixtures, who: TestUser): Promise<string[]> {
  const path = await fillPlaceholders(address, cast, who, new Map())
  const response = await club.send(path, { headers: { cookie: cast.cookies[who] } })
  return promisesIn(outlineOf(await response.text()).text).map((said) => `${who}, ${address}: ${said}`)
}

test('no page of a club that sends no mail promises a letter', async () => {
  const promises: string[] = []
  let cast = await createFixtures()
  for (const { address, expected } of readAccessMatrix) {
    // placeholders are created for each reader, and a trainer has a limited number of slots
    if (cast.nextHour > 16) cast = await createFixtures()
    for (const [column, who] of testUsers.entries())
      if (expected[column] === '200' && !who.endsWith('B'))
        promises.push(...(await promisesOn(address, cast, who)))
  }
  cast = await createFixtures()
  const names: PlaceholderValues = new Map()
  const id = await fillPlaceholders('{lesson}', cast, 'admin', names)
  const lesson = db.selectFrom('lessons').select('onDate').where('id', '=', id)
  const { onDate } = await lesson.executeTakeFirstOrThrow()
  for (const address of [
    `/dashboard/closures?fromDay=${onDate}&reason=Snow`,
    `/dashboard/absences?fromDay=${onDate}&trainerId={trainer}`,
    '/dashboard/members/{personA}?ask=close',
  ])
    promises.push(...(await promisesOn(address, cast, 'admin')))
  expect(promises, promises.join('\n')).toEqual([])
})

test('nothing that is said once a form of a club that sends no mail was sent promises a letter', async () => {
  const said: string[] = []
  for (const { address, body, expected } of writeAccessMatrix) {
    const cast = await createFixtures()
    for (const [column, who] of testUsers.entries()) {
      if (!/^>(?!\/signIn)/.test(expected[column] ?? '') || body.startsWith('multipart:')) continue
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
