import { expect, hydrated, test } from './club.ts'

test('the footer names the club, its columns and the current year', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: /Palestra/ }).first()).toBeVisible()
  await expect(footer.getByText('since 2005')).toBeVisible()
  for (const [column, links] of [
    ['Services', ['Fitness Resources', 'Wellness Blog', 'Trainer Profiles', 'Membership Plans']],
    ['Company', ['About us', 'Contact', 'Trainers', 'Eating well']],
    ['Legal', ['Terms of use', 'Privacy policy', 'Cookie policy']],
  ] as const)
    await expect(footer.getByRole('navigation', { name: column }).getByRole('link')).toHaveText([...links])
  await expect(
    footer.getByText(`${new Date().getUTCFullYear()} All right reserved by Palestra`),
  ).toBeVisible()
})

test('a toast stands top right, clear of a phone’s title, waits under the pointer, and leaves after five seconds', async ({
  moreWindow,
}) => {
  const page = await moreWindow('with a clock of its own')
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(`ada.${Date.now()}@club.example`)
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Thank you Ada' })
  await toast.hover()
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(200)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 60)
  // on a phone two of them lie over the bar, and the title below it can be read
  await page.setViewportSize({ width: 390, height: 844 })
  const onPhone = await toast.boundingBox()
  // the page is scrolled down to its form: the bar's end is counted from the page's beginning
  const endOfBar = await page
    .getByRole('banner')
    .evaluate((bar) => bar.getBoundingClientRect().bottom + window.scrollY)
  expect(2 * ((onPhone?.y ?? 0) + (onPhone?.height ?? 0))).toBeLessThanOrEqual(endOfBar)
  await page.setViewportSize({ width: 1440, height: 900 })
  await toast.hover()
  await page.clock.runFor(60_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(100, 700)
  await page.clock.runFor(5_000)
  await expect(toast).toBeHidden()
})

test('a tab that outlived a deploy goes where its visitor clicked, though a script of that page is gone', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  // by the name that it had in an earlier build
  await page.route(
    /\/assets\/gallery-[\w-]{8}\.js$/,
    (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/-[\w-]{8}\.js$/, '-00000000.js'),
      }),
    { times: 1 },
  )
  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click()
  await expect(page).toHaveURL('/gallery')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gallery')
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
})

test('what a page loads is kept for good, and an address that is not there is not', async ({ page }) => {
  const kept: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (!pathname.startsWith('/assets/')) return
    expect(answer.headers()['cache-control'], pathname).toBe('public, max-age=31536000, immutable')
    kept.push(pathname)
  })
  await page.goto('/')
  await hydrated(page)
  for (const kind of ['.css', '.js', '.woff2', '.avif'])
    expect(
      kept.some((name) => name.endsWith(kind)),
      kind,
    ).toBe(true)
  page.removeAllListeners('response')
  const missing = await page.request.get('/assets/none.js')
  expect(missing.status()).toBe(404)
  expect(missing.headers()['cache-control']).not.toContain('immutable')
})
