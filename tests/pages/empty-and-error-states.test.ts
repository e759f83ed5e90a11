import './production-env.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { declineApplication } from '#domain/trainers/approval.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createSlot,
  createTrainerWithSlots,
} from '#tests/factories.ts'
import { siteOrigin, outcomeOf, useBuiltSite } from './built-site.ts'
import { createClubSettingsForm } from './club-settings-form.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { LOG_LEVEL: 'silent', RATE_LIMITS: 'on' })

test('a dashboard where nothing has happened yet says on each list what is missing', async () => {
  const said = async (person: Person, lists: Record<string, string>) => {
    const headers = { cookie: await cookieFor(person) }
    for (const [path, missing] of Object.entries(lists)) {
      const answer = await club.send(`/dashboard/${path}`, { headers })
      expect(outlineOf(await answer.text()).text, path).toContain(missing)
    }
  }
  await said(await createMember(), {
    '': 'You have no hour yet',
    week: 'No dates yet',
    activityLog: 'Nothing yet',
    recommendedClasses: 'No classes yet',
  })
  await said(await createAdmin(), {
    '': 'All done',
    allSubscribers: 'No subscribers yet',
    allTrainers: 'No trainers yet',
    appliedTrainers: 'No applications',
    balance: 'No money has moved yet',
    invoices: 'No payments',
    disputes: 'No disputes',
    cardPayouts: 'No card payouts yet',
    auditLog: 'Nothing yet',
    'members?search=nobody': 'No one found',
    formerMembers: 'No former members',
    slippingAway: 'Nobody is slipping away',
    arrivals: 'Nobody is expected now',
    house: 'No hours on this day.',
    closures: 'The club is open',
    covers: 'No hour needs cover',
    expiringMakeUps: 'No make-up expires',
    absences: 'No absences',
    gallery: 'No pictures yet',
    newsletter: 'No letters yet',
    undelivered: 'No undelivered emails',
    reports: 'No reported posts',
  })
})

test('a trainer without an hour today reads why, and when somebody comes next', async () => {
  const { person } = await createTrainerWithSlots(1)
  const { rows } = await sql<{ today: string; tomorrow: string }>`
    select club_today() as today, club_today() + 1 as tomorrow`.execute(db)
  const { today, tomorrow } = rows[0]!
  await closeDays(await createAdmin(), { fromDay: today, untilDay: tomorrow, reason: 'Repairs' })
  const answer = await club.send('/dashboard', { headers: { cookie: await cookieFor(person) } })
  expect(outlineOf(await answer.text()).text).toMatch(
    /You have no hours today\. .* The club is closed Reason: Repairs\. You have no hours in the next two weeks\. .* All my dates/,
  )
})

test('a method that an address does not answer is told which ones it does', async () => {
  const refused = async (method: string, path: string) => {
    const { status, headers } = await club.send(path, { method })
    return [status, headers.get('allow')]
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect(await refused(method, '/signIn')).toEqual([405, 'GET, HEAD, POST'])
  for (const path of [
    '/about',
    '/about.data',
    '/readyz',
    '/assets/none.js',
    '/calendar/none',
    '/no-such-page',
  ])
    for (const method of ['POST', 'PUT']) expect(await refused(method, path)).toEqual([405, 'GET, HEAD'])
  // the form of the home page posts to its index route
  for (const method of ['POST', 'PUT']) expect(await refused(method, '/')).toEqual([405, 'GET, HEAD'])
  expect(await refused('PUT', '/?index')).toEqual([405, 'GET, HEAD, POST'])
  for (const method of ['GET', 'PUT', 'OPTIONS'])
    expect(await refused(method, '/api/auth/sign-in/email')).toEqual([405, 'POST'])
  expect(await refused('PUT', '/api/auth/get-session')).toEqual([405, 'GET, POST'])
  expect(await refused('PUT', '/api/auth/delete-user')).toEqual([404, null])
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await refused(method, '/api/webhooks/stripe')).toEqual([405, 'POST, OPTIONS'])
})

test('an address without a page of its own says in a sentence why it refuses', async () => {
  const said = async (path: string, body?: URLSearchParams) => {
    const answer = await club.send(path, { method: 'POST', headers: { origin: siteOrigin }, body })
    return [answer.status, answer.headers.get('content-type'), await answer.text()]
  }
  const text = 'text/plain; charset=utf-8'
  for (const path of ['/sitemap.xml', '/robots.txt'])
    expect(await said(path)).toEqual([405, text, 'This address answers GET, HEAD.\n'])
  // HEAD is refused too, without a body
  for (const path of ['/mailbox/x', '/dashboard/newsletter/x/preview'])
    expect((await club.send(path, { method: 'HEAD' })).status, path).toBe((await club.send(path)).status)
  expect(await said('/theme', new URLSearchParams({ value: 'dark'.repeat(50_000) }))).toEqual([
    413,
    text,
    'This is too much: the club reads at most 128 kB here.\n',
  ])
})

test('an odd id in an address is nothing worse than odd', async () => {
  for (const id of ['%E2%98%83', '%0d%0aX:y', '..%2f..%2fx']) {
    const { status, headers } = await club.send(`/bookings/${id}/letGo`)
    expect([status, headers.get('location')]).toEqual([
      302,
      `/dashboard/payment/${encodeURIComponent(decodeURIComponent(id))}`,
    ])
  }
})

test('an address that nobody can read is lost as any other is, in either theme, and the log says nothing of it', async () => {
  const cookie = await cookieFor(await createMember())
  for (const path of ['/%', '/%E0%A4%A', '/dashboard/%', '/dashboard/lesson/%ff', '/cl%61sses/%'])
    for (const theme of ['dark', 'light']) {
      const headers = { cookie: `${cookie}; theme=${encodeURIComponent(btoa(`"${theme}"`))}` }
      const answer = await club.send(path, { headers })
      const page = await answer.text()
      expect([answer.status, outlineOf(page).headings], path).toEqual([404, ['You are off the court']])
      expect(page).toContain(`data-theme="${theme}"`)
      expect((await club.send(`${path}.data`, { headers })).status, path).toBe(404)
      expect((await club.send(path, { method: 'PUT', headers })).status, path).toBe(405)
    }
})

test('whoever has to sign in first comes back to an address that ends with a slash, too', async () => {
  const answer = await club.send('/dashboard/week/_.data')
  expect(outcomeOf(answer, await answer.text())).toBe('>/signIn?from=%2Fdashboard%2Fweek%2F')
})

test('a page of a limit says when to try again, where programs look', async () => {
  const post = () =>
    club.send('/signIn', {
      method: 'POST',
      headers: { origin: siteOrigin },
      body: new URLSearchParams({ email: 'nobody@club.example', password: 'Wrong-password1!' }),
    })
  const answers = [await post()]
  while (answers.length < 20 && answers.at(-1)?.status !== 429) answers.push(await post())
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('what breaks says so with a way on, in public and on the dashboard, by the id under which it is in the log', async () => {
  const cookie = await cookieFor(await createMember())
  await sql`alter table classes rename to classes_away`.execute(db)
  const asked = ['/classes', '/dashboard/recommendedClasses']
  const answers = await Promise.all(asked.map((path) => club.send(path, { headers: { cookie } })))
  await sql`alter table classes_away rename to classes`.execute(db)
  for (const [place, answer] of answers.entries()) {
    expect(answer.status).toBe(500)
    const { headings, text, links } = outlineOf(await answer.text())
    expect(headings).toEqual(['That one went out'])
    expect(text).toContain(`Reference: ${answer.headers.get('x-request-id')}`)
    expect(links).toEqual([`Try again ${asked[place]}`, 'Back to Home Page /'])
  }
})

test('a page that the database cannot answer in time says when to try again', async () => {
  const answer = await db.transaction().execute(async (trx) => {
    await sql`lock table classes in access exclusive mode`.execute(trx)
    return club.send('/classes')
  })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an applicant who was decided on meanwhile is told to be so', async () => {
  const applicant = await createMember({ name: 'Tove Sand' })
  const application = { name: 'Tove Sand', yearsOfExperience: 4, hoursADay: 1, weekdays: ['Tuesday'] }
  const { id } = await applyToBeTrainer(applicant, application)
  const admin = await createAdmin()
  await declineApplication(admin, id, { reason: 'Not now.' })
  for (const asked of ['applicant', 'decline'])
    expect(await read(admin, `/dashboard/appliedTrainers?${asked}=${id}`)).toContain(
      'Another admin has already decided on the application of Tove Sand.',
    )
})

test('nobody is told that an hour is free which somebody else has by now', async () => {
  const slotId = await createSlot()
  const { buyer, bookingId } = await createHold('gold', slotId)
  await releaseHold(buyer, bookingId)
  await createHold('gold', slotId)
  const page = await read(buyer, `/dashboard/payment/${bookingId}`)
  expect(page).toContain('The hour is open to book again: first come, first served.')
  expect(page).not.toContain('is free')
})

async function read(person: Person, path: string): Promise<string> {
  const answer = await club.send(path, { headers: { cookie: await cookieFor(person) } })
  return (await answer.text()).replaceAll('<!-- -->', '')
}

test('the weekly letter ends by a post of a mail program, wherever that runs, and not by whatever looks at the link', async () => {
  const keys = await db
    .insertInto('subscribers')
    .values(['ada', 'bo', 'cy'].map((name) => ({ name, email: `${name}@club.example` })))
    .returning('key')
    .execute()
  const left = async () =>
    (await db.selectFrom('subscribers').select('name').orderBy('name').execute()).length
  for (const { key } of keys) {
    const seen = await club.send(`/unsubscribe?key=${key}`)
    expect([seen.status, (await seen.text()).includes('No more letters?')]).toEqual([200, true])
    await club.send(`/unsubscribe?key=${key}`, { method: 'HEAD' })
  }
  const post = async (index: number, headers: Record<string, string>) => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const answer = await club.send(`/unsubscribe?key=${keys[index]?.key}`, { method: 'POST', headers, body })
    return [answer.status, await left()]
  }
  expect(await left()).toBe(3)
  expect(await post(0, {})).toEqual([200, 2])
  expect(await post(1, { origin: 'https://mail.example' })).toEqual([200, 1])
  expect(await post(2, { origin: 'https://mail.example', cookie: 'theme=dark' })).toEqual([403, 1])
})

test('the office sees who confirmed the weekly letter, and who did not yet', async () => {
  const [ines, jo] = ['ines@club.example', 'jo@club.example']
  await db
    .insertInto('subscribers')
    .values([
      { name: 'Ines', email: ines, confirmedAt: clubNow },
      { name: '', email: jo },
    ])
    .execute()
  const cookie = await cookieFor(await createAdmin())
  const page = await (await club.send('/dashboard/allSubscribers', { headers: { cookie } })).text()
  expect(page).toMatch(new RegExp(`>${ines}<br/><span class="note">confirmed<`))
  expect(page).toMatch(new RegExp(`>${jo}<br/><span class="note">not confirmed yet<`))
  expect(page).toContain('>No name<')
})

test('opening hours are marked where they are wrong, and nowhere else', async () => {
  const headers = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  const marked = async (opens: string, closes: string) => {
    const body = createClubSettingsForm({ name: 'Iron Works' }, () => '', { opens, closes })
    const answer = await club.send('/dashboard/club?tab=hours', { method: 'POST', headers, body })
    const { fields, text } = outlineOf(await answer.text())
    const wrong = fields.filter((field) => field.includes('aria-invalid'))
    return [/The closing time must be another|Enter both an opening/.exec(text)?.[0], wrong.length, wrong[0]]
  }
  expect(await marked('22:00', '22:00')).toEqual([
    'The closing time must be another',
    1,
    expect.stringContaining('Monday, closes'),
  ])
  expect(await marked('', '22:00')).toEqual([
    'Enter both an opening',
    1,
    expect.stringContaining('Monday, opens'),
  ])
})
