import { expect, waitForHydration, test, signInAsDemoUser } from './fixtures.ts'
import { expectAccessible, isFullScale } from './screen-assertions.ts'

test('the gallery opens a picture, which the keys move, and Escape or the back button close; each has an address', async ({
  page,
}) => {
  await page.goto('/gallery')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Gallery\s+Page/)
  await expect(page.locator('.gallery a')).toHaveCount(16)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Open picture 6 of 16/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Picture 6 of 16')
  await expect(page).toHaveURL('/gallery?picture=6')
  await expectAccessible(page, { contrast: true })
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toHaveAccessibleName('Picture 7 of 16')
  // every one of many quick key presses counts
  for (let pressed = 0; pressed < 18; pressed++) await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName('Picture 5 of 16')
  await dialog.getByRole('link', { name: 'Picture 16' }).click()
  await dialog.getByRole('link', { name: 'Next picture' }).click()
  await expect(dialog).toHaveAccessibleName('Picture 1 of 16')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/gallery')
  await expect(page.getByRole('link', { name: /^Open picture 1 of 16/ })).toBeFocused()
  await page.getByRole('link', { name: /^Open picture 2 of 16/ }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog).toHaveAccessibleName('Picture 2 of 16')
  await page.goto('/gallery?picture=3')
  await waitForHydration(page)
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL('/gallery')
})

test('the classes lead to a class, and the class to its trainer', async ({ page }) => {
  await page.goto('/class')
  await page.waitForURL('/classes')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Classes')
  await expect(page.locator('.classes article')).toHaveCount(12)
  await expectAccessible(page)
  const title = await page.locator('.classes article h2').first().textContent()
  await page.getByRole('link', { name: new RegExp(`Show Detail.*${title}`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(page).toHaveTitle(`Palestra | ${title}`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.locator('time').first()).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
  await expectAccessible(page, { contrast: true })
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Classes')
  await page.goForward()
  const info = page.getByRole('complementary', { name: 'Trainer Info' })
  const trainer = await info.locator('b').textContent()
  await info.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(trainer ?? '')
})

test('a list that could not be read says so and can be tried again', async ({ page }) => {
  for (const path of ['/classes', '/forums', ...(isFullScale ? ['/gallery', '/trainers'] : [])]) {
    await page.goto(path)
    await waitForHydration(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
    await expect(page).toHaveURL('/about')
    const answer = { contentType: 'text/html', body: '<p>Welcome to this Wi-Fi' }
    await page.route('**/*.data*', (route) => route.fulfill(answer))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/That one\s+went out/)
    // the same error page on every path
    if (path === '/classes') await expectAccessible(page)
    await page.unroute('**/*.data*')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.locator('main article, main .gallery a').first()).toBeVisible()
  }
})

test('a link that the club does not answer leaves the page as it is, and says so', async ({ page }) => {
  await signInAsDemoUser(page, 'member')
  await page.goto('/')
  await waitForHydration(page)
  const name = page.locator('#newsletter').getByLabel('Name')
  await name.fill('Half a na')
  const place = await page.evaluate(() => window.scrollY)
  const answer = { contentType: 'text/html', body: '<p>Welcome to this Wi-Fi' }
  await page.route('**/*.data*', (route) => route.fulfill(answer))
  const follow = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Classes' })
      .evaluate((link: HTMLElement) => link.click())
  await follow()
  await expect(page.getByRole('alert')).toHaveText(
    'We couldn’t reach the club. You’re still on the same page.',
  )
  // only the flag of the browser: really offline, pictures that still load would log errors
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
  await follow()
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  await expect(name).toHaveValue('Half a na')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.unroute('**/*.data*')
  await follow()
  await expect(page).toHaveURL('/classes')
})

test('navigation shows that it is under way, and going back finds the place again', async ({ page }) => {
  await page.goto('/classes')
  await waitForHydration(page)
  await page.locator('.classes article').last().scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(100)
  await page.route('**/classes/*.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.locator('.classes article a').last().click()
  await expect(page.locator('.progress-bar.running')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Classes')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
})

test.describe('without scripts', () => {
  test.use({ runsScripts: false })

  test('pictures open and close, and classes can be read', async ({ page }) => {
    await page.goto('/gallery')
    await page.getByRole('link', { name: /^Open picture 6 of 16/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Picture 6 of 16')
    await dialog.getByRole('link', { name: 'Next picture' }).click()
    await expect(dialog).toHaveAccessibleName('Picture 7 of 16')
    await dialog.getByRole('link', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/classes')
    await page
      .getByRole('link', { name: /^Show Detail/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
})
