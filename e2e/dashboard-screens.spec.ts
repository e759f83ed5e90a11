import { dashboardPages } from '#app/pages/dashboard/pages.ts'
import type { Role } from '#app/frame/viewer.ts'
import { expect, expectAccessible, expectGoodScreen, hydrated, isFull, join, test, walkIn } from './club.ts'
import { query } from './database.ts'

/** The pages of a role; those of one thing are looked at where it is made, or below. */
const pagesOf = (role: Role) =>
  dashboardPages
    .filter(({ path, roles }) => roles.includes(role) && !path.includes(':'))
    .map(({ path }) => path)

// whoever has most to show of a page that several have comes last
const own = {
  applied: pagesOf('applied'),
  admin: pagesOf('admin'),
  trainer: [...pagesOf('trainer'), 'manageSlots?slot=new'],
  member: pagesOf('member'),
}

/** Whether somebody after them in `own` has the same page: its head differs by role, and little else of the others. */
const isSeenLater = (role: string, name: string) =>
  name !== '' &&
  Object.values(own).findLastIndex((pages) => pages.includes(name)) > Object.keys(own).indexOf(role)

for (const [role, pages] of Object.entries(own))
  for (const name of pages.filter((each) => isFull || !isSeenLater(role, each)))
    test(`the page '${name}' of ${role} is a good screen`, async ({ page }) => {
      await walkIn(page, role)
      const answer = await page.goto(`/dashboard/${name}`)
      expect(answer?.status(), name).toBe(200)
      await expectGoodScreen(page)
    })

test('what the office does to one month and one post, and what a trainer reads of themselves, is accessible', async ({
  page,
}) => {
  const [one] = await query<Record<'month' | 'post' | 'trainer' | 'voice', string>>(
    `select (select bookings.id from bookings join users on users.id = buyer_id
        where state = 'paid' and email = 'member2@palestra.example') as month,
      (select id from posts limit 1) as post, (select id from voices limit 1) as voice,
      (select trainers.id from trainers join users on users.id = user_id
        where email = 'trainer@palestra.example') as trainer`,
  )
  const ofOne = {
    admin: [
      `moveMonth/${one?.month}`,
      `extendMonth/${one?.month}`,
      `takeDown/post/${one?.post}`,
      ...(isFull ? ['newsletter/new', `club/voices/${one?.voice}`, `closeHour/${one?.month}`] : []),
    ],
    trainer: [`statement/${one?.trainer}`, 'profileSettings/trainerPage'],
  }
  for (const [role, pages] of Object.entries(ofOne)) {
    await walkIn(page, role)
    for (const name of pages) {
      const answer = await page.goto(`/dashboard/${name}`)
      expect(answer?.status(), name).toBe(200)
      await hydrated(page)
      // they have no colours of their own; whether they fit is asked of every width
      await expectAccessible(page, isFull ? undefined : ['light'])
    }
  }
})

test('pages of another role answer 403 and show the way back, as documents and as data', async ({ page }) => {
  await join(page)
  const closed = dashboardPages.filter(({ roles }) => !roles.includes('member'))
  for (const { path: last, name } of closed) {
    const path = `/dashboard/${last}`
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(403)
    const document = await answer.text()
    expect(document, path).toContain('Go to your dashboard')
    expect(document, path).toContain(`<b>${name}</b> is for `)
    expect((await page.request.get(`${path}.data`)).status(), path).toBe(403)
  }
  await page.goto('/dashboard/addNewForum')
  await expect(page.getByText('Add New Forum is for admins and trainers.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible()
  await expectGoodScreen(page)
  for (const file of ['balance/ledger.csv', 'allSubscribers/subscribers.csv'])
    expect((await page.request.get(`/dashboard/${file}`)).status(), file).toBe(403)
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await expect(page).toHaveURL('/signIn')
})

test('a visitor is sent to sign in from every dashboard page, and comes back', async ({ page }) => {
  const person = await join()
  for (const name of new Set(Object.values(own).flat())) {
    const answer = await page.request.get(`/dashboard/${name}`, { maxRedirects: 0 })
    expect(answer.status(), name).toBe(302)
    expect(decodeURIComponent(answer.headers().location ?? '')).toContain('/signIn?from=/dashboard')
  }
  await page.goto('/dashboard/activityLog?kind=account')
  await hydrated(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('/dashboard/activityLog?kind=account')
  await expect(page.getByText('You joined the club')).toBeVisible()
})
