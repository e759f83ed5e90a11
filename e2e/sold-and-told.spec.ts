import type { Page } from '@playwright/test'
import { addDays, formatDay } from '#format/days.ts'
import { signInAsNewAdmin, signInOnPage } from './dashboard-helpers.ts'
import { query } from './database.ts'
import { buySlot, createAccount, createTrainerAccount, expect, test } from './fixtures.ts'
import { expectAccessibleScreen } from './screen-assertions.ts'

// What is sold can be given, a buyer is asked before they are in two places, and everybody concerned is told.

const isoDay = (fromToday: number) => addDays(new Date().toISOString().slice(0, 10), fromToday)

/** Ids of the planned lessons of a month, from the day after tomorrow on. */
async function lessonsAhead(bookingId: string): Promise<string[]> {
  const lessons = await query<{ id: string }>(
    `select id from lessons where booking_id = $1 and state = 'planned' and on_date > club_today() + 1 order by on_date`,
    [bookingId],
  )
  return lessons.map(({ id }) => id)
}

async function callOff(page: Page, lessonId: string): Promise<void> {
  const answer = await page.request.post(`/api/v1/lessons/${lessonId}/call-off`, { data: {} })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('while a trainer is away, no month is sold, giving back costs nothing, and make-ups are used with others', async ({
  page,
  another,
}) => {
  const [trainer, other] = [await createTrainerAccount(2), await createTrainerAccount(2)]
  await createAccount(page)
  const bookingId = await buySlot(page, trainer)
  const ofTrainer = await another()
  await signInOnPage(ofTrainer, trainer)
  const absence = { fromDay: isoDay(0), untilDay: isoDay(31) }
  const said = await ofTrainer.request.post('/api/v1/absences', { data: absence })
  expect(said.status(), await said.text()).toBe(200)

  await page.goto(trainer.path)
  await expect(page.getByText(/^Free again from /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book this hour/ })).toHaveCount(0)
  await expectAccessibleScreen(page)
  await ofTrainer.goto('/dashboard/manageSlots')
  await expect(ofTrainer.getByText(/^from /)).toBeVisible()

  await page.goto(`/dashboard/lesson/${(await lessonsAhead(bookingId)).at(-1)}`)
  await expect(page.getByText(/is away, so this costs you nothing/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Can’t come' }).click()
  await page.getByRole('button', { name: 'Yes, give it back' }).click()
  await expect(page.getByText(/^You have a make-up to use until/)).toBeVisible()
  await page.goto('/dashboard/week')
  await page
    .getByRole('link', { name: /^Choose an hour/ })
    .last()
    .click()
  await expect(page.getByLabel(new RegExp(`^07:00.*${other.name}`)).first()).toBeAttached()
  await expectAccessibleScreen(page)
})

test('a buyer with another hour at the time is asked, and the trainer has a letter of the sale', async ({
  page,
}) => {
  const [first, second] = [await createTrainerAccount(1), await createTrainerAccount(1)]
  const member = await createAccount(page)
  await buySlot(page, first)
  await page.goto(second.path)
  await page.getByRole('button', { name: /^Book this hour.*Slot 1,/ }).click()
  const question = page.getByRole('region', { name: 'Another hour at the same time' })
  await expect(question.getByText(`You are with ${first.name.split(' ')[0]} then`)).toBeVisible()
  await expectAccessibleScreen(page)
  await question.getByRole('button', { name: 'Let it go' }).click()
  await expect(question).toHaveCount(0)
  const letter = page.getByRole('navigation', { name: 'Letters' }).getByRole('link')
  await expect(async () => {
    await page.goto('/mailbox')
    await expect(letter.filter({ hasText: `Sold: 06:00, ${member.name}` })).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('whom no email reaches is on the first pages with a telephone, until they are told or the hour begins', async ({
  page,
  another,
}) => {
  const trainer = await createTrainerAccount(1)
  const member = await createAccount(page)
  const bookingId = await buySlot(page, trainer)
  const [person] = await query<{ id: string }>('select id from users where email = $1', [member.email])
  // a letter that is accepted later would clear the mark
  await expect
    .poll(() => query('select from letters where email = $1 and handed_over_at is null', [member.email]))
    .toEqual([])
  await query(
    `insert into letters (cause, letter, name, email, subject, html, text, next_try_at, failed_at, failure, address_refused)
      values (gen_random_uuid(), 'any', '', $1, 'Any', '', '', null, club_now(), '550 5.1.1 Unknown', true)`,
    [member.email],
  )
  const office = await another()
  await signInAsNewAdmin(office)
  await office.goto(`/dashboard/members/${person!.id}`)
  await office.getByLabel('Telephone').fill('+49 30 123-45')
  await office.getByLabel('What we call them').fill('Mimi')
  await office.getByRole('button', { name: 'Save contact' }).click()
  await expect(office.getByText(`The contact details of ${member.name} are saved.`)).toBeVisible()
  await expectAccessibleScreen(office)
  await page.goto('/dashboard')
  await expect(page.getByText(/^Good (morning|afternoon|evening), Mimi\./)).toBeVisible()

  const ofTrainer = await another()
  await signInOnPage(ofTrainer, trainer)
  const [one, two] = await lessonsAhead(bookingId)
  const row = (where: Page) => where.getByRole('listitem').filter({ hasText: `${member.name} +49 30 123-45` })
  await callOff(ofTrainer, one!)
  await ofTrainer.goto('/dashboard')
  await expect(row(ofTrainer).getByRole('link')).toHaveAttribute('href', 'tel:+493012345')
  await expectAccessibleScreen(ofTrainer)
  await row(ofTrainer).getByRole('button', { name: 'I told them' }).click()
  await expect(ofTrainer.getByText(`Noted: you told ${member.name}.`)).toBeVisible()
  await expect(row(ofTrainer)).toHaveCount(0)

  await callOff(ofTrainer, two!)
  await office.goto('/dashboard/notTold')
  await expect(row(office)).toContainText('Not told: Called off: ')
  await expectAccessibleScreen(office)
  await query(
    `update letters set tell_by = club_now(), tell_until = club_now() where user_id = $1 and tell_until > club_now()`,
    [person!.id],
  )
  await office.reload()
  await expect(row(office)).toHaveCount(0)
})

test('a closed day stands in the footer and the data of the home page, and a buyer reads of an hour outside the opening hours', async ({
  page,
  another,
}) => {
  // the trainers of other tests give no hours on Sundays
  const sunday = Array.from({ length: 7 }, (_, ahead) => isoDay(2 + ahead)).find(
    (day) => new Date(day).getUTCDay() === 0,
  )!
  const office = await another()
  await signInAsNewAdmin(office)
  await office.goto(`/dashboard/closures?fromDay=${sunday}&reason=Stocktaking`)
  await office.getByRole('button', { name: 'Close the day' }).click()
  const reopen = office.getByRole('button', { name: new RegExp(`Reopen.*${formatDay(sunday)}`) })
  await expect(reopen).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(`Closed on ${formatDay(sunday)}: Stocktaking`)
  expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain(
    `"validFrom":"${sunday}"`,
  )
  await reopen.click()
  await expect(reopen).toHaveCount(0)

  const trainer = await createTrainerAccount(1)
  const ofTrainer = await another()
  await signInOnPage(ofTrainer, trainer)
  await ofTrainer.goto('/dashboard/manageSlots?slot=new')
  await ofTrainer.getByLabel('Title').fill('Night watch')
  await ofTrainer.getByLabel('Time').selectOption('23')
  await ofTrainer.getByRole('button', { name: 'Save' }).click()
  const note = 'This hour is outside the opening hours, 05:45 to 22:00.'
  await expect(ofTrainer.getByText(note)).toBeVisible()
  await expectAccessibleScreen(ofTrainer)
  await ofTrainer.getByRole('button', { name: 'Offer it anyway' }).click()
  await expect(ofTrainer.getByText('Slot added. Members can book it now.')).toBeVisible()
  await page.goto(trainer.path)
  await expect(page.getByText(note)).toBeVisible()
})
