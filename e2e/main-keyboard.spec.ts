import type { Locator, Page } from '@playwright/test'
import { moveTrainerToTop } from './database.ts'
import {
  expect,
  waitForHydration,
  createAccount,
  createTrainerAccount,
  test,
  bookButton,
  inEachLanguage,
  planButton,
} from './fixtures.ts'
import { localPath, t } from './language.ts'

test('an hour is found, booked and paid with the keyboard alone', inEachLanguage, async ({ page }) => {
  const trainer = await createTrainerAccount()
  await moveTrainerToTop(trainer.id)
  const person = await createAccount()
  const { keyboard } = page

  await page.goto('/signIn')
  await waitForHydration(page)
  await tabTo(page, page.getByLabel(t('form.email')))
  await keyboard.type(person.email)
  await tabTo(page, page.getByLabel(t('signIn.password'), { exact: true }))
  await keyboard.type(person.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(localPath('/'))

  await tabTo(page, page.getByRole('link', { name: t('navigation.skip') }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(
    page,
    page
      .getByRole('navigation', { name: t('navigation.main') })
      .getByRole('link', { name: t('navigation.trainers') }),
  )
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('trainers.heading') })).toBeVisible()
  await tabTo(
    page,
    page
      .getByRole('article')
      .filter({ hasText: trainer.name })
      .getByRole('link', { name: t('trainers.knowMore') }),
  )
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: trainer.name })).toBeVisible()

  const slots = page.getByRole('tab', { name: t('trainersAndBooking.allSlot') })
  const about = page.getByRole('tab', { name: t('trainersAndBooking.about') })
  await tabTo(page, slots)
  await keyboard.press('ArrowRight')
  await expect(about).toBeFocused()
  await expect(about).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('ArrowLeft')
  await expect(slots).toHaveAttribute('aria-selected', 'true')

  await tabTo(page, page.getByRole('button', { name: bookButton('Slot 2') }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trainerBooked\//)
  await tabTo(page, page.getByRole('radio', { name: 'silver' }))
  await keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('button', { name: planButton('gold') }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/payment\//)

  const confirm = page.getByRole('button', { name: t('trainersAndBooking.confirm'), exact: true })
  await expect(confirm).toBeEnabled()
  await tabTo(page, page.getByLabel(t('sandboxCard.cardNumber')))
  await keyboard.type('4000002500003155')
  await keyboard.press('Tab')
  await keyboard.type('1234')
  await keyboard.press('Tab')
  await keyboard.type('123')
  await keyboard.press('Enter')
  const yes = page.getByRole('button', { name: t('sandboxCard.yesItsMe') })
  await expect(yes).toBeVisible()
  await tabTo(page, yes)
  await keyboard.press('Enter')
  await expect(page.getByText(t('trainersAndBooking.classBookedSuccessfully'))).toBeVisible()
  await expect(page).toHaveURL(localPath('/'))
})

/** Presses Tab until the element is focused. Every tab stop on the way must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(target)}.`)
}
