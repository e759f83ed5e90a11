import { dashboardPages } from '#app/pages/dashboard/pages.ts'
import type { Role } from '#app/frame/viewer.ts'
import { expect, test, walkIn } from './club.ts'

// Every address from 320 to 1920 px. Where what is seen changes is looked at always; what lies between, in
// `npm run prove`.
const turns = [320, 701, 1081, 1920]
const between = [360, 390, 481, 600, 620, 700, 768, 820, 900, 1024, 1080, 1280, 1440]
const widths = process.env.PROVE === 'full' ? [...turns, ...between].toSorted((a, b) => a - b) : turns

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
    const tooWide: string[] = []
    for (const path of paths) {
      await page.goto(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        if (needed > width) tooWide.push(`${path} needs ${needed} of ${width} px`)
      }
    }
    expect(tooWide).toEqual([])
  })

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
