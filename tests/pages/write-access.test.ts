import './production-env.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { noisyPicture } from '#tests/picture-fixtures.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import {
  siteOrigin as origin,
  expectedOutcome,
  outcomeOf,
  useBuiltSite,
  requestVariants,
} from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures, type PlaceholderValues } from './fixtures.ts'
import { privateDataHiddenFrom } from './private-data.ts'
import { testUsers, usersOfRow, type AccessRow, type TestUser } from './role-matrix.ts'
import { rowChangeCount, installRowChangeCounter } from './row-change-counter.ts'
import { writeAccessMatrix } from './write-access-matrix.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)
beforeAll(installRowChangeCounter)

/** Replaces new ids by a star, where the matrix has one. */
const comparable = (outcome: string, expected: string) =>
  expected.endsWith('*') ? outcome.replace(/[0-9a-f-]{36}$/, '*') : outcome

/** Both encodings of a form; in the short form they alternate by row. */
const submissionVariants = (place: number) =>
  isFullScale ? (['document', 'data'] as const) : ([place % 2 === 0 ? 'document' : 'data'] as const)

/** Both languages; in the short form they alternate by two rows, so that each has both encodings. */
const languagesOf = (place: number) =>
  isFullScale ? (['en', 'de'] as const) : ([place % 4 < 2 ? 'en' : 'de'] as const)

async function offerGerman(): Promise<void> {
  const { rowCount } = await pool.query(
    `update club set other_languages = '{de}' where other_languages <> '{de}'`,
  )
  // the club is read again once a second
  if (rowCount) await expect.poll(async () => (await club.send('/de/terms')).status).toBe(200)
}

/** Whether every role is refused the form of this row. */
const isRefusedToAll = ({ expected }: AccessRow) => expected.every((cell) => /^(in$|[45]\d\d$)/.test(cell))

describe('write access by role', () => {
  let cast: Fixtures | null = null

  for (const [place, row] of writeAccessMatrix.entries())
    test(`${row.address} ${row.body} (${row.route})`, async () => {
      await offerGerman()
      const wrong: string[] = []
      for (const language of languagesOf(place))
        for (const way of submissionVariants(place)) {
          // a trainer has a limited number of slots
          if (cast && cast.nextHour > 16) cast = null
          cast ??= await createFixtures()
          for (const who of usersOfRow(row, place))
            wrong.push(
              ...(await submitForm(
                row,
                { way, language, cast, who },
                row.expected[testUsers.indexOf(who)] ?? '',
              )),
            )
          await expectRolesKept(row, cast)
          if (!isRefusedToAll(row)) cast = null
        }
      expect(wrong, wrong.join('\n')).toEqual([])
    })
})

type Submission = { way: 'document' | 'data'; language: 'en' | 'de'; cast: Fixtures; who: TestUser }

/** Sends a form. Returns the differences from its row. */
async function submitForm(
  row: AccessRow,
  { way, language, cast, who }: Submission,
  cell: string,
): Promise<string[]> {
  const names: PlaceholderValues = new Map()
  const path = await fillPlaceholders(row.address, cast, who, names)
  const body = await formOf(await fillPlaceholders(row.body, cast, who, names))
  const [asData = cell, asDocument = asData] = (await fillPlaceholders(cell, cast, who, names)).split('|')
  const wanted = expectedOutcome(way === 'data' ? asData : asDocument, path)
  const before = await rowChangeCount()
  const prefix = language === 'de' ? '/de' : ''
  const response = await post(prefix + requestVariants[way](path), cast.cookies[who], body)
  const text = await response.text()
  const done = comparable(outcomeOf(response, text).replace(/^>\/de\/?/, '>/'), wanted)
  const [, htmlLanguage = language] = /<html [^>]*\blang="(\w+)"/.exec(text) ?? []
  const told = privateDataHiddenFrom(cast, who, path, names).filter((secret) => text.includes(secret))
  const isRefused = /^[45]|^>\/signIn\?/.test(done)
  const isChanged = (await rowChangeCount()) !== before
  return [
    ...(done === wanted ? [] : [`${who}, ${way}: ${done} instead of ${wanted}`]),
    ...(told.length === 0 || row.body.includes('{emailA}')
      ? []
      : [`${who}, ${way}: tells ${told.join(' ')}`]),
    ...(htmlLanguage === language ? [] : [`${who}, ${way}: is in ${htmlLanguage}`]),
    ...(isRefused && isChanged ? [`${who}, ${way}: is refused but changes something`] : []),
  ]
}

/** Only an application and its decision change another person's role. */
async function expectRolesKept(row: AccessRow, { persons }: Fixtures): Promise<void> {
  if (/become-trainer|applied-trainers/.test(row.route)) return
  for (const { id, role } of Object.values(persons)) {
    const member = db.selectFrom('members').select('role').where('userId', '=', id)
    expect(await member.executeTakeFirst()).toEqual({ role })
  }
}

async function post(path: string, cookie: string, body: FormData | URLSearchParams, from = origin) {
  const headers: Record<string, string> = { origin: from, host: new URL(origin).host, cookie }
  if (cookie === '') delete headers.cookie
  return club.send(path, { method: 'POST', headers, body })
}

async function formOf(sent: string): Promise<FormData | URLSearchParams> {
  if (!sent.startsWith('multipart:')) return new URLSearchParams(sent)
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(sent.slice('multipart:'.length))) {
    if (value !== '@') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(await noisyPicture().png().toBuffer())]), 'photo.png')
  }
  return form
}

test('no form acts for somebody whose browser another site made send it', async () => {
  const cast = await createFixtures()
  const done: Record<string, string> = {}
  const before = await rowChangeCount()
  const addresses = new Map(writeAccessMatrix.map((row) => [row.route, row]))
  for (const [place, row] of [...addresses.values()].entries())
    for (const who of isFullScale ? testUsers : [testUsers[place % testUsers.length]!])
      for (const way of submissionVariants(place)) {
        const names: PlaceholderValues = new Map([['trainer', cast.trainerA.trainerId]])
        const path = await fillPlaceholders(row.address.replace('{held}', '{none}'), cast, who, names)
        const cookie = cast.cookies[who] || 'palestra_theme=dark'
        const body = new URLSearchParams({ intent: 'remove', value: 'dark' })
        const { status } = await post(requestVariants[way](path), cookie, body, 'https://evil.example')
        if (status !== 403) done[`${who} ${path}`] = String(status)
      }
  expect(done).toEqual({})
  expect(await rowChangeCount()).toBe(before)
})
