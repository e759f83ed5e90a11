import {
  expect,
  waitForHydration,
  createAccount,
  createTrainerAccount,
  test,
  signInAsDemoUser,
} from './fixtures.ts'
import { isFullScale } from './screen-assertions.ts'

// Content above the fold at each width.

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

for (const size of sizes.filter(({ width }) => isFullScale || width !== 820))
  test(`at ${size.width} px, whoever books an hour far down sees the plans from their heading`, async ({
    page,
  }) => {
    const trainer = await createTrainerAccount(10)
    await createAccount(page)
    await page.setViewportSize(size)
    await page.goto(trainer.path)
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Book this hour.*Slot 10,/ }).focus()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/trainerBooked/*')
    await expect(page.getByRole('heading', { level: 1, name: 'Trainer Booked Page' })).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    // the summary with the countdown is beside the plans on wide screens only
    if (size.width <= 1080) await expect(page.locator('.mini-summary .time-left')).toBeInViewport()
  })

test('a trainer’s price, free hours and the way to them come before the way to become one', async ({
  page,
}) => {
  const trainer = await createTrainerAccount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${trainer.path}?tab=about`)
  await waitForHydration(page)
  await expect(page.getByText('3 of 3 hours are free.')).toBeInViewport()
  await expect(page.getByText('$50', { exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Become A Trainer' })).not.toBeInViewport()
  await page.getByRole('link', { name: 'See free hours' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Book this hour.*Slot 1,/ })).toBeInViewport()
})

test('lists have as many columns as were agreed at each width', async ({ page }) => {
  const counted: Record<string, number[]> = {}
  const places = {
    '.people.list': '/trainers',
    '.gallery': '/gallery',
    '.footer .wrap.top': '/about',
    '.shift': '/dashboard',
  }
  await signInAsDemoUser(page, 'member')
  for (const [list, place] of Object.entries(places)) {
    await page.goto(place)
    counted[list] = []
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height })
      const columns = await page
        .locator(list)
        .evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
      counted[list]?.push(columns)
    }
  }
  expect(counted).toEqual({
    '.people.list': [1, 2, 4],
    '.gallery': [1, 2, 4],
    '.footer .wrap.top': [2, 4, 4],
    '.shift': [1, 1, 2],
  })
})

test('the tables of the office have their columns in the agreed order, and their rows where there is no room; what is asked from a row is written as any other question', async ({
  page,
}) => {
  await signInAsDemoUser(page, 'admin')
  const tables = {
    allTrainers: ['#', 'Name', 'Email', 'Role', 'Joining Date', 'Payment Status'],
    appliedTrainers: [
      '#',
      'Image',
      'Name',
      'Email',
      'Age',
      'Available Time',
      'Available Day',
      'Detail/Action',
    ],
    allSubscribers: ['#', 'Id', 'Name', 'Email', 'Action'],
  }
  for (const [name, columns] of Object.entries(tables)) {
    await page.goto(`/dashboard/${name}`)
    const headings = page.getByRole('main').getByRole('columnheader')
    await expect(headings).toHaveText(columns)
    for (const { width, height } of sizes.slice(0, 2)) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('main').locator('thead')).toBeHidden()
      const [first] = await page.getByRole('main').locator('tbody tr').all()
      // a row folds into two to four lines
      expect((await first?.boundingBox())?.height).toBeLessThan(130)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await waitForHydration(page)
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  const question = page.getByRole('dialog')
  await expect(question).toHaveCSS('text-align', 'start')
  await expect(question).toHaveCSS('font-size', '16px')
})
