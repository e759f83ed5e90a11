import { uploadPicture, signInOnPage } from './dashboard-helpers.ts'
import {
  buySlot,
  expect,
  waitForHydration,
  createAccount,
  newAccount,
  createTrainerAccount,
  pictureFile,
  test,
} from './fixtures.ts'

test('a trainer changes, adds and removes free hours, and cannot touch a sold one', async ({
  page,
  another,
}) => {
  const trainer = await createTrainerAccount(3)
  const buyer = await another()
  const member = await createAccount(buyer, newAccount('Bea'))
  await buySlot(buyer, trainer)

  await signInOnPage(page, trainer)
  await page.goto('/dashboard/manageSlots')
  await waitForHydration(page)
  const cells = page.locator('.slot-board .cell')
  await expect(cells.nth(0)).toContainText(`Purchaed By${member.name}`)
  await expect(cells.nth(0).getByRole('link', { name: /^Change/ })).toHaveCount(0)
  await expect(cells.nth(1)).toContainText('Available')

  await page.getByRole('link', { name: 'Change Slot 2' }).click()
  await page.getByLabel('Price').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Price must be an amount from 0.50 to 10000, such as 50 or 49.90.'),
  ).toBeVisible()
  await page.getByLabel('Price').fill('62.50')
  await page.getByLabel('Time').selectOption('15')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Slot saved.')).toBeVisible()
  await expect(page.getByText('to 16:00, $62.50 a month')).toBeVisible()

  // on a phone the form is visible above the tab bar
  await page.setViewportSize({ width: 390, height: 640 })
  await page.getByRole('link', { name: 'Add a slot' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  const save = await page.getByRole('button', { name: 'Save' }).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Dashboard, short' }).boundingBox()
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Title').fill('Early bird')
  await page.getByLabel('Time').selectOption('5')
  await page.getByRole('button', { name: 'Save' }).click()
  // before the club opens
  await page.getByRole('button', { name: 'Offer it anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Early bird' })).toBeVisible()

  await page.getByRole('link', { name: 'Change Early bird' }).click()
  await page.getByRole('button', { name: 'Remove this slot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Slot removed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Early bird' })).toHaveCount(0)

  // a sold slot has no form, and posting one changes nothing
  const sold = await page.request.post('/dashboard/manageSlots', {
    form: { intent: 'remove', slotId: '00000000-0000-4000-8000-000000000000' },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(sold.status()).toBe(404)

  await page.goto('/dashboard/manageMember')
  const row = page.getByRole('row', { name: new RegExp(member.name) })
  await expect(row).toContainText(member.email)
  await expect(row).toContainText('Gold')
  await expect(row.getByRole('img', { name: '3 classes' })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.locator('.side-figures')).toContainText(/Hours sold.*1 of 3/)
  await expect(page.getByRole('listitem').filter({ hasText: member.name }).first()).toBeVisible()
})

test('own posts and classes are edited and removed', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await signInOnPage(page, trainer)
  await page.goto('/dashboard/addNewForum')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByText('Caption is required')).toBeVisible()
  await expect(page.getByText('Photo is required')).toBeVisible()
  await page.getByLabel('Caption').fill(`Chalk of ${trainer.name}`)
  await uploadPicture(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.waitForURL('/forums')

  await page.goto('/dashboard/addNewForum')
  await waitForHydration(page)
  await page.getByRole('link', { name: /^Edit the post/ }).click()
  await expect(page.getByLabel('Caption')).toHaveValue(`Chalk of ${trainer.name}`)
  await page.getByLabel('Caption').fill(`No more chalk, ${trainer.name}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Post saved.')).toBeVisible()
  await expect(page.getByRole('cell', { name: `No more chalk, ${trainer.name}` })).toBeVisible()
  await page.getByRole('button', { name: /^Delete the post/ }).click()
  await expect(page.getByRole('dialog')).toContainText(`No more chalk, ${trainer.name}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Post removed.')).toBeVisible()
  await expect(page.getByRole('cell', { name: `No more chalk, ${trainer.name}` })).toHaveCount(0)
})

test('an upload can be cancelled, and a bad file says why', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await signInOnPage(page, trainer)
  // text typed before hydration stays and is counted
  let come = () => {}
  const scripts = new Promise<void>((resolve) => (come = resolve))
  await page.route('/assets/*.js', (route) => scripts.then(() => route.continue()))
  await page.goto('/dashboard/addNewForum', { waitUntil: 'commit' })
  await page.getByLabel('Caption').fill('Chalk')
  come()
  await waitForHydration(page)
  await expect(page.getByText('5 of 5,000')).toBeVisible()
  await expect(page.getByLabel('Caption')).toHaveValue('Chalk')
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('only words') })
  await expect(page.locator('.field-error')).toBeVisible()
  await page.route('/api/images', (route) =>
    new Promise((resolve) => setTimeout(resolve, 3_000)).then(() => route.abort()),
  )
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)
  await expect(page.getByText('Choose a photo or drop it here')).toBeVisible()
})

test('a post that is sent while its photo is on its way waits for it, and for none that was given up', async ({
  page,
}) => {
  const trainer = await createTrainerAccount()
  await signInOnPage(page, trainer)
  await page.goto('/dashboard/addNewForum')
  await waitForHydration(page)
  await page.getByLabel('Caption').fill('A slow line, and sound knees')
  let arrive = () => {}
  const arriving = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('/api/images', (route) => arriving.then(() => route.continue()).catch(() => {}))
  const create = page.getByRole('button', { name: 'Create Post' })

  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await create.click()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(create).not.toHaveAttribute('aria-busy')

  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await create.click()
  arrive()
  await page.waitForURL('/forums')
  await expect(page.getByText('A slow line, and sound knees').first()).toBeVisible()
})

test('what was typed and not sent is there again after a link, a reload and a refusal, until it is sent', async ({
  page,
}) => {
  await signInOnPage(page, await createTrainerAccount())
  await page.goto('/dashboard/addNewForum')
  await waitForHydration(page)
  const caption = page.getByLabel('Caption')
  const note = page.getByText('We kept what you typed here before.')
  const leaveAndComeBack = async () => {
    await page.getByRole('link', { name: 'Manage Slots' }).first().click()
    await page.waitForURL('/dashboard/manageSlots')
    await page.goBack()
    await page.waitForURL('/dashboard/addNewForum')
  }
  await caption.fill('Half a thought')
  await expect(note).toBeHidden()
  await leaveAndComeBack()
  await expect(caption).toHaveValue('Half a thought')
  await expect(note).toBeVisible()
  await page.reload()
  await expect(caption).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByText('Photo is required')).toBeVisible()
  await leaveAndComeBack()
  await expect(caption).toHaveValue('Half a thought')
  await page.getByRole('link', { name: 'Start over' }).click()
  await expect(caption).toHaveValue('')
  await waitForHydration(page)

  await caption.fill('A whole one')
  await uploadPicture(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.waitForURL('/forums')
  await page.goto('/dashboard/addNewForum')
  await waitForHydration(page)
  await expect(caption).toHaveValue('')
})
