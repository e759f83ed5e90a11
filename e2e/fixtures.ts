import { randomBytes } from 'node:crypto'
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test'
import sharp from 'sharp'
import { capitalize } from '#format/text.ts'
import { languageOf } from '#messages/languages.ts'
import { insertSession, insertAccount, insertTrainer } from './database.ts'
import { matching, setTestLanguage, t } from './language.ts'
import { address } from './run-settings.ts'

type Fixtures = {
  /** The language of names and sentences: that of the browser. */
  testLanguage: void
  /** Whether the browser runs scripts. */
  runsScripts: boolean
  quietConsole: (context: BrowserContext) => void
  /** A page of another person, in a separate browser context. */
  another: () => Promise<Page>
  /** Returns another browser context for this test, by name. */
  moreWindow: OpenPage
}

type WorkerFixtures = {
  /**
   * Browser contexts are opened once and stay open from test to test. Playwright's own way to reuse a context
   * clears its caches, and loading and compiling all files again takes as long as the page itself.
   */
  keptWindow: OpenPage
}

type OpenPage = (name: string, options?: BrowserContextOptions) => Promise<Page>

/** A console error or warning fails every browser test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  quietConsole: [
    async ({ browserName: _ }, use) => {
      const complaints: string[] = []
      const note = (page: Page | null, text: string) => void complaints.push(`${page?.url()}: ${text}`)
      const onError = (thrown: WebError) => {
        // React Router skips a view transition at the next navigation, and leaves its promise rejected
        if (thrown.error().message !== 'Transition was skipped. skipTransition() called')
          note(thrown.page(), thrown.error().message)
      }
      const onMessage = (message: ConsoleMessage) => {
        if (!['error', 'warning'].includes(message.type())) return
        // the browser logs 4xx responses, which some tests expect
        if (/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
          return
        note(message.page(), message.text())
      }
      const watched: BrowserContext[] = []
      const watch = (each: BrowserContext) => {
        watched.push(each)
        each.on('weberror', onError).on('console', onMessage)
      }
      await use(watch)
      for (const each of watched) each.off('weberror', onError).off('console', onMessage)
      expect(complaints, 'the console stays empty').toEqual([])
    },
    { auto: true },
  ],
  keptWindow: [
    async ({ browser }, use) => {
      const windows: Record<string, Page> = {}
      await use(
        async (name, options) => (windows[name] ??= await (await browser.newContext(options)).newPage()),
      )
    },
    { scope: 'worker' },
  ],
  moreWindow: async (
    { keptWindow, quietConsole, baseURL, ignoreHTTPSErrors, javaScriptEnabled, locale },
    use,
  ) => {
    // a file may need other context options
    const kind = JSON.stringify({ baseURL, ignoreHTTPSErrors, javaScriptEnabled, locale })
    const opened: Page[] = []
    await use(async (name, options) => {
      const page = await keptWindow(`${name}, ${kind}`, options)
      quietConsole(page.context())
      opened.push(page)
      return page
    })
    for (const page of opened) await resetPage(page)
  },
  another: async ({ moreWindow }, use) => {
    let people = 0
    await use(() => moreWindow(`somebody else ${(people += 1)}`))
  },
  testLanguage: [
    async ({ locale }, use) => {
      setTestLanguage(languageOf(locale ?? 'en') ?? 'en')
      await use()
    },
    { auto: true },
  ],
  runsScripts: [true, { option: true }],
  page: async ({ runsScripts, moreWindow }, use) =>
    use(
      runsScripts
        ? await moreWindow('own')
        : await moreWindow('without scripts', { javaScriptEnabled: false }),
    ),
  context: async ({ page }, use) => use(page.context()),
})

/** Options of a journey that the long form repeats in every language. */
export const inEachLanguage = { tag: '@languages' }

export const desktop = { width: 1440, height: 900 }

/** Resets a context: no session, no storage, no emulation, no routes. */
async function resetPage(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  // a page of the same origin, since another origin would cost the next test a new renderer process
  await page.goto('/robots.txt')
  await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()))
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'no-preference' })
  if (page.viewportSize()?.width !== desktop.width) await page.setViewportSize(desktop)
}

export { expect }

/** Waits until the page is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
}

export const demoPassword = 'Palestra1!'

const demoSessions = new Map<string, string>()

/** Signs in a demo account, such as 'member', with a session that the worker's tests share and must not end. */
export async function signInAsDemoUser(page: Page, name: string): Promise<void> {
  const session = demoSessions.get(name) ?? (await insertSession(`${name}@palestra.example`))
  demoSessions.set(name, session)
  await setSessionCookie(page, session)
}

export const setSessionCookie = (page: Page, session: string) =>
  page.context().addCookies([{ name: 'palestra.session_token', value: session, url: address }])

/** Signs in any other account, through the form on the current page. */
export async function signInWithForm(page: Page, { email }: Pick<NewAccount, 'email'>): Promise<void> {
  await page.getByLabel(t('form.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('navigation.signIn'), exact: true }).click()
}

export type NewAccount = { name: string; email: string; password: string }

/** Returns a new person with a unique email. */
export function newAccount(firstName = 'Nora'): NewAccount {
  const mark = randomBytes(4).toString('hex')
  return { name: `${firstName} ${mark}`, email: `${firstName}.${mark}@example.com`, password: demoPassword }
}

/** A photo as a file for an input. */
export async function pictureFile() {
  const buffer = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#2f6f8f' } })
    .png()
    .toBuffer()
  return { name: 'me.png', mimeType: 'image/png', buffer }
}

/** Fills in and submits the sign-up form on the current page. */
export async function signUpWithForm(page: Page, { name, email, password }: NewAccount): Promise<void> {
  await page.getByLabel(t('form.name')).fill(name)
  await page.getByLabel(t('form.email')).fill(email)
  await page.getByRole('textbox', { name: t('signUp.password') }).fill(password)
  await page.getByLabel(t('signUp.photo')).setInputFiles(await pictureFile())
  await page.getByRole('button', { name: t('navigation.signUp'), exact: true }).click()
}

/** Inserts an account into the database. With a page, signs it in there. */
export async function createAccount(
  page?: Page,
  { name, email, password } = newAccount(),
): Promise<NewAccount> {
  const person = { name, email: email.toLowerCase(), password }
  await insertAccount(person.name, person.email)
  if (page) await setSessionCookie(page, await insertSession(person.email))
  return person
}

export type TrainerAccount = NewAccount & { id: string; path: string }

/** Creates a trainer for this test, with slot 1 at 06:00 and so on, $50 each. */
export async function createTrainerAccount(hours = 2): Promise<TrainerAccount> {
  const { name, email, password } = newAccount('Tess')
  const person = { name, email: email.toLowerCase(), password }
  await insertAccount(person.name, person.email)
  const id = await insertTrainer(person.email, hours)
  return { ...person, id, path: `/trainers/${id}` }
}

async function callApi(
  page: Page,
  method: string,
  path: string,
  data: unknown,
): Promise<Record<string, string>> {
  const answer = await page.request.fetch(`/api/${path}`, { method, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** Holds a trainer's first slot and chooses gold, by database calls. */
export async function holdSlotWithPlan(page: Page, trainer: TrainerAccount): Promise<string> {
  const hour = { trainer: { _id: trainer.id }, cls: { slot_name: 'Slot 1' } }
  const { insertedId: bookingId = '' } = await callApi(page, 'POST', 'cartClass', hour)
  await callApi(page, 'PUT', `cartClass/${bookingId}`, { status: 'gold', acceptsOverlap: true })
  return bookingId
}

/** The same, and pays by card. */
export async function buySlot(page: Page, trainer: TrainerAccount): Promise<string> {
  const bookedId = await holdSlotWithPlan(page, trainer)
  const { clientSecret } = await callApi(page, 'POST', 'create-payment-intent', { price: 70, bookedId })
  const card = { number: testCards.pays, exp_month: 12, exp_year: 2034, cvc: '123' }
  const { id: transctionID } = await callApi(page, 'POST', 'sandbox/confirm', { clientSecret, card })
  await callApi(page, 'POST', 'payments', { bookedId, transctionID })
  return bookedId
}

/** Opens the payment page. */
export async function openPaymentPage(page: Page, trainer: TrainerAccount): Promise<string> {
  const bookingId = await holdSlotWithPlan(page, trainer)
  await page.goto(`/dashboard/payment/${bookingId}`)
  await waitForHydration(page)
  return bookingId
}

/** The same through the pages. `look` runs on the page of plans. */
export async function clickThroughToPayment(
  page: Page,
  trainer: TrainerAccount,
  look?: () => Promise<void>,
): Promise<string> {
  await page.goto(trainer.path)
  await waitForHydration(page)
  await page.getByRole('button', { name: bookButton('Slot 1') }).click()
  await page.waitForURL('**/trainerBooked/*')
  await look?.()
  await choosePlan(page, 'gold')
  await page.waitForURL('**/dashboard/payment/*')
  return page.url().split('/').at(-1) ?? ''
}

/** The name of the button that books an hour, for instance `Slot 1`. */
export const bookButton = (slot = '') => new RegExp(`^${t('trainersAndBooking.bookThisHour')}.*${slot},`)

/** The name of the button that chooses a plan. */
export const planButton = (plan: string) =>
  matching('choosePlan.choose', { name: capitalize(plan), value: '*' })

/** Chooses a plan on its page. */
export async function choosePlan(page: Page, plan: 'silver' | 'gold' | 'diamond'): Promise<void> {
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: planButton(plan) }).click()
}

/** The demo club's test cards. */
export const testCards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  asksTheBank: '4000002500003155',
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(t('sandboxCard.cardNumber')).fill(number)
  await page.getByLabel(t('sandboxCard.expires')).fill('1234')
  await page.getByLabel(t('sandboxCard.securityCode')).fill('123')
}

export const confirmButton = (page: Page) =>
  page.getByRole('button', { name: t('trainersAndBooking.confirm'), exact: true })

export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).click()
}
