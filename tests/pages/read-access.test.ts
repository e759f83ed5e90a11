import './production-env.ts'
import { describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { countRoundTrips } from '#tests/count-round-trips.ts'
import { useDatabase } from '#tests/database.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { expectedOutcome, outcomeOf, useBuiltSite, requestVariants } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures, type PlaceholderValues } from './fixtures.ts'
import { privateDataHiddenFrom } from './private-data.ts'
import { readAccessMatrix } from './read-access-matrix.ts'
import { testUsers, usersOfRow } from './role-matrix.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

/** A layout without a loader, whose data cannot be requested alone. */
const frames = new Set(['pages/dashboard/layout/print-route.tsx'])

/** The most round trips to the database for a page, including the session's. */
const maxRoundTrips = 5
/** A file of many documents reads each of them. */
const roundTripsOf: Record<string, number> = {
  'pages/dashboard/money/archive.tsx': 6,
  'pages/dashboard/money/archive-file.ts': 20,
}

/** All requests for a page; in the short form they alternate by test user, so that each occurs. */
function requestVariantsOf(turn: number, route: string) {
  const all = Object.entries(requestVariants).filter(
    ([way]) => way !== 'data of this route alone' || !frames.has(route),
  )
  return isFullScale ? all : [all[turn % all.length]!]
}

/** Nearly all dates of this language end with a full stop, which no sentence on any page may have twice. */
async function createFixturesWithUkrainianDates(): Promise<Fixtures> {
  const fixtures = await createFixtures()
  await pool.query(`update club set language = 'uk', other_languages = '{de}'`)
  // the club is read again once a second
  await expect.poll(async () => (await club.send('/de/terms')).status).toBe(200)
  return fixtures
}

describe('read access by role', () => {
  let cast: Fixtures
  let names: PlaceholderValues

  for (const [place, row] of readAccessMatrix.entries())
    test(`${row.address} (${row.route})`, async () => {
      cast ??= await createFixturesWithUkrainianDates()
      names ??= new Map()
      const wrong: string[] = []
      const path = await fillPlaceholders(row.address, cast, 'visitor', names)
      for (const who of usersOfRow(row, place)) {
        const column = testUsers.indexOf(who)
        for (const [way, toAddress] of requestVariantsOf(place + column, row.route)) {
          // every other row in German
          const language = place % 2 === 0 ? 'de' : 'en'
          const prefix = language === 'de' ? '/de' : ''
          const headers: HeadersInit = { cookie: cast.cookies[who] }
          const ask = () =>
            countRoundTrips(async () => {
              const response = await club.send(prefix + toAddress(path, row.route), { headers })
              return { response, body: await response.text() }
            })
          const { response, body, roundTrips } = await ask()
          const key = `${who}, ${way}`
          const cell = await fillPlaceholders(row.expected[column] ?? '', cast, who, names)
          const [wanted, seen] = [
            expectedOutcome(cell, path),
            outcomeOf(response, body).replace(/^>\/de\/?/, '>/'),
          ]
          if (seen !== wanted) wrong.push(`${key}: ${seen} instead of ${wanted}`)
          const [, htmlLanguage = language] = /<html [^>]*\blang="(\w+)"/.exec(body) ?? []
          if (htmlLanguage !== language) wrong.push(`${key}: is in ${htmlLanguage}`)
          // club settings are read again once a second
          const mostRoundTrips = roundTripsOf[row.route] ?? maxRoundTrips
          if (seen === '200' && roundTrips > mostRoundTrips) {
            const fewest = Math.min((await ask()).roundTrips, (await ask()).roundTrips)
            if (fewest > mostRoundTrips) wrong.push(`${key}: waits for the database ${fewest} times`)
          }
          const twice = /[^<>"]*[^.]\.\.(?![./])/.exec(body.replaceAll('<!-- -->', ''))
          if (twice) wrong.push(`${key}: ends twice: ${twice[0]}`)
          const found = privateDataHiddenFrom(cast, who, path, names).filter((secret) =>
            body.includes(secret),
          )
          if (found.length > 0) wrong.push(`${key}: tells ${found.join(' ')}`)
          if (who !== 'visitor' && !row.route.startsWith('pages/seo/'))
            expect(response.headers.get('cache-control'), key).toBe('private, no-store')
        }
      }
      expect(wrong, wrong.join('\n')).toEqual([])
    })
})
