import type { Role } from '#app/frame/viewer.ts'
import { dashboardPages, mayOpen } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { query } from './database.ts'
import { expect, waitForHydration, test, inEachLanguage, signInAsDemoUser } from './fixtures.ts'
import { localPath, testLanguage } from './language.ts'
import { expectAccessible, expectAccessibleScreen, isFullScale } from './screen-assertions.ts'

/** The pages of a role, without those of a single item, which other tests cover. */
const pagesOf = (role: Role) =>
  dashboardPages.filter((page) => mayOpen({ role }, page) && !page.path.includes(':')).map(({ path }) => path)

// for a page that several roles share, the role with the most content comes last
const addressesByRole = {
  applied: pagesOf('applied'),
  admin: pagesOf('admin'),
  trainer: [...pagesOf('trainer'), 'manageSlots?slot=new'],
  member: pagesOf('member'),
}

/** Whether a later role in `own` has the same page, which differs by little but its header. */
const isSeenLater = (role: string, name: string) =>
  name !== '' &&
  Object.values(addressesByRole).findLastIndex((pages) => pages.includes(name)) >
    Object.keys(addressesByRole).indexOf(role)

// the pages with the most colours: figures, states of slots and dates, forms, errors
const colourful = ['', 'balance', 'manageSlots', 'week', 'club', 'health']

for (const [role, pages] of Object.entries(addressesByRole))
  test(`the pages of ${role} are good screens`, inEachLanguage, async ({ page }) => {
    await signInAsDemoUser(page, role)
    for (const name of pages.filter((each) => isFullScale || !isSeenLater(role, each)))
      await test.step(name, async () => {
        const answer = await page.goto(localPath(`/dashboard/${name}`))
        expect(answer?.status()).toBe(200)
        expect(await page.getAttribute('html', 'lang')).toBe(testLanguage())
        await expectAccessibleScreen(page, { contrast: colourful.includes(name) })
      })
  })

test('what the office does to one month and one post, and what a trainer reads of themselves, is accessible', async ({
  page,
}) => {
  const [one] = await query<Record<'month' | 'post' | 'trainer' | 'voice', string>>(
    `select (select bookings.id from bookings join users on users.id = buyer_id
        where state = 'paid' and email = 'member2@palestra.example') as month,
      (select id from posts limit 1) as post, (select id from testimonials limit 1) as voice,
      (select trainers.id from trainers join users on users.id = user_id
        where email = 'trainer@palestra.example') as trainer`,
  )
  const ofOne = {
    admin: [
      `moveMonth/${one?.month}`,
      `extendMonth/${one?.month}`,
      `takeDown/post/${one?.post}`,
      ...(isFullScale ? ['newsletter/new', `club/voices/${one?.voice}`, `closeHour/${one?.month}`] : []),
    ],
    trainer: [`statement/${one?.trainer}`, 'profileSettings/trainerPage'],
  }
  for (const [role, pages] of Object.entries(ofOne)) {
    await signInAsDemoUser(page, role)
    for (const name of pages) {
      const answer = await page.goto(`/dashboard/${name}`)
      expect(answer?.status(), name).toBe(200)
      await waitForHydration(page)
      await expectAccessible(page)
    }
  }
})
