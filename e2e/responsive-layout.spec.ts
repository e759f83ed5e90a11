import type { Page } from '@playwright/test'
import type { Role } from '#app/frame/viewer.ts'
import { dashboardPages, mayOpen } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { splitLanguage } from '#messages/languages.ts'
import { query } from './database.ts'
import { expect, createAccount, test, signInAsDemoUser, type NewAccount } from './fixtures.ts'
import { address } from './run-settings.ts'
import { isFullScale } from './screen-assertions.ts'

// Every page from 320 to 1920 px, as it is and with a very long word in all user content. `npm run prove` has all
// widths, German, and a pseudo-language; otherwise each page has some of the breakpoints in turn.
const allWidths = [320, 360, 390, 481, 600, 620, 700, 701, 768, 820, 900, 1024, 1080, 1081, 1280, 1440, 1920]
const unmodifiedWidths = (turn: number) => (isFullScale ? allWidths : [turn % 2 === 0 ? 701 : 1920])
// the narrowest phone, the narrowest side menu and the narrowest unfolded table: a long word that fits there fits
// everywhere
const narrowest = (turn: number) => (isFullScale ? allWidths : [320, turn % 2 === 0 ? 1081 : 1280])

const ofPseudoLanguage = [390, 1440]

// the layout does not depend on scripts, and pages load faster without them
test.use({ runsScripts: false })

const ofMembers = dashboardPages.filter((page) => mayOpen({ role: 'member' }, page))
const dashboardOf = (role: Role) =>
  dashboardPages
    .filter((page) => mayOpen({ role }, page) && !page.path.includes(':'))
    .filter((page) => role === 'member' || !ofMembers.includes(page))
    .map(({ path }) => `/dashboard/${path}`)

// the person with the most content on each page; `findOnes` fills in the placeholders
const addresses: Record<string, string[]> = {
  visitor: [
    '/signIn',
    '/signUp',
    '/forgottenPassword',
    '/forgottenPassword?sent',
    '/no-such-page',
    // pages behind links in emails, with a valid and a used key
    ...['newPassword', 'confirmAddress', 'confirmLetter', 'unsubscribe'].flatMap((page) => [
      `/${page}?key={${page}}`,
      `/${page}?key={post}`,
    ]),
    '/mailbox?letter={letter}',
  ],
  member: ['/myProfile', '/beTrainer', '/dashboard/balance', '/dashboard', '/dashboard/hour/{ending}'],
  member2: [
    ...dashboardOf('member'),
    '/dashboard/profileSettings/account',
    '/dashboard/profileSettings/secondFactor',
    '/trainerBooked/{held}',
    '/dashboard/payment/{paid}',
    '/dashboard/hour/{paid}',
    '/dashboard/receipt/{paid}',
    '/dashboard/lesson/{lesson}',
    '/dashboard/lesson/{lesson}/move',
    '/dashboard/makeUp/{makeUp}',
    '/reportPost/{post}',
  ],
  trainer: [
    ...dashboardOf('trainer'),
    '/dashboard',
    '/dashboard/week',
    '/dashboard/manageSlots?slot=new',
    '/dashboard/profileSettings/trainerPage',
    '/dashboard/closeHour/{paid}',
    '/dashboard/absences?fromDay=2032-12-24',
    '/dashboard/lesson/{lesson}',
    '/dashboard/statement/{trainer}',
    '/dashboard/participants/{lesson}',
    '/dashboard/trainee/{person}',
  ],
  admin: [
    ...dashboardOf('admin'),
    '/dashboard',
    '/dashboard/newsletter/new',
    '/dashboard/club/voices/{voice}',
    '/dashboard/members/{person}',
    '/dashboard/bookFor/{person}',
    '/dashboard/takePayment/{held}',
    '/dashboard/owed/{paid}',
    '/dashboard/devices',
    '/dashboard/closures?fromDay=2032-12-24&reason=Snow',
    '/dashboard/moveMonth/{paid}',
    '/dashboard/extendMonth/{paid}',
    '/dashboard/takeDown/post/{post}',
    '/dashboard/sell/{person}',
    '/dashboard/mergeMember/{person}',
    '/dashboard/claimCode/{person}',
    '/dashboard/trainerPrices/{trainer}',
    '/dashboard/order/none',
    '/dashboard/giftCard/none',
    '/dashboard/correctEntry/none',
    '/dashboard/correctInvoice/none',
    '/dashboard/takeBackPayout/none',
    '/dashboard/sign/{person}',
    '/dashboard/healthAnswers/{person}',
  ],
}

test('every page of the dashboard is looked at', () => {
  const seen = new Set(
    Object.values(addresses).flatMap((paths) => paths.map((path) => path.split(/[/?]/)[2])),
  )
  expect(dashboardPages.filter(({ path }) => !seen.has(path.split('/')[0]))).toEqual([])
})

for (const [who, paths] of Object.entries(addresses))
  test(`nothing that ${who} sees scrolls sideways or is squeezed, from the narrowest phone to the widest screen`, async ({
    page,
  }) => {
    const ones = await findExampleIds()
    const get = (path: string) => page.request.get(path)
    if (who === 'visitor') {
      const person = await createAccount()
      await page.request.post('/forgottenPassword', {
        form: { email: person.email },
        headers: { Origin: address },
      })
      await expect(async () => {
        Object.assign(ones, await findLinkKeys(person))
        expect(ones.newPassword).not.toBeNull()
      }).toPass()
    } else await signInAsDemoUser(page, who)
    const all = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ones[name])))
    if (who === 'visitor') all.push(...(await publicAddresses(get)))
    const written = await userTextPattern()
    const wrong: string[] = []
    for (const [turn, path] of all.entries()) {
      const answer = await page.goto(path)
      expect([200, ...(refusals[path] ?? [])], path).toContain(answer?.status())
      wrong.push(
        ...(await findOverflows(page, unmodifiedWidths(turn)))
          .filter(isAlwaysWrong)
          .map((place) => `${path} ${place}`),
      )
      await lengthenUserText(page, written)
      const pushed = await findOverflows(page, narrowest(turn))
      if (pushed.length === 0 && !isFullScale) continue
      // some elements overflow without a long word, such as text for screen readers
      await page.evaluate(() => window.asTheyWrote.forEach(([text, words]) => (text.nodeValue = words)))
      const before = await findOverflows(page, narrowest(turn))
      wrong.push(
        ...[...before.filter(isAlwaysWrong), ...pushed.filter((place) => !before.includes(place))].map(
          (place) => `${path} ${place}`,
        ),
      )
      if (!isFullScale) continue
      await page.goto(`/de${path === '/' ? '' : path}`)
      const german = await findOverflows(page, ofPseudoLanguage)
      await showPseudoLanguage(page)
      const longer = await findOverflows(page, ofPseudoLanguage)
      wrong.push(
        ...german.filter(isAlwaysWrong).map((place) => `${path} in German ${place}`),
        ...longer
          .filter((place) => isAlwaysWrong(place) && !before.includes(place) && !german.includes(place))
          .map((place) => `${path} in the pseudo-language ${place}`),
      )
    }
    expect(wrong).toEqual([])
  })

// the demo club has nothing at the desk to correct, no payouts and no gift cards
const refusals: Record<string, number[]> = {
  '/no-such-page': [404],
  '/dashboard/balance': [403],
  '/dashboard/order/none': [404],
  '/dashboard/giftCard/none': [404],
  '/dashboard/correctEntry/none': [404],
  '/dashboard/correctInvoice/none': [404],
  '/dashboard/takeBackPayout/none': [404],
}

/** Returns an id for each placeholder, of demo accounts with a hold, a month and make-ups. */
async function findExampleIds(): Promise<Record<string, string | null>> {
  const [ones] = await query<Record<string, string | null>>(
    `with person as (select id from users where email = 'member2@palestra.example'),
      paid as (select id, slot_id from bookings where state = 'paid' and buyer_id = (select id from person))
    select (select id from person) as person,
      (select id from paid) as paid,
      (select id from bookings where state in ('held', 'paying') and buyer_id = (select id from person)) as held,
      (select bookings.id from bookings join users on users.id = buyer_id
        where state = 'paid' and email = 'member@palestra.example') as ending,
      (select trainer_id from slots where id = (select slot_id from paid)) as trainer,
      (select id from lessons where booking_id = (select id from paid) and state = 'planned'
        order by starts_at desc limit 1) as lesson,
      (select id from make_ups where member_id = (select id from person) limit 1) as "makeUp",
      (select id from posts limit 1) as post, (select id from testimonials limit 1) as voice,
      (select id from letters where letter = 'booking-paid' limit 1) as letter,
      (select key from subscribers where confirmed_at is not null limit 1) as unsubscribe`,
  )
  return ones ?? {}
}

/** Returns the keys of the links in emails to this person. */
async function findLinkKeys({ email }: NewAccount): Promise<Record<string, string | null>> {
  await query('insert into subscribers (name, email) values ($1, $1) on conflict do nothing', [email])
  const keyIn = (letter: string) =>
    `(select substring(text from 'key=([-[:alnum:]_.]+)') from letters where email = $1 and letter = '${letter}')`
  const [keys] = await query<Record<string, string | null>>(
    `select ${keyIn('new-password')} as "newPassword", ${keyIn('confirm-address')} as "confirmAddress",
      (select key from subscribers where email = $1) as "confirmLetter"`,
    [email],
  )
  return keys ?? {}
}

/** Returns a pattern of names, emails and beginnings of texts, the longest first. */
async function userTextPattern(): Promise<string> {
  const rows = await query<{ words: string }>(
    `select words from (
        select name from users union select email from users union select split_part(name, ' ', 1) from users
        union select name from subscribers union select email from subscribers
        union select name from trainers union select unnest(skills) from trainers union select name from slots
        union select title from classes union select left(description, 20) from classes
        union select left(caption, 20) from posts union select subject from newsletters) as written (words)
      where char_length(words) > 2 order by char_length(words) desc`,
  )
  // only at the beginning of a word, so that labels that contain a name do not match
  return String.raw`(?<![\p{L}\d])(?:${rows.map(({ words }) => RegExp.escape(words)).join('|')})`
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

declare global {
  interface Window {
    asTheyWrote: [Node, string | null][]
  }
}

/** Replaces user content on the page by long words, and figures in tables by long ones. Stores the original. */
async function lengthenUserText(page: Page, written: string): Promise<void> {
  await page.evaluate(
    ([pattern, word]) => {
      window.asTheyWrote = []
      const names = new RegExp(pattern, 'gu')
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (text.parentElement?.closest('script')) continue
        window.asTheyWrote.push([text, text.nodeValue])
        const isFigure = text.parentElement?.closest('.numeric-table')
        text.nodeValue =
          text.nodeValue?.replaceAll(isFigure ? /(?<=\$)\d[\d,]*/g : names, isFigure ? '12,345' : word) ??
          null
      }
    },
    [written, longWord] as const,
  )
}

/** Accents each letter of the page, makes each word longer by 40 percent, and sets it from right to left. */
async function showPseudoLanguage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lengthen = (word: string) =>
      word.replaceAll(/[aeiou]/gi, '$&\u0301') + 'ñ'.repeat(Math.round(0.4 * word.length))
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (!text.parentElement?.closest('script, style'))
        text.nodeValue = text.nodeValue?.replaceAll(/\p{L}{2,}/gu, lengthen) ?? null
  })
}

const isAlwaysWrong = (place: string) => / (HTML|squeezed) /.test(place)

/** Returns the elements that overflow, or that are squeezed to a few letters per line, at each width. */
async function findOverflows(page: Page, atWidths: number[]): Promise<string[]> {
  const places: string[] = []
  for (const width of atWidths) {
    // the smallest height: everything below is laid out but not painted
    await page.setViewportSize({ width, height: 200 })
    const found = await page.evaluate(() => {
      const isTooWide = ({ clientWidth, scrollWidth }: Element) =>
        clientWidth > 1 && scrollWidth > clientWidth + 1
      const isSqueezed = (cell: Element) => {
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(cell)
        const [em = 0, ...paddings] = [fontSize, paddingLeft, paddingRight].map(Number.parseFloat)
        const room = paddings.reduce((left, padding) => left - padding, cell.clientWidth)
        if (cell.clientWidth === 0 || room >= 3 * em) return false
        const text = document.createRange()
        text.selectNodeContents(cell)
        const isSeen = (box: DOMRect) => box.width > 1 && box.height > 1
        return new Set([...text.getClientRects()].filter(isSeen).map(({ bottom }) => bottom)).size > 2
      }
      // long words may break, short ones may not
      const isBroken = (cell: Element) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let text = walker.nextNode(); text; text = walker.nextNode())
          for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,9}(?!\S)/gu)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            if (new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size > 1) return true
          }
        return false
      }
      return [...document.querySelectorAll<HTMLElement>('html, body *')].flatMap((element, index) => {
        const isCell = ['TD', 'TH'].includes(element.tagName) && element.closest('.table') !== null
        if (!isCell && !isTooWide(element)) return []
        const name = `${element.tagName} ${element.className} (${index})`
        if (isCell && (isSqueezed(element) || isBroken(element))) return [`squeezed ${name}`]
        const isShown = () => element.checkVisibility() && !element.closest('[aria-hidden]')
        const isFree = () => getComputedStyle(element).overflowX === 'visible'
        return isTooWide(element) && isFree() && isShown() ? [name] : []
      })
    })
    places.push(...found.map((place) => `at ${width} px: ${place}`))
  }
  return places
}

/** The pages of the sitemap in the club's own language, with one trainer and one class. */
async function publicAddresses(get: (path: string) => Promise<{ text: () => Promise<string> }>) {
  const sitemap = await (await get('/sitemap.xml')).text()
  const all = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)]
    .map(([, path]) => path ?? '/')
    .filter((path) => splitLanguage(path).language === null)
  const isDetail = (path: string) => /^\/(trainers|classes)\/./.test(path)
  const details = all.filter(isDetail)
  const first = ['/trainers/', '/classes/'].map(
    (kind) => details.find((path) => path.startsWith(kind)) ?? kind,
  )
  return [...all.filter((path) => !isDetail(path)), ...first, `${first[0]}?tab=about`]
}
