import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { browserArguments, installedBrowser } from '#scripts/find-browser.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from '#tests/pages/fixtures.ts'
import { readAccessMatrix } from '#tests/pages/read-access-matrix.ts'
import { startAttackedClub, type AttackedClub } from './attacked-club.ts'
import { reportMeasurement } from './test-scale.ts'

// Markup in every text of the database that takes it, on every page, in a browser that would run it.

// a guard against hanging
vi.setConfig({ testTimeout: 480_000 })

const database = useDatabase()
let club: AttackedClub
let cast: Fixtures
let browser: Browser
let addresses: Map<string, string>
const people = ['visitor', 'memberA', 'trainerA', 'admin'] as const

/** From the longest to the shortest, for columns with a bound. */
const markup = [
  `"><img src=x onerror=hit()><script>hit()</script><svg onload=hit()>'><a href="javascript:hit()">x</a>`,
  `"><img src=x onerror=hit()>'</script><svg onload=hit()>`,
  `"><svg onload=hit()>`,
]

beforeAll(async () => {
  await ensureBuildOnce()
  club = await startAttackedClub(database.url, { limits: false, workers: false })
  startAuth({ ...testAuth, publicUrl: club.address })
  cast = await createFixtures()
  const names = new Map()
  addresses = new Map()
  // a browser shows XML in a page of its own
  for (const { address } of readAccessMatrix.filter((each) => !each.address.endsWith('.xml')))
    addresses.set(address, await fillPlaceholders(address, cast, 'visitor', names))
  browser = await chromium.launch({ executablePath: installedBrowser() ?? undefined, args: browserArguments })
})
afterAll(async () => {
  await browser?.close()
  await club?.stop()
})

/** Texts that programs read: the page of a forged one is another test's. */
const readByPrograms =
  /^(sessions|accounts|verifications|rate_limits|two_factors|kysely_\w+|stored_cards)\.|\.(kind|state|currency|time_zone|language|email|letter|action|subject_kind|weekdays?|type)$/

/** Writes markup into each column of text that takes it. Returns the columns. */
async function injectMarkup(): Promise<string[]> {
  const { rows: columns } = await pool.query<{ of: string; name: string }>(`
    select table_name as of, column_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and data_type = 'text' and table_type = 'BASE TABLE' and is_generated = 'NEVER'`)
  const injected: string[] = []
  for (const { of, name } of columns.filter((each) => !readByPrograms.test(`${each.of}.${each.name}`))) {
    await pool.query(`alter table "${of}" disable trigger user`)
    for (const text of markup) {
      const written = await pool
        .query(`update "${of}" set "${name}" = $1 where "${name}" is not null`, [text])
        .catch(() => null)
      if (!written?.rowCount) continue
      injected.push(`${of}.${name}`)
      break
    }
    await pool.query(`alter table "${of}" enable trigger user`)
  }
  return injected
}

test('markup in every text runs nowhere, and loads nothing from elsewhere', async (context) => {
  const injected = await injectMarkup()
  const hits: string[] = []
  let shown = 0
  let withMarkup = 0
  for (const who of people) {
    const window = await browser.newContext({ ignoreHTTPSErrors: true })
    const pairs = cast.cookies[who].split('; ').filter(Boolean)
    await window.addCookies(
      pairs.map((pair) => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        url: club.address,
        secure: true,
      })),
    )
    const page = await window.newPage()
    let path = ''
    await page.exposeFunction('hit', () => void hits.push(`ran: ${who} ${path}`))
    page.on('dialog', (dialog) => (hits.push(`dialog: ${who} ${path}`), dialog.dismiss()))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== club.address) hits.push(`left: ${who} ${path} ${origin}`)
    })
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text()))
        hits.push(`blocked: ${who} ${path} ${message.text()}`)
    })
    for (path of addresses.values()) {
      const response = await page.goto(club.address + path, { waitUntil: 'load' }).catch(() => null)
      if (response?.status() !== 200) continue
      shown += 1
      if ((await page.content()).includes('onload=hit()')) withMarkup += 1
    }
    await window.close()
  }
  reportMeasurement(context, 'Markup in every text', {
    columns: injected.length,
    pages: shown,
    'with markup as text': withMarkup,
    hits: hits.length,
  })
  expect([...new Set(hits)]).toEqual([])
  expect(injected.length).toBeGreaterThan(40)
  expect(withMarkup).toBeGreaterThan(50)
})
