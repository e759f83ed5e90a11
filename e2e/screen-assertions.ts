import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { desktop, expect, waitForHydration } from './fixtures.ts'

// Assertions that hold for every screen.

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Whether the run has full length, as with `npm run prove`. */
export const isFullScale = process.env.PROVE === 'full'

/** Options for contrast in both themes, on screens that together have every colour; at full length on all. */
type ScreenCheckOptions = { contrast?: boolean }

// without comments, because every page parses it again
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Expects no violations from axe on the page. */
export async function expectAccessible(
  page: Page,
  { contrast = false }: ScreenCheckOptions = {},
): Promise<void> {
  // runs in the page itself, because axe's builder opens another page for each analysis
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource)
    // skips frames with emails, where no scripts run
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
        // finishes transitions, so that no colour is measured halfway
        for (const each of document.getAnimations())
          if (Number(each.effect?.getComputedTiming().endTime) <= 1_000) each.finish()
        // the themes differ only in colours
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
 * Expects that the screen hydrates, has one h1 and a title, and passes axe. At full length also that it does not
 * scroll horizontally on a phone and passes axe there; responsive-layout.spec.ts covers that in every run.
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
