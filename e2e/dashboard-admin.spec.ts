import { signInAsNewAdmin } from './dashboard-helpers.ts'
import { moveTrainerToTop, paymentsOf, query } from './database.ts'
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
import { expectAccessible } from './screen-assertions.ts'

test('an admin finds and deletes a subscriber, and saves the list', async ({ page }) => {
  await signInAsNewAdmin(page)
  const { name, email } = newAccount('Letty')
  await query(`insert into subscribers (name, email) values ($1, lower($2))`, [name, email])
  await page.goto(`/dashboard/allSubscribers?search=${name.split(' ')[1]}`)
  await waitForHydration(page)
  await expect(page.getByRole('columnheader')).toHaveText(['#', 'Id', 'Name', 'Email', 'Action'])
  const file = await page.request.get('/dashboard/files/subscribers.csv')
  expect(file.headers()['content-disposition']).toContain('subscribers.csv')
  expect(await file.text()).toContain(`${name},${email.toLowerCase()}`)

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.route('**/*.data*', (route) => route.fulfill({ contentType: 'text/html', body: 'Wi-Fi' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const toast = page.getByRole('region', { name: 'Notices' }).getByRole('alert')
  await expect(toast).toContainText('We couldn’t reach the club.')
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted Subscriber')).toBeVisible()
  await expect(page.getByText('No one found')).toBeVisible()
  // the focus moves to the place of the deleted row
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

/** Returns the dollars after a label on the balance page. */
const dollars = (text: string | null) => Number((text ?? '').replace('−', '-').replace(/[^\d.-]/g, ''))

test('a payout agrees on the balance, in the ledger and as Payment Status', async ({ page, another }) => {
  const trainer = await createTrainerAccount()
  const buyer = await another()
  await createAccount(buyer)
  await buySlot(buyer, trainer)

  await signInAsNewAdmin(page)
  await page.goto(`/dashboard/balance?payout=${trainer.id}`)
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: `Pay out to ${trainer.name}` })
  await expect(dialog.getByLabel('Amount')).toHaveValue('70')
  await dialog.getByLabel('Amount').fill('71')
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    `${trainer.name} is owed $70, so no more can be paid out.`,
  )
  await dialog.getByLabel('Amount').fill('70')
  await dialog.getByLabel('Note').fill(`For ${trainer.name}`)
  await dialog.getByRole('button', { name: 'Record payout' }).dblclick()
  await expect(page.getByText('The payout of $70 is recorded.')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: `For ${trainer.name}` })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Paid out')
  await expect(row).toContainText('−$70')
  const figures = page.locator('.stat-cards .stat-card-value')
  const remaining = dollars(await figures.nth(0).textContent())
  const total = dollars(await figures.nth(1).textContent())
  const [, payouts = ''] =
    /payouts of (\S+)/.exec((await page.locator('.stat-cards').textContent()) ?? '') ?? []
  expect(remaining).toBe(total - dollars(payouts))

  const statuses = await query<{ paid: number }>(
    'select sum(amount_cents)::int as paid from payouts where trainer_id = $1',
    [trainer.id],
  )
  expect(statuses[0]?.paid).toBe(7000)
  await moveTrainerToTop(trainer.id)
  await page.goto('/dashboard/allTrainers')
  await expect(page.getByRole('row').filter({ hasText: trainer.name })).toContainText('Paid')
  await page.goto('/dashboard/auditLog')
  await expect(page.getByRole('row').filter({ hasText: `For ${trainer.name}` })).toContainText(
    /Paid out \$\d+/,
  )
})

test('a refund asks for amount and reason, and pressing twice gives the money back once', async ({
  page,
  another,
}) => {
  const trainer = await createTrainerAccount()
  const buyer = await another()
  const member = await createAccount(buyer)
  const bookingId = await buySlot(buyer, trainer)

  await signInAsNewAdmin(page)
  await page.goto('/dashboard/balance')
  await waitForHydration(page)
  await page.getByRole('link', { name: `Refund ${member.name}, $70` }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
  await expect(dialog).toContainText(member.name)
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByLabel('Reason').fill('One class fell out.')
  await dialog.getByRole('button', { name: 'Refund' }).dblclick()
  await expect(page.getByText('The refund of $20 is on its way.')).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('row').filter({ hasText: member.name }).filter({ hasText: 'Refunded' }).count()
    })
    .toBe(1)
  expect(await paymentsOf(bookingId)).toEqual([7000])
  const refunds = await query<{ cents: number }>(
    `select sum(refunds.amount_cents)::int as cents from refunds
      join payments on payments.id = refunds.payment_id where payments.booking_id = $1`,
    [bookingId],
  )
  expect(refunds[0]?.cents).toBe(2000)

  await buyer.goto(`/dashboard/receipt/${bookingId}`)
  await expect(buyer.getByRole('heading', { name: 'Invoice' })).toBeVisible()
  await expect(buyer.getByText('One class fell out.')).toBeVisible()
  await expect(buyer.getByRole('heading', { name: 'Credit note' })).toBeVisible()
  await expect(buyer.getByText('−$20.00').last()).toBeVisible()
  await expect(buyer.getByText('Never by itself'), 'what went back renews nothing').toHaveCount(1)
  const ledger = await (await page.request.get('/dashboard/files/ledger.csv')).text()
  expect(ledger).toContain('One class fell out.')
})

test('pictures are hung, described, moved and taken down', async ({ page }) => {
  await signInAsNewAdmin(page)
  await page.goto('/dashboard/gallery')
  await waitForHydration(page)
  const before = await query<{ count: number }>('select count(*)::int as count from gallery_items')
  const count = before[0]?.count ?? 0
  await page.getByLabel('Add pictures').setInputFiles([
    { ...(await pictureFile()), name: 'one.png' },
    { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { ...(await pictureFile()), name: 'two.png' },
  ])
  await expect(page.getByText('2 pictures are now at the end of the gallery.')).toBeVisible()
  await expect(page.locator('.uploads li')).toHaveText(/^bad.png.*isn’t a picture that can be used/)
  const last = page.locator('.gallery-rows li').nth(count + 1)
  await last.getByLabel('Caption').fill('The new rack')
  await last.getByLabel('Description').fill('A rack with six bars')
  await last.getByRole('button', { name: 'Save the caption' }).click()
  await expect(page.getByText('Caption saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Move The new rack up' }).click()
  await expect(page.locator('.gallery-rows li').nth(count).getByLabel('Caption')).toHaveValue('The new rack')
  for (const name of ['The new rack', `picture ${count + 1}`]) {
    await page.getByRole('button', { name: `Take down ${name}` }).click()
    await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it down' }).click()
    await expect(page.getByRole('button', { name: `Take down ${name}` })).toHaveCount(0)
  }
})

test('what asks before a voice is taken down opens and goes by keyboard', async ({ page }) => {
  const [one] = await query<{ voice: string }>('select id as voice from testimonials limit 1')
  await signInAsNewAdmin(page)
  await page.goto(`/dashboard/club/voices/${one?.voice}`)
  await waitForHydration(page)
  const opens = page.getByRole('button', { name: 'Take it down' })
  await opens.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Take this testimonial down?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(opens).toBeFocused()
})

test('pages are printed as wide as the paper, dark on white, whatever the theme', async ({ page }) => {
  await signInAsNewAdmin(page)
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.goto('/dashboard/house')
  await page.context().addCookies([{ name: 'palestra_theme', value: 'dark', url: page.url() }])
  for (const chosen of ['dark', '']) {
    if (chosen === '') await page.context().clearCookies({ name: 'palestra_theme' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto('/dashboard/house')
    const main = page.getByRole('main')
    expect((await main.boundingBox())?.width).toBe(794)
    await expect(main).toHaveCSS('color', 'rgb(21, 20, 15)')
  }
})

test('what was typed comes back field by field, also where several are sent by one name, and goes with who signs out', async ({
  page,
}) => {
  await signInAsNewAdmin(page)
  const own = () => page.locator('main form').first().locator('input:not([type="hidden"]), textarea')
  const values = () => own().evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  await page.goto('/dashboard/club')
  await waitForHydration(page)
  const before = await values()
  await page.getByLabel('Company').fill('Iron Works GmbH')
  const typed = await values()
  expect(typed).not.toEqual(before)
  await page
    .getByRole('link', { name: /^People/ })
    .first()
    .click()
  await page.waitForURL('/dashboard/members')
  await page.goBack()
  await page.waitForURL('/dashboard/club')
  await expect(page.getByText('We kept what you typed here before.')).toBeVisible()
  expect(await values()).toEqual(typed)
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed ')))
  expect(await kept()).toHaveLength(1)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/')
  expect(await kept()).toEqual([])
})
