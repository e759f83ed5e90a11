import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  join,
  pictureFile,
  test,
  walkIn,
} from './club.ts'

test('a visitor is sent to sign in first, and comes back to the application', async ({ page }) => {
  await page.goto('/beTrainer')
  await expect(page).toHaveURL('/signIn?from=%2FbeTrainer')
  await page.goto('/myProfile')
  await expect(page).toHaveURL('/signIn?from=%2FmyProfile')
})

test('a member applies: sees the slots it makes, what is wrong, and then that it is in', async ({ page }) => {
  await join(page)
  await page.goto('/beTrainer')
  await hydrated(page)
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('readonly')
  const slots = page.getByRole('complementary', { name: 'Your slots' })
  await expect(slots.locator('.on')).toHaveCount(6)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'One hour more' }).click()
  await expect(slots.locator('.on')).toHaveCount(7)
  await expect(slots).toContainText('$350')
  await page.getByLabel('Hours a day').fill('2')
  await expect(slots.locator('.on')).toHaveCount(2)
  await expect(slots.getByText('Slot 2')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const days = page.getByRole('group', { name: 'Days' })
  await expect(days).toHaveAccessibleDescription('Choose at least one day.')
  await page.getByLabel('Monday').check({ force: true })
  await expect(days).toHaveAccessibleDescription('')
  await page.getByLabel('Friday').check({ force: true })
  await expect(slots).toContainText('2 slots on Monday and Friday')
  await page.getByLabel('Years of experience').fill('110')
  await page.getByLabel('Patience').check({ force: true })
  await page.getByLabel('Skills of your own').first().fill('Rope climbing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Rope climbing' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText('Years of experience must be a whole number from 0 to 60.')).toBeVisible()
  await expect(page.getByLabel('Years of experience')).toBeFocused()
  await expectAccessible(page)
  await page.route('**/*.data*', (route) => route.fulfill({ contentType: 'text/html', body: 'Wi-Fi' }))
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('alert')).toContainText('The club could not be reached.')
  await expect(page.getByLabel('Hours a day')).toHaveValue('2')
  await page.unroute('**/*.data*')
  await page.getByLabel('Years of experience').fill('11')
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText('Request Submitted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your request is in' })).toBeVisible()
  await expect(page.getByText('Patience, Rope climbing')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // asking again shows the same, not a second form
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit Request' })).toHaveCount(0)
})

test('a trainer, an admin and an applicant are told why they cannot apply', async ({ page }) => {
  await walkIn(page, 'trainer')
  await page.goto('/beTrainer')
  await expect(page.getByRole('heading', { name: 'You are a trainer already' })).toBeVisible()
  await page.context().clearCookies()
  await walkIn(page, 'admin')
  await page.goto('/beTrainer')
  await expect(page.getByRole('heading', { name: 'An admin cannot apply to be a trainer' })).toBeVisible()
  const form = new FormData()
  form.set('name', 'Forged')
  form.set('yearsOfExperience', '3')
  form.set('hoursADay', '3')
  form.set('weekdays', 'Monday')
  const answer = await page.request.post('/beTrainer', {
    multipart: form,
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(409)
  await page.context().clearCookies()
  await walkIn(page, 'applied')
  await page.goto('/beTrainer')
  await expect(page.getByRole('heading', { name: 'Your request is in' })).toBeVisible()
})

test('my profile shows who one is, and leads home', async ({ page }) => {
  await walkIn(page, 'member')
  await page.goto('/myProfile')
  await hydrated(page)
  await expect(page).toHaveTitle('Palestra | My Profile')
  await expect(page.getByRole('main').getByText('member@palestra.example')).toBeVisible()
  await expect(page.getByText('An hour a week is enough to start.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await page.waitForURL('/')
  await page.goto('/myProfile')
  await expectNoSidewaysScroll(page)
})

test.describe('without scripts', () => {
  test.use({ runsScripts: false })

  test('an application that is refused keeps what was entered, and can then be sent', async ({ page }) => {
    await join(page)
    await page.goto('/beTrainer')
    await page.getByLabel('Years of experience').fill('4')
    await page.getByLabel('Hours a day').fill('5')
    await page.getByLabel('Skills of your own').fill('Juggling, Whistling')
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
