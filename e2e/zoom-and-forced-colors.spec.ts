import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { expect, test, signInAsDemoUser } from './fixtures.ts'
import { address } from './run-settings.ts'

// Larger text and forced colours are settings of the browser.

test('text of twice the size has the layout of a screen of half the width: no page scrolls sideways', async ({
  browserName: _,
}, { project }) => {
  const { launchOptions } = project.use
  const args = [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await chromium.launch({ ...launchOptions, args })
  const tooWide: string[] = []
  const visit = async (name: string | null, paths: string[]) => {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 1280, height: 800 } })
    if (name) await signInAsDemoUser(page, name)
    for (const path of paths) {
      await page.goto(path)
      const isInOneLine = (await page.locator('.brand').first().boundingBox())!.height < 100
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 1280 || !isInOneLine) tooWide.push(`${path} ${width}`)
    }
  }
  await visit(null, ['/', '/trainers', '/membership-plans', '/forums', '/gallery', '/signUp'])
  await visit('member', ['/dashboard', '/dashboard/week', '/dashboard/profileSettings'])
  await visit('trainer', ['/dashboard', '/dashboard/manageSlots', '/dashboard/manageMember'])
  await visit('admin', ['/dashboard', '/dashboard/members', '/dashboard/balance', '/dashboard/club'])
  await browser.close()
  expect(tooWide).toEqual([])
})

test('what a dot says is seen in a reader’s own colours as well', async ({ page }) => {
  const centreOf = async (selector: string) => {
    const picture = sharp(await page.locator(selector).first().screenshot())
    const { width, height } = await picture.metadata()
    const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 }
    return [...(await picture.extract(middle).removeAlpha().raw().toBuffer())].join(' ')
  }
  await signInAsDemoUser(page, 'trainer')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dashboard/manageSlots')
  expect(await centreOf('.slot-board .dot.on')).not.toBe(await centreOf('.slot-board .dot.ring'))
  await page.emulateMedia({ forcedColors: null })
})
