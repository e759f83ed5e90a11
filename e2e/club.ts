import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

/** Every test in a browser also asks that the console stays empty: a warning there is a failure. */
export const test = base.extend<{ quietConsole: void }>({
  quietConsole: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const listen = (page: Page) => {
        page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
        page.on('console', (message) => {
          if (!['error', 'warning'].includes(message.type())) return
          // the browser's own line about an answer of 4xx is what some tests are about
          if (/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
            return
          complaints.push(`${page.url()}: ${message.text()}`)
        })
      }
      context.on('page', listen)
      await use()
      expect(complaints, 'the console stays empty').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until scripts run on this page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
}

/** Asks axe for anything wrong on the page, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(found).toEqual([])
  }
}

/** Asks that nothing scrolls sideways on a phone of 360 px. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
}

export const demoPassword = 'Palestra1!'

/** Signs in one of the demo club's people, such as 'member'. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/signIn')
  await hydrated(page)
  await page.getByLabel('Email').fill(`${name}@palestra.example`)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('/')
}
