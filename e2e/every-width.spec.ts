import type { Page } from '@playwright/test'
import { dashboardPages } from '#app/pages/dashboard/pages.ts'
import type { Role } from '#app/frame/viewer.ts'
import { expect, test, walkIn } from './club.ts'
import { query } from './database.ts'

// Every address from 320 to 1920 px, as it is and with a very long word wherever people write something. Where what is seen changes is looked at always; what lies between, in
// `npm run prove`.
const turns = [320, 701, 1081, 1920]
const between = [360, 390, 481, 600, 620, 700, 768, 820, 900, 1024, 1080, 1280, 1440]
const isFull = process.env.PROVE === 'full'
const widths = isFull ? [...turns, ...between].toSorted((a, b) => a - b) : turns
// of phones and of whole tables the narrowest: wherever a long word has room there, it has it elsewhere
const narrowest = isFull ? widths : [320, 1081]

// what stands on a page does not depend on scripts, and without them it is there at once
test.use({ runsScripts: false })

const dashboardOf = (role: Role) =>
  dashboardPages
    .filter(({ path, roles }) => roles.includes(role) && !path.includes(':'))
    .map(({ path }) => `/dashboard/${path}`)

const addresses: Record<string, string[]> = {
  visitor: ['/signIn', '/signUp', '/beTrainer', '/no-such-page'],
  member: ['/myProfile', '/dashboard/balance', ...dashboardOf('member')],
  trainer: [...dashboardOf('trainer'), '/dashboard/manageSlots?slot=new'],
  admin: dashboardOf('admin'),
}

for (const [who, paths] of Object.entries(addresses))
  test(`nothing that a ${who} sees scrolls sideways, from the narrowest phone to the widest screen`, async ({
    page,
  }) => {
    if (who === 'visitor') paths.push(...(await publicAddresses((path) => page.request.get(path))))
    else await walkIn(page, who)
    if (who === 'admin') paths.push(...(await query<{ path: string }>(somebody)).map(({ path }) => path))
    const written = await whatPeopleWrote()
    const tooWide: string[] = []
    for (const path of paths) {
      await page.goto(path)
      const asItIs = await stickingOut(page, widths)
      await writeLong(page, written)
      const known = new Set(asItIs)
      const pushedOut = (await stickingOut(page, narrowest)).filter((place) => !known.has(place))
      tooWide.push(...[...asItIs.filter(isWholePage), ...pushedOut].map((place) => `${path} ${place}`))
    }
    expect(tooWide).toEqual([])
  })

const somebody = `select '/dashboard/members/' || user_id as path from members where role = 'member' limit 1`

/** A pattern of names, addresses and how texts begin, the longest first. */
async function whatPeopleWrote(): Promise<string> {
  const rows = await query<{ words: string }>(
    `select words from (
        select name from users union select email from users union select split_part(name, ' ', 1) from users
        union select name from subscribers union select email from subscribers
        union select name from trainers union select unnest(skills) from trainers union select name from slots
        union select title from classes union select left(description, 20) from classes
        union select left(caption, 20) from posts union select subject from newsletters) as written (words)
      where char_length(words) > 2 order by char_length(words) desc`,
  )
  // where a word begins, so that none of our own is taken for a name that it holds
  return String.raw`(?<![\p{L}\d])(?:${rows.map(({ words }) => RegExp.escape(words)).join('|')})`
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Makes one long word of everything on this page that people wrote. */
async function writeLong(page: Page, written: string): Promise<void> {
  await page.evaluate(
    ([pattern, word]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        if (!text.parentElement?.closest('script'))
          text.nodeValue = text.nodeValue?.replaceAll(new RegExp(pattern, 'gu'), word) ?? null
    },
    [written, longWord] as const,
  )
}

const isWholePage = (place: string) => / HTML /.test(place)

/** What is wider than the place it has, at each of these widths. */
async function stickingOut(page: Page, atWidths: number[]): Promise<string[]> {
  const places: string[] = []
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('html, body *')]
        .map((element, index) => ({ element, index }))
        .filter(
          ({ element: { clientWidth, scrollWidth } }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
        )
        .filter(({ element }) => getComputedStyle(element).overflowX === 'visible')
        .map(({ element, index }) => `${element.tagName} ${element.className} (${index})`),
    )
    places.push(...found.map((place) => `at ${width} px: ${place}`))
  }
  return places
}

/** What search engines are told of: every page of the menus, a trainer and a class. */
async function publicAddresses(get: (path: string) => Promise<{ text: () => Promise<string> }>) {
  const sitemap = await (await get('/sitemap.xml')).text()
  const all = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path]) => path ?? '/')
  const isDetail = (path: string) => /^\/(trainers|classes)\/./.test(path)
  const details = all.filter(isDetail)
  const first = ['/trainers/', '/classes/'].map(
    (kind) => details.find((path) => path.startsWith(kind)) ?? kind,
  )
  return [...all.filter((path) => !isDetail(path)), ...first, `${first[0]}?tab=about`]
}
