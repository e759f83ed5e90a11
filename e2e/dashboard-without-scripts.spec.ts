import { makeAdmin } from './dashboard-helpers.ts'
import { query } from './database.ts'
import { demoPassword, expect, createAccount, createTrainerAccount, pictureFile, test } from './fixtures.ts'

// These tests run without scripts.
test.use({ runsScripts: false })

test('without scripts a trainer changes an hour, previews a post and publishes it', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await page.goto('/dashboard/manageSlots')
  await page.getByLabel('Email').fill(trainer.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/manageSlots')
  await page.getByRole('link', { name: 'Change Slot 2' }).click()
  await page.getByLabel('Title').fill('Noon')
  await page.getByLabel('Price').fill('nothing')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Price must be an amount')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Noon')
  await page.getByLabel('Price').fill('55')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Slot saved.')).toBeVisible()
  await expect(page.getByText('to 08:00, $55 a month')).toBeVisible()

  await page.goto('/dashboard/addNewForum')
  const caption = `Written by hand, ${trainer.name}`
  await page.getByLabel('Caption').fill(caption)
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Only you can see this')).toBeVisible()
  await expect(page.locator('.preview-panel article')).toContainText(caption)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page).toHaveURL('/forums')
  await expect(page.getByText('Add Post successpully')).toBeVisible()
  await expect(page.getByText(caption)).toBeVisible()
})

test('without scripts an admin opens and closes dialogs', async ({ page }) => {
  const trainer = await createTrainerAccount()
  const admin = await createAccount()
  await makeAdmin(admin.email)
  await page.goto(`/dashboard/balance?payout=${trainer.id}`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Pay out to ${trainer.name}` })).toBeVisible()
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText(`${trainer.name} is owed $0, so no more can be paid out.`)).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('5')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard\/balance\??$/)

  const [one] = await query<{ voice: string }>('select id as voice from testimonials limit 1')
  await page.goto(`/dashboard/club/voices/${one?.voice}`)
  await page.getByRole('button', { name: 'Take it down' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take this testimonial down?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
})
