import './production.ts'
import { expect, test } from 'vitest'
import { useAuth } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { createCast, fillIn } from './cast.ts'
import { useClubPages } from './club-pages.ts'
import { reading } from './reading-table.ts'

const database = useDatabase()
useAuth()
const club = useClubPages(database, { DEMO: 'off', CLUB_NAME: '' }, false)

/** What only the demo club may say of itself. */
const ofDemo =
  /since 2005|open since|foundingDate|openingHours|05:45|Saturday we hit|until Christmas|quietest class|to get through a wedding|ever shouted at me|ancient town|at the desk whenever|Court Street|555-0142|palestra\.example|[Dd]emo club/

test('a real club claims nothing on any page that nobody has entered', async () => {
  const cast = await createCast()
  const told: string[] = []
  for (const { address, expected } of reading)
    for (const who of ['visitor', 'admin'] as const) {
      if (expected[who === 'admin' ? 6 : 0] !== '200') continue
      const path = await fillIn(address, cast, who, new Map())
      const response = await club.send(path, { headers: { cookie: cast.cookies[who] } })
      const found = ofDemo.exec(await response.text())
      if (found) told.push(`${who}, ${path}: ${found[0]}`)
    }
  expect(told).toEqual([])
})

test('what its admin enters stands on the first page, in the foot of others and for search engines', async () => {
  const cast = await createCast()
  const lists = { headlines: 3, taglines: 3, points: 3, serviceNames: 10, serviceLines: 10 }
  const body = new URLSearchParams({
    name: 'Iron Works',
    timeZone: 'UTC',
    openSince: '2019',
    address: '1 Mill Lane',
  })
  for (const [name, many] of Object.entries(lists))
    for (let index = 0; index < many; index += 1) body.append(name, index === 0 ? `The first of ${name}` : '')
  for (const time of ['06:00', '', '', '', '', '', '']) body.append('opens', time)
  for (const time of ['22:00', '', '', '', '', '', '']) body.append('closes', time)
  const headers = { cookie: cast.cookies.admin, origin: 'http://localhost:3000' }
  expect((await club.send('/dashboard/club', { method: 'POST', headers, body })).status).toBe(302)

  const home = await (await club.send('/')).text()
  for (const words of [
    'Iron Works, a fitness hub since 2019',
    '"foundingDate":"2019","openingHours":["Mo 06:00-22:00"]',
    '"address":"1 Mill Lane"',
    'The first of serviceNames',
    'The first of points',
    'Open Monday, 06:00 to 22:00',
  ])
    expect(home.includes(words), words).toBe(true)
  expect(home.includes('Community connection')).toBe(false)
  expect(await (await club.send('/contact')).text()).toContain('1 Mill Lane')
})

test('a notice of a card processor that the club does not have has no address, whoever sends it', async () => {
  const post = async (headers: Record<string, string>) =>
    (await club.send('/api/webhooks/stripe', { method: 'POST', headers, body: '{}' })).status
  expect(await post({})).toBe(404)
  expect(await post({ origin: 'https://cards.example', cookie: 'theme=dark' })).toBe(404)
})
