import { signInAsNewAdmin, signInOnPage } from './dashboard-helpers.ts'
import { query } from './database.ts'
import {
  createAccount,
  createTrainerAccount,
  expect,
  newAccount,
  test,
  waitForHydration,
} from './fixtures.ts'

/** Adds a class that begins now, with one guest of its trainer. Returns its id. */
async function addClassOfNow(trainerId: string, guestEmail: string): Promise<string> {
  await query(
    `insert into members (user_id, role) select id, 'member' from users where email = $1 on conflict do nothing`,
    [guestEmail],
  )
  const [added] = await query<{ id: string }>(
    `with clock as (select club_today() as day,
        least(date_bin('5 minutes', club_now() at time zone club_zone(), '2000-01-01')::time, '23:45') as start),
      room as (insert into rooms (name, capacity) select 'Annex ' || gen_random_uuid(), 10 returning id),
      class as (select id from classes where removed_at is null order by id limit 1),
      class_time as (insert into class_times (class_id, trainer_id, room_id, weekday, start_hour, start_minute, minutes, capacity, valid)
        select class.id, $1, room.id, extract(isodow from day), extract(hour from start), extract(minute from start), 15, 10,
          daterange(day, day + 1) from clock, room, class
        returning id, class_id, room_id, start_hour, start_minute),
      lesson as (insert into lessons (kind, class_id, class_time_id, room_id, trainer_id, on_date, start_hour, start_minute, minutes, capacity)
        select 'class', class_id, class_time.id, room_id, $1, day, start_hour, start_minute, 15, 10 from class_time, clock
        returning id)
      insert into participants (lesson_id, member_id, invited_by, policy_version, free_until)
        select lesson.id, guest.id, trainers.user_id, (select max(version) from policies), club_now()
        from lesson, users guest, trainers where guest.email = $2 and trainers.id = $1
        returning lesson_id as id`,
    [trainerId, guestEmail],
  )
  return added!.id
}

const visitsOf = (email: string) =>
  query('select visits.id from visits join users on users.id = member_id where email = $1', [email])

test('a device of the club opens the desk without a connection, until it is revoked or its user signs out', async ({
  browser,
  another,
}) => {
  const guest = await createAccount(await another(), newAccount('Gwen'))
  await addClassOfNow((await createTrainerAccount(1)).id, guest.email)
  // a browser of its own: without a connection its console is not empty
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInAsNewAdmin(page)
  const device = `Desk of ${guest.name}`
  const face = page.getByRole('button', { name: guest.name })
  const opensOffline = async () => {
    await context.setOffline(true)
    const isOpen = await page.goto('/dashboard/arrivals').then(
      () => true,
      () => false,
    )
    await context.setOffline(false)
    return isOpen
  }
  const register = async () => {
    await page.goto('/dashboard/devices')
    await waitForHydration(page)
    await page.getByLabel('Name').fill(device)
    await page.getByRole('button', { name: 'Register this browser' }).click()
    await expect(page.getByText('This browser.')).toBeVisible()
    await page.goto('/dashboard/arrivals')
    await expect
      .poll(() => page.evaluate(() => caches.match('/dashboard/arrivals').then((kept) => kept !== undefined)))
      .toBe(true)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
  }

  await page.goto('/dashboard/arrivals')
  await waitForHydration(page)
  expect(await opensOffline(), 'an ordinary browser').toBe(false)

  await register()
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name.endsWith('club-device'))).toMatchObject({ httpOnly: true })
  await context.setOffline(true)
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText('No connection since')).toBeVisible()
  await face.click()
  await expect(face).toHaveText(/In, not sent yet/)
  await page.reload()
  await waitForHydration(page)
  await expect(face).toHaveText(/In, not sent yet/)
  expect(await visitsOf(guest.email)).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => visitsOf(guest.email)).toHaveLength(1)
  await expect(page.getByText('No connection since')).toBeHidden()
  await expect(face).toHaveText(/In, \d/)

  // away from the desk, which keeps itself again
  await page.goto('/dashboard/devices')
  await page.evaluate(async () => {
    const cache = await caches.open('desk')
    const kept = (await cache.match('/dashboard/arrivals'))!
    const headers = new Headers(kept.headers)
    headers.set('Kept-At', String(Date.now() - 25 * 60 * 60 * 1000))
    await cache.put('/dashboard/arrivals', new Response(await kept.text(), { headers }))
  })
  expect(await opensOffline(), 'kept for more than a day').toBe(false)

  await page.goto('/dashboard/arrivals')
  await waitForHydration(page)
  // the desk is just being cached
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  expect(await opensOffline(), 'signed out').toBe(false)

  await signInAsNewAdmin(page)
  await page.goto('/dashboard/arrivals')
  await waitForHydration(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['desk'])
  // from another browser: this one learns of it at its next contact
  await query(`delete from club_devices where name = $1`, [device])
  await page.goto('/dashboard/arrivals')
  await expect
    .poll(() =>
      page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()),
      ]),
    )
    .toEqual([])
  expect(await opensOffline(), 'revoked').toBe(false)
  await context.close()
})

test('the taps of a trainer without a connection stay on the phone, and are sent when it is back', async ({
  browser,
  another,
}) => {
  const guest = await createAccount(await another(), newAccount('Gwen'))
  const trainer = await createTrainerAccount(1)
  const lessonId = await addClassOfNow(trainer.id, guest.email)
  // a browser of its own: without a connection its console is not empty
  const context = await browser.newContext()
  const page = await context.newPage()
  const button = (mark: string) =>
    page.getByRole('button', { name: new RegExp(`^${mark}\\s*: ${guest.name}$`) })
  await signInOnPage(page, trainer)
  await page.goto(`/dashboard/participants/${lessonId}`)
  await waitForHydration(page)
  // React Router asks once for the routes that the page leads to, its own among them, before it submits to one
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button('Missed').click()
  await expect(page.getByText('1 tap is not sent yet')).toBeVisible()
  await button('Came').click()
  await expect(page.getByText('Not sent yet. Came')).toBeVisible()
  // the last word about a person is the one that is sent
  await expect(page.getByText('1 tap is not sent yet')).toBeVisible()
  expect(await visitsOf(guest.email)).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => visitsOf(guest.email)).toHaveLength(1)
  await expect(page.getByText('not sent yet')).toHaveCount(0)
  await expect(button('Came')).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})
