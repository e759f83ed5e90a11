import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { desktop, expect, waitForHydration } from './fixtures.ts'

// What is asked of screens as such, whatever is on them.

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Whether everything is looked at, as `npm run prove` does, and not only what every run has time for. */
export const isFullScale = process.env.PROVE === 'full'

/** Contrast is asked, in both themes, on screens that between them have every colour; at full length on each. */
type ScreenCheckOptions = { contrast?: boolean }

// without its comments: every page reads it anew
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Expects no violations from axe on the page. */
export async function expectAccessible(
  page: Page,
  { contrast = false }: ScreenCheckOptions = {},
): Promise<void> {
  // asked in the page itself: with axe's own builder each look opens one more page
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource)
    // nor does it write to letters in their frames, where no script runs that could answer
    await page.evaluate(() => window.axe.configure({ allowedOrigins: [] }))
  }
  const colours = { runOnly: ['color-contrast'] }
  const allElse = { rules: { 'color-contrast': { enabled: false } } }
  const looks =
    contrast || isFullScale
      ? [
          { theme: 'light', options: {} },
          { theme: 'dark', options: colours },
        ]
      : [{ theme: 'light', options: allElse }]
  for (const { theme, options } of looks) {
    const violations = await page.evaluate(
      async ([name, asked]) => {
        document.documentElement.setAttribute('data-theme', name)
        // no colour is judged half way to another, nor what is just coming into view
        for (const each of document.getAnimations())
          if (Number(each.effect?.getComputedTiming().endTime) <= 1_000) each.finish()
        // the themes differ in colours only
        return (await window.axe.run(asked)).violations
      },
      [theme, options] as const,
    )
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(found).toEqual([])
  }
}

/** Expects no horizontal scrolling on a phone of 360 px. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
}

/**
 * What is asked of every screen: it hydrates, has one h1 and a title, and axe finds nothing. At full length nothing
 * scrolls sideways on a phone, where axe looks at it as well: of each address every run asks that in
 * every-width.spec.ts.
 */
export async function expectAccessibleScreen(page: Page, asked?: ScreenCheckOptions): Promise<void> {
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page).toHaveTitle(/^Palestra \| ./)
  await expectAccessible(page, asked)
  if (!isFullScale) return
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.setViewportSize(desktop)
}
