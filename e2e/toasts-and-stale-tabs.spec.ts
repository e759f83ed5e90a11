import { expect, waitForHydration, test } from './fixtures.ts'

test('a toast stands top right, or at the foot of a phone, waits under the pointer, and leaves after five seconds', async ({
  moreWindow,
}) => {
  const page = await moreWindow('with a clock of its own')
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(`ada.${Date.now()}@club.example`)
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Thank you Ada' })
  await toast.hover()
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(200)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 60)
  await page.setViewportSize({ width: 390, height: 844 })
  const onPhone = await toast.boundingBox()
  expect((onPhone?.y ?? 0) + (onPhone?.height ?? 0)).toBeCloseTo(844 - 12, 0)
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
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  // a file name of an earlier build
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
