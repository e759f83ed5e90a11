import {
  expect,
  waitForHydration,
  createAccount,
  pictureFile,
  test,
  signInAsDemoUser,
  inEachLanguage,
} from './fixtures.ts'
import { money, t } from './language.ts'
import { expectAccessible } from './screen-assertions.ts'

test(
  'a member applies: sees the slots it makes, what is wrong, and then that it is in',
  inEachLanguage,
  async ({ page }) => {
    await createAccount(page)
    await page.goto('/beTrainer')
    await waitForHydration(page)
    const email = page.getByLabel(t('form.email'))
    await expect(email).toHaveAttribute('readonly')
    const slots = page.getByRole('complementary', { name: t('slotsPreview.yourSlots') })
    await expect(slots.locator('.on')).toHaveCount(6)
    await expectAccessible(page)
    await page.getByRole('button', { name: t('hoursAndDays.oneHourMore') }).click()
    await expect(slots.locator('.on')).toHaveCount(7)
    await expect(slots).toContainText(money(35_000))
    await page.getByLabel(t('hoursAndDays.hoursADay')).fill('2')
    await expect(slots.locator('.on')).toHaveCount(2)
    await expect(slots.getByText('Slot 2')).toBeVisible()
    await page.getByRole('button', { name: t('applicationForm.submitRequest') }).click()
    const days = page.getByRole('group', { name: t('hoursAndDays.days') })
    await expect(days).toHaveAccessibleDescription(t('input.atLeastOneDay'))
    await page.getByLabel(t('weekday.monday')).check({ force: true })
    await expect(days).toHaveAccessibleDescription('')
    await page.getByLabel(t('weekday.friday')).check({ force: true })
    await expect(slots).toContainText(t('slotsPreview.slot', { count: 2 }))
    await page.getByLabel(t('applicationForm.yearsOfExperience')).fill('110')
    await page.getByLabel('Patience').check({ force: true })
    await page.getByLabel(t('skillsField.yourOwnSkills')).first().fill('Rope climbing')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('button', { name: t('skillsField.remove', { skill: 'Rope climbing' }) }),
    ).toBeVisible()
    await page.getByRole('button', { name: t('applicationForm.submitRequest') }).click()
    await expect(
      page.getByText(t('input.labelWithin', { label: t('input.yearsOfExperience'), least: 0, most: 60 })),
    ).toBeVisible()
    await expect(page.getByLabel(t('applicationForm.yearsOfExperience'))).toBeFocused()
    await expectAccessible(page)
    await page.route('**/*.data*', (route) => route.fulfill({ contentType: 'text/html', body: 'Wi-Fi' }))
    await page.getByRole('button', { name: t('applicationForm.submitRequest') }).click()
    await expect(page.getByRole('alert')).toContainText(t('clientAction.weCouldntReachThe'))
    await expect(page.getByLabel(t('hoursAndDays.hoursADay'))).toHaveValue('2')
    await page.unroute('**/*.data*')
    await page.getByLabel(t('applicationForm.yearsOfExperience')).fill('11')
    await page.getByLabel(t('signUp.photo')).setInputFiles(await pictureFile())
    await page.getByRole('button', { name: t('applicationForm.submitRequest') }).click()
    await expect(page.getByText(t('trainersAndBooking.requestSubmitted'))).toBeVisible()
    await expect(page.getByRole('heading', { name: t('applicationState.yourRequestIsIn') })).toBeVisible()
    await expect(page.getByText('Patience, Rope climbing')).toBeVisible()
    await expectAccessible(page)
    // a second visit shows the application, not another form
    await page.reload()
    await expect(page.getByRole('button', { name: t('applicationForm.submitRequest') })).toHaveCount(0)
  },
)

test('my profile shows who one is, and leads home', async ({ page }) => {
  await signInAsDemoUser(page, 'member')
  await page.goto('/myProfile')
  await waitForHydration(page)
  await expect(page).toHaveTitle('Palestra | My Profile')
  await expect(page.getByRole('main').getByText('member@palestra.example')).toBeVisible()
  await expect(page.getByText('An hour a week is enough to start.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await page.waitForURL('/')
})

test.describe('without scripts', () => {
  test.use({ runsScripts: false })

  test('an application that is refused keeps what was entered, and can then be sent', async ({ page }) => {
    await createAccount(page)
    await page.goto('/beTrainer')
    await page.getByLabel('Years of experience').fill('4')
    await page.getByLabel('Hours a day').fill('5')
    await page.getByLabel('Your own skills').fill('Juggling, Whistling')
    await page.getByRole('button', { name: 'Submit Request' }).click()
    await expect(page.getByText('Choose at least one day.')).toBeVisible()
    await expect(page.getByLabel('Years of experience')).toHaveValue('4')
    await expect(page.getByLabel('Hours a day')).toHaveValue('5')
    await page.getByLabel('Sunday').check({ force: true })
    await page.getByRole('button', { name: 'Submit Request' }).click()
    await expect(page.getByRole('heading', { name: 'Your request is in' })).toBeVisible()
    await expect(page.getByText('Juggling, Whistling')).toBeVisible()
  })
})
