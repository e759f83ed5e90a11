import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, waitForHydration, newAccount, signUpWithForm, test, type NewAccount } from './fixtures.ts'
import { startNewClub } from './new-club.ts'
import { expectAccessible, isFullScale } from './screen-assertions.ts'

// each step at one width in turn; with `npm run prove` all steps at all widths
const viewportRuns = isFullScale ? [[1440], [390]] : [[1440, 390]]
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** Opens a page from the tabs of its section, or on a phone from the menu sheet. */
async function goTo(page: Page, section: string, tab: string, name: string | RegExp = tab): Promise<void> {
  await waitForHydration(page)
  const bar = page.getByRole('navigation', { name: 'Dashboard, short' })
  const isPhone = await bar.isVisible()
  if (isPhone) await bar.getByText('Menu').click()
  const menu = isPhone ? page.getByRole('dialog') : page.getByRole('navigation', { name: 'Dashboard' })
  if (!isPhone) await menu.getByRole('link', { name: section, exact: true }).click()
  const tabs = isPhone ? menu : page.getByRole('navigation', { name: section })
  await tabs.getByRole('link', { name: tab, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
}

async function signUpOnPage(page: Page, person: NewAccount): Promise<void> {
  await waitForHydration(page)
  await signUpWithForm(page, person)
  await expect(page.getByText('SignUp Successfully !!')).toBeVisible()
}

/** The open items of the checklist. */
const toDo = (page: Page) =>
  page
    .getByRole('region', { name: 'Before you open' })
    .getByRole('listitem')
    .filter({ hasText: 'To do:' })
    .locator('b')

for (const widths of viewportRuns)
  test(`an owner opens a club from an empty folder, sells the first hour, pays the trainer and forgets a member, at ${widths.join(' and ')} pixels`, async ({
    page,
    another,
  }) => {
    const club = await startNewClub()
    try {
      const [trainer, member] = [await another(), await another()]
      let steps = 0
      const step = async (what: string, work: () => Promise<void>) => {
        const width = widths[(steps += 1) % widths.length] ?? 0
        for (const each of [page, trainer, member]) await each.setViewportSize({ width, height: 844 })
        await test.step(what, work)
      }
      const [owner, coach, buyer] = [newAccount('Olga'), newAccount('Theo'), newAccount('Mara')]

      await step(
        'the first admin comes in by the link that the operator prints, which works once',
        async () => {
          const link = /http:\S+firstAdmin\S+/.exec(await club.task('first-admin'))?.[0] ?? ''
          await page.goto(link)
          await expect(page.getByText('the account you create here becomes its admin')).toBeVisible()
          await signUpOnPage(page, owner)
          await expect(page).toHaveURL(/\/dashboard$/)
          expect((await page.request.get(link)).status()).toBe(404)
        },
      )

      await step('the checklist leads from line to line', async () => {
        await expect(toDo(page)).toHaveText([
          'Address and opening hours',
          'First trainer',
          'Cards or cash',
          'Trainers’ share',
          'First page',
          'Time zone',
        ])
        await expectAccessible(page)
        await page.getByRole('link', { name: /^Enter address/ }).click()
        await expect(heading(page, 'Club Settings')).toBeVisible()
        await waitForHydration(page)
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Iron Works')
        await page.getByRole('textbox', { name: 'Company' }).fill('Iron Works GmbH')
        await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Mill Lane\n10115 Berlin')
        const save = async () => {
          const answer = page.waitForResponse((response) => response.request().method() === 'POST')
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await answer
          await expect(page.getByText('Settings saved.')).toBeVisible()
        }
        const saveTab = async (next: string) => {
          await save()
          await page.getByRole('tab', { name: next }).click()
          await expect(page.getByRole('tab', { name: next, selected: true })).toBeVisible()
        }
        await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
        await saveTab('Opening hours')
        for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
          await page.getByLabel(`${day}, opens`, { exact: true }).selectOption('06:00')
          await page.getByLabel(`${day}, closes`, { exact: true }).selectOption('22:00')
        }
        await saveTab('Money')
        await page.getByRole('textbox', { name: 'Tax number' }).fill('DE 123')
        await page.getByRole('textbox', { name: 'Tax rate' }).fill('19')
        await page.getByRole('combobox', { name: 'Currency' }).selectOption('eur')
        await page.getByRole('textbox', { name: 'Trainers’ share' }).fill('60')
        await page.getByLabel('Members can hold an hour for 48 hours and pay here').check({ force: true })
        await saveTab('First page')
        await expect(toDo(page)).toHaveText(['First trainer', 'First page'])
        await save()
        await expect(toDo(page)).toHaveText(['First trainer'])
        await expectAccessible(page)
      })

      await step('the first trainer applies, and the owner says yes', async () => {
        const told = await page.getByRole('region', { name: 'Before you open' }).textContent()
        await trainer.goto(/http:\S+beTrainer/.exec(told ?? '')?.[0] ?? '')
        await trainer.getByRole('link', { name: 'Sign Up' }).filter({ visible: true }).last().click()
        await signUpOnPage(trainer, coach)
        await trainer.getByLabel('Years of experience').fill('9')
        await trainer.getByLabel('Hours a day').fill('2')
        await trainer.getByLabel('Mon', { exact: false }).first().check({ force: true })
        await trainer.getByRole('button', { name: 'Submit Request' }).click()
        await expect(trainer.getByText('Request Submitted')).toBeVisible()
        await page.getByRole('link', { name: /^See applications/ }).click()
        await page.getByRole('link', { name: `Review ${coach.name}` }).click()
        await page.getByRole('button', { name: 'Yes, make trainer!' }).click()
        await page.getByRole('link', { name: 'OK', exact: true }).click()
        await goTo(page, 'Club', 'Settings', 'Club Settings')
        await expect(page.getByRole('region', { name: 'Before you open' })).toHaveCount(0)
      })

      await step('the first hour is sold for cash, and the sale ends at its invoice', async () => {
        await member.goto(`${club.address}/signUp`)
        await signUpOnPage(member, buyer)
        await goTo(page, 'People', 'Members')
        await page.getByRole('link', { name: buyer.name }).click()
        await page.getByRole('link', { name: 'Book an hour' }).click()
        await expect(page.getByText('06:00, €50')).toBeVisible()
        await expectAccessible(page)
        await page.getByText('06:00, €50').click()
        await page.getByRole('button', { name: 'Hold this hour' }).click()
        await expect(heading(page, 'Take payment')).toBeVisible()
        await waitForHydration(page)
        await page.getByLabel('Package').selectOption('gold')
        await page.getByLabel('Cash received').fill('100')
        await expect(page.getByLabel('Change for Mara')).toHaveValue('€30.00')
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Take €70.00' }).click()
        await expect(heading(page, 'Invoice')).toBeVisible()
        for (const words of ['Iron Works GmbH', 'Tax number DE 123', '€11.18', /^\d{4}-0001/])
          await expect(page.getByRole('article').getByText(words).first()).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: buyer.name }).click()
        await expect(heading(page, buyer.name)).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: /^Refund/ }).click()
        const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
        await expect(dialog.getByText('is due there until someone records')).toBeVisible()
        await expectAccessible(page)
        await dialog.getByRole('link', { name: 'Cancel' }).click()
      })

      await step('the trainer is paid their share, and cannot be paid more', async () => {
        await goTo(page, 'Money', 'Balance')
        await page.getByRole('link', { name: `Pay out to ${coach.name}` }).click()
        const dialog = page.getByRole('dialog', { name: `Pay out to ${coach.name}` })
        await expect(dialog.getByLabel('Amount')).toHaveValue('42')
        await dialog.getByRole('button', { name: 'Record payout' }).click()
        await expect(page.getByText('The payout of €42 is recorded.')).toBeVisible()
        await expect(page.getByText('€28').first()).toBeVisible()
      })

      await step('the books and everything about the member leave the club as files', async () => {
        await page.getByRole('main').getByRole('link', { name: 'Files' }).click()
        await expect(heading(page, 'Files for the office')).toBeVisible()
        const books = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Ledger, CSV', exact: true }).click()
        const lines = (await readFile(await (await books).path(), 'utf8')).trim().split('\n')
        expect(lines).toHaveLength(3)
        await goTo(page, 'Money', 'Invoices', /^Invoices of/)
        await expectAccessible(page)
        await member.goto(`${club.address}/dashboard/profileSettings/account`)
        await waitForHydration(member)
        await expectAccessible(member)
        await member.getByRole('button', { name: 'Make a copy' }).click()
        await expect(async () => {
          await member.reload()
          await expect(member.getByRole('link', { name: 'Download my data' })).toBeVisible({ timeout: 500 })
        }).toPass()
        const copy = member.waitForEvent('download')
        await member.getByRole('link', { name: 'Download my data' }).click()
        const bytes = await readFile(await (await copy).path())
        expect(bytes.subarray(0, 2).toString()).toBe('PK')
      })

      await step('the member is forgotten, and the books stay', async () => {
        await page.getByRole('link', { name: 'Balance', exact: true }).click()
        await expect(heading(page, 'Balance')).toBeVisible()
        await goTo(page, 'People', 'Members')
        await page.getByRole('link', { name: buyer.name }).click()
        await page.getByRole('link', { name: 'Delete the account' }).click()
        const dialog = page.getByRole('dialog', { name: `Delete the account of ${buyer.name}?` })
        await expectAccessible(page)
        await dialog.getByText('Their hour goes to someone else.').click()
        await dialog.getByLabel('Reason').fill('Asked at the desk')
        await dialog.getByRole('button', { name: 'Delete the account' }).click()
        await expect(page.getByText(`The account of ${buyer.name} is deleted.`)).toBeVisible()
        await goTo(page, 'People', 'Members')
        await expect(page.getByRole('link', { name: buyer.name })).toHaveCount(0)
        await goTo(page, 'Money', 'Balance')
        await expect(page.getByText('Former member').first()).toBeVisible()
        await member.reload()
        await expect(heading(member, 'Sign In')).toBeVisible()
        const subjects = async () => (await club.mail.letters()).map(({ subject }) => subject)
        await expect.poll(subjects).toContain('Your account has been deleted')
      })
    } finally {
      await club.stop()
    }
  })
