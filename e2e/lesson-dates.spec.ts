import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { formatDay, formatFullDay, weekdayName } from '#format/days.ts'
import { signInAsNewAdmin } from './dashboard-helpers.ts'
import { query } from './database.ts'
import {
  testCards,
  expect,
  createAccount,
  createTrainerAccount,
  payByCard,
  test,
  clickThroughToPayment,
  type NewAccount,
} from './fixtures.ts'
import { address } from './run-settings.ts'
import { expectAccessible, expectAccessibleScreen } from './screen-assertions.ts'

/** Signs in without the form. */
async function signInQuickly(page: Page, { email, password }: NewAccount): Promise<void> {
  const data = { email, password }
  const answer = await page.request.post('/api/auth/sign-in/email', { data, headers: { Origin: address } })
  expect(answer.status(), await answer.text()).toBe(200)
}

type LessonDate = { id: string; day: string }

/** Waits for the lessons of a month and returns them by day. */
async function lessonsOfMonth(
  bookingId: string,
): Promise<[LessonDate, LessonDate, LessonDate, ...LessonDate[]]> {
  const hours = await query<LessonDate>(
    `select id, on_date::text as day from lessons where booking_id = $1 and state = 'planned' order by on_date`,
    [bookingId],
  )
  const [first, second, third, ...others] = hours
  if (!first || !second || !third) throw new Error('The month has too few hours.')
  return [first, second, third, ...others]
}

/** Fetches the calendar feed whose URL the page shows. Returns its entries with their states. */
async function readCalendar(page: Page): Promise<{ title: string; state: string }[]> {
  await page.goto('/dashboard/calendar')
  const ofMember = await page.getByRole('textbox', { name: 'Your link' }).inputValue()
  const text = await (await page.request.get(ofMember)).text()
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => ({
    title: new ICAL.Event(entry).summary,
    state: String(entry.getFirstPropertyValue('status')),
  }))
}

const row = (page: Page, hour: LessonDate) =>
  page.getByRole('listitem').filter({ hasText: `${formatDay(hour.day)}, 06:00` })

test('a member knows the dates, gives two back, moves one, has another trainer for a day and none on a holiday', async ({
  page,
  another,
  moreWindow,
}) => {
  const trainer = await createTrainerAccount(2)
  const cover = await createTrainerAccount(1)
  const member = await createAccount(page)
  const bookingId = await clickThroughToPayment(page, trainer, async () => {
    const promised = page.getByRole('region', { name: 'Your dates' }).getByRole('row')
    await expect(promised.getByText(/, held for you$/).first()).toBeAttached()
  })
  await payByCard(page, testCards.pays)
  await page.waitForURL('/')
  const hours = await lessonsOfMonth(bookingId)
  await expect(page.getByText(`The hour is yours, ${member.name.split(' ')[0]}.`)).toBeVisible()

  // in time: the page announces a make-up; by keyboard
  const [late, moved, given, ...others] = hours
  await page.goto(`/dashboard/hour/${bookingId}`)
  await page.getByRole('link', { name: `${formatFullDay(given.day)}, yours` }).click()
  await page.waitForURL(`/dashboard/lesson/${given.id}`)
  await expectAccessibleScreen(page)
  const give = page.getByRole('listitem').filter({ hasText: 'Give it back' })
  await expect(give).toContainText(/You get a make-up to use until .* your first of two this month/)
  const opens = page.getByRole('button', { name: 'Can’t come' })
  await opens.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opens).toBeFocused()
  await opens.press('Enter')
  await page.getByRole('button', { name: 'Yes, give it back' }).press('Enter')
  await expect(page.getByText(/^You have a make-up to use until/)).toBeVisible()
  await expect(page.getByText('This hour is off.')).toBeVisible()

  await page.goto(`/dashboard/lesson/${moved.id}`)
  const moves = page.getByRole('link', { name: 'Move this hour' })
  await moves.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move this hour' })).toBeVisible()
  await expectAccessibleScreen(page)
  await page.keyboard.press('Escape')
  await page.waitForURL(`/dashboard/lesson/${moved.id}`)
  await moves.click()
  await page
    .getByLabel(/^07:00/)
    .first()
    .check()
  await page.getByRole('button', { name: /^Move to .*, 07:00$/ }).click()
  await page.waitForURL('/dashboard/week')
  await expect(row(page, moved)).toContainText(/You moved it to .*, 07:00\./)
  await expect(row(page, given)).toContainText('You gave it back in time. You have a make-up.')
  await expectAccessibleScreen(page, { contrast: true })

  // too late, without scripts
  await query('update participants set free_until = club_now() where lesson_id = $1', [late.id])
  const plain = await moreWindow('without scripts', { javaScriptEnabled: false })
  await plain.context().addCookies(await page.context().cookies())
  await plain.goto(`/dashboard/lesson/${late.id}/move`)
  await expect(plain.getByText('It can’t be moved.')).toBeVisible()
  await plain.getByRole('link', { name: 'Cancel' }).click()
  await expect(plain.getByText('If you don’t come now, the hour counts as used.')).toBeVisible()
  await plain.getByRole('button', { name: 'Can’t come' }).click()
  await plain.getByRole('button', { name: 'Yes, give it back' }).click()
  await expect(plain.getByText('You gave the hour back.')).toBeVisible()

  // the trainer is ill on a Tuesday, and the first volunteer covers the lesson
  const ill = others.find(({ day }) => weekdayName(day) === 'Tuesday')!
  const ofTrainer = await another()
  await signInQuickly(ofTrainer, trainer)
  await ofTrainer.goto('/dashboard/week?week=1')
  await expect(ofTrainer.getByText(member.name).first()).toBeVisible()
  await expectAccessibleScreen(ofTrainer)
  await ofTrainer.goto(`/dashboard/lesson/${ill.id}`)
  await ofTrainer.getByRole('link', { name: 'Ask for cover' }).click()
  await expect(ofTrainer.getByText(`${formatDay(ill.day)}, 06:00 with ${member.name}`)).toBeVisible()
  await expectAccessibleScreen(ofTrainer)
  await ofTrainer.getByRole('button', { name: 'Ask for cover' }).click()
  await expect(ofTrainer.getByText('One hour is offered to the other trainers.')).toBeVisible()
  const ofCover = await another()
  await signInQuickly(ofCover, cover)
  await ofCover.goto('/dashboard/covers')
  const wanted = ofCover.getByRole('listitem').filter({ hasText: `${trainer.name} is away` })
  await wanted.getByRole('button', { name: /^Take this hour/ }).click()
  await ofCover.waitForURL('/dashboard')
  await ofTrainer.goto('/dashboard/manageSlots')
  await expect(ofTrainer.getByText(/^ends .* unless kept$/)).toBeVisible()
  await ofTrainer.getByRole('link', { name: 'Give up Slot 1' }).click()
  await expectAccessibleScreen(ofTrainer)

  // a closure: the page shows the people affected before it notifies them
  const holiday = others.at(-1)!
  const office = await another()
  await signInAsNewAdmin(office)
  await office.goto(`/dashboard/closures?fromDay=${holiday.day}&reason=Holiday`)
  const question = office.getByRole('dialog', { name: `Close ${formatDay(holiday.day)}?` })
  await expect(question.getByText(`${member.name}, with ${trainer.name}`)).toBeVisible()
  await expect(question.getByRole('link', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(office)
  await question.getByRole('button', { name: 'Close the day' }).click()
  // members of other tests have hours on this day, and not every one of them gets email
  await expect(office.getByText(/called off\. /)).toBeVisible()
  await office.getByRole('button', { name: new RegExp(`Reopen.*${formatDay(holiday.day)}`) }).click()
  await expect(office.getByText('Reopened. Hours that were called off stay off.')).toBeVisible()
  await office.goto(`/dashboard/owed/${bookingId}`)
  await expect(office.getByRole('link', { name: /^Refund .* for .*/ }).first()).toBeVisible()
  await office.getByLabel('Reason').fill('The shower was cold')
  await office.getByLabel('Reason').press('Enter')
  await expect(office.getByText(`${member.name} has a make-up to use until`)).toBeVisible()
  await expectAccessibleScreen(office)

  const entries = await readCalendar(page)
  expect(entries.filter(({ state }) => state === 'CANCELLED')).toHaveLength(1)
  expect(entries.filter(({ title }) => title.includes(cover.name))).toHaveLength(1)
  // one lesson was moved and two were given back
  expect(entries).toHaveLength(hours.length - 2)
  // the make-up is used for another date
  await page.goto('/dashboard/week')
  await page
    .getByRole('link', { name: /^Choose an hour/ })
    .first()
    .click()
  await page.waitForURL('/dashboard/makeUp/*')
  await expectAccessibleScreen(page)
  await page
    .getByLabel(/^07:00/)
    .first()
    .check()
  await page.getByRole('button', { name: /^Take .*, 07:00$/ }).click()
  await page.waitForURL('/dashboard/week')
  await expect(page.getByText(/^Yours: .*, 07:00\.$/)).toBeVisible()
  await page.getByRole('link', { name: / more until / }).click()
  await expect(row(page, ill)).toContainText(`${cover.name}, for ${trainer.name.split(' ')[0]}`)
  await expect(row(page, holiday)).toContainText('The club is closed. You have a make-up.')
})
