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
import { beginSession, enrol, hire } from './database.ts'
import { address } from './run.ts'

type Fixtures = {
  /** Whether the browser runs scripts at all: what works without is what the club's HTML does by itself. */
  runsScripts: boolean
  quietConsole: (context: BrowserContext) => void
  /** A page of somebody else, in a browser of their own. */
  another: () => Promise<Page>
  /** One more window for this test, by its name. */
  moreWindow: OpenWindow
}

type WorkerFixtures = {
  /**
   * Windows are opened once and stay open from test to test, the test's own as well. Playwright's own way to keep
   * one forgets the files that its browser has: to fetch and compile them again takes as long as the page itself.
   */
  keptWindow: OpenWindow
}

type OpenWindow = (name: string, options?: BrowserContextOptions) => Promise<Page>

/** Every test in a browser also asks that the console stays empty: a warning there is a failure. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  quietConsole: [
    async ({ browserName: _ }, use) => {
      const complaints: string[] = []
      const note = (page: Page | null, text: string) => void complaints.push(`${page?.url()}: ${text}`)
      const onError = (thrown: WebError) => note(thrown.page(), thrown.error().message)
      const onMessage = (message: ConsoleMessage) => {
        if (!['error', 'warning'].includes(message.type())) return
        // the browser's own line about an answer of 4xx is what some tests are about
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
  moreWindow: async ({ keptWindow, quietConsole, baseURL, ignoreHTTPSErrors, javaScriptEnabled }, use) => {
    // a file may ask for other windows than the rest of them
    const kind = JSON.stringify({ baseURL, ignoreHTTPSErrors, javaScriptEnabled })
    const opened: Page[] = []
    await use(async (name, options) => {
      const page = await keptWindow(`${name}, ${kind}`, options)
      quietConsole(page.context())
      opened.push(page)
      return page
    })
    for (const page of opened) await leave(page)
  },
  another: async ({ moreWindow }, use) => {
    let people = 0
    await use(() => moreWindow(`somebody else ${(people += 1)}`))
  },
  runsScripts: [true, { option: true }],
  page: async ({ runsScripts, moreWindow }, use) =>
    use(
      runsScripts
        ? await moreWindow('own')
        : await moreWindow('without scripts', { javaScriptEnabled: false }),
    ),
  context: async ({ page }, use) => use(page.context()),
})

export const desktop = { width: 1440, height: 900 }

/** Nobody is signed in any more, nothing is kept of who was, and nothing of what the test did to its window. */
async function leave(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  // a page without scripts, of the club's own: for one from elsewhere the next test would wait for a new process
  await page.goto('/robots.txt')
  await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()))
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'no-preference' })
  if (page.viewportSize()?.width !== desktop.width) await page.setViewportSize(desktop)
}

export { expect }

/** Waits until scripts run on this page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
}

export const demoPassword = 'Palestra1!'

const known = new Map<string, string>()

/** Signs in one of the demo club's people, such as 'member', with the session that this worker has of them. Not to be ended. */
export async function walkIn(page: Page, name: string): Promise<void> {
  const session = known.get(name) ?? (await beginSession(`${name}@palestra.example`))
  known.set(name, session)
  await holdSession(page, session)
}

export const holdSession = (page: Page, session: string) =>
  page.context().addCookies([{ name: 'palestra.session_token', value: session, url: address }])

/** Signs in anybody else, from wherever the form stands. */
export async function signInAs(page: Page, { email }: Pick<Newcomer, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export type Newcomer = { name: string; email: string; password: string }

/** Somebody whom the club has never seen; no two are alike, however often the tests run. */
export function newcomer(firstName = 'Nora'): Newcomer {
  const mark = randomBytes(4).toString('hex')
  return { name: `${firstName} ${mark}`, email: `${firstName}.${mark}@example.com`, password: demoPassword }
}

/** A photo as a file that a person chooses. */
export async function pictureFile() {
  const buffer = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#2f6f8f' } })
    .png()
    .toBuffer()
  return { name: 'me.png', mimeType: 'image/png', buffer }
}

/** Fills in the form of a newcomer, wherever it stands, and sends it. */
export async function signUp(page: Page, { name, email, password }: Newcomer): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

/** Makes an account at once, without the form. With a page, its browser is signed in. */
export async function join(page?: Page, { name, email, password } = newcomer()): Promise<Newcomer> {
  const person = { name, email: email.toLowerCase(), password }
  await enrol(person.name, person.email)
  if (page) await holdSession(page, await beginSession(person.email))
  return person
}

export type OwnTrainer = Newcomer & { id: string; path: string }

/** A trainer of this test's own, whose hours nobody else books: slot 1 at six, and so on, 50 each. */
export async function openTrainer(hours = 2): Promise<OwnTrainer> {
  const { name, email, password } = newcomer('Tess')
  const person = { name, email: email.toLowerCase(), password }
  await enrol(person.name, person.email)
  const id = await hire(person.email, hours)
  return { ...person, id, path: `/trainers/${id}` }
}

async function call(
  page: Page,
  method: string,
  path: string,
  data: unknown,
): Promise<Record<string, string>> {
  const answer = await page.request.fetch(`/api/${path}`, { method, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** Holds a trainer's first hour and chooses gold at once. */
export async function holdHour(page: Page, trainer: OwnTrainer): Promise<string> {
  const hour = { trainer: { _id: trainer.id }, cls: { slot_name: 'Slot 1' } }
  const { insertedId: bookingId = '' } = await call(page, 'POST', 'cartClass', hour)
  await call(page, 'PUT', `cartClass/${bookingId}`, { status: 'gold' })
  return bookingId
}

/** The same, and pays for it by card, at once. */
export async function buyHour(page: Page, trainer: OwnTrainer): Promise<string> {
  const bookedId = await holdHour(page, trainer)
  const { clientSecret } = await call(page, 'POST', 'create-payment-intent', { price: 70, bookedId })
  const card = { number: cards.pays, exp_month: 12, exp_year: 2034, cvc: '123' }
  const { id: transctionID } = await call(page, 'POST', 'sandbox/confirm', { clientSecret, card })
  await call(page, 'POST', 'payments', { bookedId, transctionID })
  return bookedId
}

/** Opens the page where the card is asked for. */
export async function goToPayment(page: Page, trainer: OwnTrainer): Promise<string> {
  const bookingId = await holdHour(page, trainer)
  await page.goto(`/dashboard/payment/${bookingId}`)
  await hydrated(page)
  return bookingId
}

/** The same from page to page; `look` sees the page of plans. */
export async function walkToPayment(
  page: Page,
  trainer: OwnTrainer,
  look?: () => Promise<void>,
): Promise<string> {
  await page.goto(trainer.path)
  await hydrated(page)
  await page.getByRole('button', { name: /^Book this hour.*Slot 1,/ }).click()
  await page.waitForURL('/trainerBooked/*')
  await look?.()
  await page.getByRole('button', { name: 'Choose Gold' }).click()
  await page.waitForURL('/dashboard/payment/*')
  return page.url().split('/').at(-1) ?? ''
}

/** The demo club's test cards. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  asksTheBank: '4000002500003155',
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('1234')
  await page.getByLabel('Security code').fill('123')
}

export const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })

export async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).click()
}
