import type { Page } from '@playwright/test'
import {
  expect,
  waitForHydration,
  newAccount,
  createTrainerAccount,
  signInWithForm,
  signUpWithForm,
  test,
} from './fixtures.ts'
import { isFullScale } from './screen-assertions.ts'
import { startTlsClub, type TlsClub } from './tls-club.ts'

// The certificate is self-signed, which does not affect cookies and pages.
test.use({ ignoreHTTPSErrors: true })

let club: TlsClub
test.afterEach(() => club.stop())

/** Signs up, books an hour, signs out and signs in again, behind a TLS-terminating proxy. */
async function visit(page: Page, ready: (page: Page) => Promise<void>): Promise<void> {
  const [person, trainer] = [newAccount(), await createTrainerAccount()]
  await page.goto(`${club.address}/signUp`)
  await signUpWithForm(page, person)
  await expect(page.getByLabel(`Account of ${person.name}`)).toBeVisible()
  await page.goto(club.address + trainer.path)
  await ready(page)
  await page.getByRole('button', { name: /^Book this hour.*Slot 1,/ }).click()
  await expect(page).toHaveURL(/\/trainerBooked\/[0-9a-f-]+$/)
  await page.getByRole('button', { name: 'Choose Silver' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\/[0-9a-f-]+$/)
  await page.goto(`${club.address}/dashboard/profileSettings`)
  await ready(page)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()

  await page.goto(`${club.address}/signIn?from=/myProfile`)
  await ready(page)
  await signInWithForm(page, person)
  await expect(page).toHaveURL(`${club.address}/myProfile`)
  await expect(page.getByText('Login Successfully !!')).toBeVisible()
  await page.goto(club.address)
  await ready(page)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const cookies = await page.context().cookies(club.address)
  expect(cookies.length).toBeGreaterThan(1)
  for (const { name, secure, path } of cookies)
    expect({ name, secure, path }).toEqual({
      name: expect.stringMatching(/^__Host-/),
      secure: true,
      path: '/',
    })
}

test('behind a proxy that ends TLS and names another host the whole visit works', async ({ page }) => {
  club = await startTlsClub({ keepsHost: false })
  await visit(page, waitForHydration)
})

// tests/pages/https-proxy.test.ts covers requests without scripts and proxies that keep the host
if (isFullScale)
  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('behind a proxy that ends TLS and keeps the host the whole visit works', async ({ page }) => {
      club = await startTlsClub({ keepsHost: true })
      await visit(page, async () => {})
    })
  })
