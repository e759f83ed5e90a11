import './production.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { readFlash } from '#app/frame/flash.server.ts'
import { useAuth } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { usePictureFolder } from '#tests/pictures.ts'
import { createCast, fillIn, type Cast, type Names } from './cast.ts'
import { address as origin, useClubPages } from './club-pages.ts'
import { outlineOf } from './outline.ts'
import { reading } from './reading-table.ts'
import { people, type Who } from './table.ts'
import { writing } from './writing-table.ts'

const database = useDatabase()
useAuth()
usePictureFolder()
const club = useClubPages(database, { DEMO: 'off', CLUB_NAME: '' }, false)

/** Whatever may promise that the club writes to somebody. */
const ofLetters =
  /\bletters?\b|(?<![a-z]-)\bmail\b|\btold\b|\b(hears?|reminds?)\b|\bwe (send|sent|write)\b|\b(test|it) is on its way\b/i

/** What is true where no letter goes out; a new sentence of letters is kept out, or is true and stands here. */
const known = [
  // that none does
  /[Tt]his club sends no mail/g,
  /[Nn]obody gets a letter/g,
  'none goes out',
  'no letter leaves',
  'Time zone Mail',
  'No mail server',
  'they lie in DATA_DIR/mail',
  /at how letters leave|\d+ letters? waits? for the next try/g,
  // headings, labels, and what is written and read on the site itself
  /\bLetters?\b(?= [A-Z\d…])/g,
  /No letter (yet|was given up)|Undelivered letters|Letters to many|\b\d+ letters? (?=[A-Z])/g,
  /Write a letter|Send the letter\?|Preview of the letter|Many mail programs/g,
  /\bA letter that nobody takes|clicks(,| and) letters (as JSON|and log go)/g,
  // what anybody can be written down for, until the club sends mail
  /One letter a week|Want to hear from us\? The letter is at|ask for the letter again|asked for the weekly letter/g,
  // what is read on the site: the activity log, the author's page, the policy
  /told (when it is gone, and its author why|by the process that answered you|in the privacy policy)/g,
  'is told why',
  'a small letter, a number',
  'A letter proves a new address',
]

function promisesIn(text: string): string[] {
  const rest = known.reduce<string>((left, each) => left.replaceAll(each, '…'), text)
  return rest.split(/(?<=[.!?]) /).filter((said) => ofLetters.test(said))
}

async function promisesOn(address: string, cast: Cast, who: Who): Promise<string[]> {
  const path = await fillIn(address, cast, who, new Map())
  const response = await club.send(path, { headers: { cookie: cast.cookies[who] } })
  return promisesIn(outlineOf(await response.text()).text).map((said) => `${who}, ${address}: ${said}`)
}

test('no page of a club that sends no mail promises a letter', async () => {
  const promises: string[] = []
  let cast = await createCast()
  for (const { address, expected } of reading) {
    // what stands for a name in braces is made for each who reads, and a trainer has only so many hours
    if (cast.nextHour > 16) cast = await createCast()
    for (const [column, who] of people.entries())
      if (expected[column] === '200' && !who.endsWith('B'))
        promises.push(...(await promisesOn(address, cast, who)))
  }
  cast = await createCast()
  const names: Names = new Map()
  const id = await fillIn('{lesson}', cast, 'admin', names)
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
  for (const { address, body, expected } of writing) {
    const cast = await createCast()
    for (const [column, who] of people.entries()) {
      if (!/^>(?!\/signIn)/.test(expected[column] ?? '') || body.startsWith('multipart:')) continue
      const names: Names = new Map()
      const path = await fillIn(address, cast, who, names)
      const response = await club.send(path, {
        method: 'POST',
        headers: { origin, cookie: cast.cookies[who] },
        body: new URLSearchParams(await fillIn(body, cast, who, names)),
      })
      const cookie = response.headers.getSetCookie().join('; ')
      const { flashes } = await readFlash(new Request(origin, { headers: { cookie } }))
      said.push(...flashes.map(({ text }) => `${address} ${body}: ${text}`))
    }
  }
  const promises = said.filter((text) => promisesIn(text.split(': ').slice(1).join(': ')).length > 0)
  expect(promises, promises.join('\n')).toEqual([])
  // and they were read
  expect(said.filter((text) => text.includes('This club sends no mail: ')).length).toBeGreaterThan(10)
})
