import { expect, waitForHydration, createAccount, test, inEachLanguage } from './fixtures.ts'
import { localPath, t } from './language.ts'
import { expectAccessibleScreen } from './screen-assertions.ts'

test(
  'whoever forgot the password finds a link in the mailbox, sets a new one and is back in',
  inEachLanguage,
  async ({ page }) => {
    const { email, name } = await createAccount(page)
    await page.goto('/dashboard')
    await expect(
      page.getByText(t('confirmAddressBanner.yours', { slice: `@${email.split('@')[1]}` })),
    ).toBeVisible()
    await expectAccessibleScreen(page)
    await page.context().clearCookies()
    await page.goto('/signIn')
    await page.getByRole('link', { name: t('signIn.forgotIt') }).click()
    await waitForHydration(page)
    await expectAccessibleScreen(page)
    await page.getByLabel(t('form.email')).fill(email)
    await page.getByRole('button', { name: t('forgottenPassword.sendTheLink') }).click()
    await expect(page.getByRole('heading', { name: t('forgottenPassword.checkYourEmail') })).toBeVisible()
    await expectAccessibleScreen(page)
    const letters = page.getByRole('navigation', { name: t('mailbox.letters') }).getByRole('link')
    const letter = letters.filter({ hasText: name }).filter({ hasText: t('letter.password.subject') })
    await expect(async () => {
      await page.goto('/mailbox')
      await expect(letter).toBeVisible({ timeout: 500 })
    }).toPass()
    await waitForHydration(page)
    await letter.click()
    await expectAccessibleScreen(page)
    const words = page.frameLocator('iframe')
    await words.getByRole('link', { name: t('letter.password.subject') }).click()
    await expect(page.getByText(t('newPassword.forSavingItSigns', { email }))).toBeVisible()
    await expectAccessibleScreen(page)
    await page.getByLabel(t('newPassword.newPassword')).fill('Another1!')
    await page.getByRole('button', { name: t('newPassword.savePassword') }).click()
    await expect(page.getByRole('heading', { name: t('navigation.signIn') })).toBeVisible()
    await page.getByLabel(t('form.email')).fill(email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill('Another1!')
    await page.getByRole('button', { name: t('navigation.signIn'), exact: true }).click()
    await expect(page).toHaveURL(localPath('/'))
  },
)
