import type { Locator } from '@playwright/test'
import {
  choosePlan,
  confirmButton,
  expect,
  fillCard,
  newAccount,
  signUpWithForm,
  test,
  testCards,
  waitForHydration,
  inEachLanguage,
  planButton,
} from './fixtures.ts'
import { t } from './language.ts'

test.use({ viewport: { width: 390, height: 844 } })

test(
  'a newcomer on a phone has an hour after three taps, and has paid after seven taps and seven fields',
  inEachLanguage,
  async ({ page }) => {
    let [taps, fields] = [0, 0]
    const tap = async (target: Locator) => {
      taps += 1
      await target.click()
    }
    const countFields = async (action: Promise<void>, count: number) => {
      fields += count
      await action
    }
    await page.goto('/')
    await waitForHydration(page)
    await tap(page.locator('.supply a').first())
    await expect(page.getByRole('heading', { level: 1, name: t('hours.findAnHour') })).toBeVisible()
    await expect(page.locator('.answer.chosen').getByRole('button')).toBeInViewport()
    await tap(page.locator('.answer.chosen').getByRole('button'))
    // the fourth field is the photo, and the form ends with a tap on its button
    await expect(page.locator('.chosen-hour')).toBeInViewport()
    taps += 1
    await countFields(signUpWithForm(page, newAccount()), 4)
    await expect(page).toHaveURL(/\/trainerBooked\//)
    expect(taps).toBeLessThanOrEqual(3)

    await expect(page.getByRole('button', { name: planButton('silver') })).toBeInViewport()
    taps += 2
    await choosePlan(page, 'gold')
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await countFields(fillCard(page, testCards.pays), 3)
    await expect(confirmButton(page)).toBeEnabled()
    await tap(confirmButton(page))
    await expect(page.getByText(t('trainersAndBooking.classBookedSuccessfully'))).toBeVisible()
    expect(taps).toBeLessThanOrEqual(7)
    expect(fields).toBe(7)
  },
)
