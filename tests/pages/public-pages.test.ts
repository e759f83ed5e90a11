import './production-env.ts'
import { expect, test } from 'vitest'
import { dashboardPages, mayOpen } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { siteOrigin } from './built-site.ts'
import { useFullClub } from './full-club-fixture.ts'
import { linesMatching, outlineOf } from './page-outline.ts'

// Public pages, for people, crawlers and invalid requests.

const club = useFullClub()
const { look, send } = club
const read = async (path: string) => (await send(path)).text()

// without the club's own texts, which the demo club's tests cover
const articles = [
  '/fitness-resources',
  '/wellness-blog',
  '/membership-plans',
  '/nutrition',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
]

test('the footer names the club, its columns and the current year, and each of its links leads to a page', async () => {
  const { text, html, links } = await look('/', 'visitor', 'footer')
  expect(text).toContain('since 2005')
  expect(text).toContain(`${new Date().getUTCFullYear()} All right reserved by Palestra`)
  const columns = [...html.matchAll(/<nav\b.*?<\/nav>/gs)].map(([column]) =>
    outlineOf(column, 'nav').links.map((link) => link.replace(/ \/.*/, '').trim()),
  )
  expect(columns).toEqual([
    ['Fitness Resources', 'Wellness Blog', 'Trainer Profiles', 'Membership Plans'],
    ['About us', 'Contact', 'Trainers', 'Eating well'],
    ['Terms of use', 'Privacy policy', 'Cookie policy'],
  ])
  for (const column of ['Services', 'Company', 'Legal']) expect(text).toContain(column)
  expect(links[0]).toBe('Palestra /')
  for (const link of links) {
    const path = /(?<= )\/\S*$/.exec(link)?.[0] ?? ''
    expect((await send(path)).status, link).toBe(200)
  }
})

test.each(articles)('%s says at least two hundred words under one heading, to everybody', async (path) => {
  const { text, html } = await look(path)
  expect(text.split(' ').length).toBeGreaterThan(200)
  expect(html.match(/<h1\b/g)).toHaveLength(1)
})

test('each page has a title, a description, one address and a picture to be passed on with', async () => {
  const paths = ['/', '/gallery', '/trainers', '/classes', '/forums', '/about', ...articles]
  const titles = new Set<string>()
  for (const path of paths) {
    const html = await read(path)
    const valueOf = (tag: RegExp) => tag.exec(html)?.[1] ?? ''
    const title = valueOf(/<title>([^<]*)</)
    expect(valueOf(/<meta name="description" content="([^"]*)"/).length, path).toBeGreaterThan(40)
    expect(html.match(/<link rel="canonical"[^>]*>/g), path).toEqual([
      `<link rel="canonical" href="${siteOrigin}${path}"/>`,
    ])
    expect(valueOf(/<meta property="og:title" content="([^"]*)"/), path).toBe(title)
    const picture = await send(valueOf(/<meta property="og:image" content="([^"]*)"/))
    expect(picture.headers.get('content-type'), path).toMatch(/^image\//)
    titles.add(title)
  }
  expect(titles.size).toBe(paths.length)
})

test('a class and the club tell machines what they are', async () => {
  const factsIn = (html: string): unknown =>
    JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
  expect(factsIn(await read('/'))).toMatchObject({ '@context': 'https://schema.org', '@type': 'ExerciseGym' })
  const ofClass = await read(`/classes/${await club.make('class')}`)
  expect(factsIn(ofClass)).toMatchObject({ '@type': 'Course', provider: { '@type': 'ExerciseGym' } })
  expect(ofClass).toMatch(/<meta property="og:image" content="[^"]*\/images\/[0-9a-f-]{36}\/\d+\.webp"/)
})

test('each page has the dates of its language, whichever page was rendered before it', async () => {
  const path = `/classes/${await club.make('class')}`
  const germanDate = /\d{1,2}\. \p{Lu}\p{Ll}+\.? 20\d\d/u
  for (const [prefix, isGerman] of [
    ['/de', true],
    ['', false],
    ['/de', true],
  ] as const)
    expect(germanDate.test(await read(prefix + path)), prefix).toBe(isGerman)
})

test('crawlers find every public page', async () => {
  const robots = await read('/robots.txt')
  expect(robots).toContain('Disallow: /dashboard')
  expect(robots).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`)
  const sitemap = await send('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const entries = await sitemap.text()
  const listed = [...entries.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
  // the fixed pages, and every trainer and class, in both languages
  expect(listed.length).toBeGreaterThanOrEqual(2 * (14 + 5 + 11))
  const ofTerms = `hreflang="en" href="${siteOrigin}/terms"/><xhtml:link rel="alternate" hreflang="de" href="${siteOrigin}/de/terms"/>`
  for (const path of ['/terms', '/de/terms'])
    expect(entries).toMatch(
      new RegExp(`<loc>${siteOrigin}${path}</loc><xhtml:link rel="alternate" ${ofTerms}</url>`),
    )
  for (const each of listed) expect((await send(each)).status, each).toBe(200)
  const manifest = JSON.parse(await read('/manifest.webmanifest'))
  expect(manifest.name).toBe('Palestra')
  for (const { src, type } of manifest.icons)
    expect((await send(src)).headers.get('content-type')).toContain(type)
})

test('the plans are shown as they are chosen, with one way to an hour; figures of the home page lead on', async () => {
  const plans = await look('/membership-plans')
  expect(linesMatching(plans.headings, /^(silver|gold|diamond)$/)).toEqual(['silver', 'gold', 'diamond'])
  const prices = [...plans.html.matchAll(/class="price[^"]*"[^>]*>(.*?)<\/\w+>/gs)].map(([, price]) => price)
  expect(prices.map((price) => /\$\d+/.exec(price ?? '')?.[0])).toEqual(['$50', '$70', '$100'])
  expect(plans.buttons).toEqual([])
  expect(plans.links).toContain('Find a trainer and an hour /trainers')
  const { links } = await look('/')
  expect(linesMatching(links, /^\d+ trainers \/trainers$/)).toHaveLength(1)
  expect(linesMatching(links, /^\d+ classes \/classes$/)).toHaveLength(1)
  expect(linesMatching(links, /a month for an hour of your own \/membership-plans$/)).toHaveLength(1)
})

test('what a page loads is kept for good, and an address that is not there is not; systems find an icon', async () => {
  const { url, close } = await club.serve()
  const fetched = async (path: string) => {
    const { status, headers } = await fetch(url + path)
    return { status, kept: headers.get('cache-control'), type: headers.get('content-type') }
  }
  const loaded = new Set((await read('/')).match(/\/assets\/[\w./-]+\.(css|js|woff2|avif)/g))
  for (const path of loaded)
    expect((await fetched(path)).kept, path).toBe('public, max-age=31536000, immutable')
  for (const kind of ['.css', '.js', '.woff2', '.avif'])
    expect(
      [...loaded].some((path) => path.endsWith(kind)),
      kind,
    ).toBe(true)
  const missing = await fetched('/assets/none.js')
  expect(missing.status).toBe(404)
  expect(missing.kept).not.toContain('immutable')
  expect((await fetched('/favicon.ico')).type).toContain('image/png')
  close()
})

test('every drawing that a page shows is there', async () => {
  const { url, close } = await club.serve()
  const shown = new Set<string>()
  for (const page of ['/', '/about', '/trainers', '/signIn', '/signUp'])
    for (const [file] of (await read(page)).matchAll(/\/assets\/drawings-[\w-]{8}\/[\w.-]+/g)) shown.add(file)
  const kinds = [
    'hero-',
    'service-',
    'trainer-fallback-',
    'door-sign-in-',
    'door-sign-up-',
    'favicon.',
    'sharing.',
  ]
  for (const kind of kinds)
    expect(
      [...shown].some((file) => file.includes(`/${kind}`)),
      kind,
    ).toBe(true)
  for (const file of shown) {
    const { status, headers } = await fetch(url + file)
    expect([status, headers.get('content-type')?.split('/')[0]], file).toEqual([200, 'image'])
  }
  close()
})

test('pages that are none are not found, and nothing breaks', async () => {
  for (const odd of ['-1', '0', 'abc', '99', '1e9', '1.5', '%00', '9'.repeat(400)])
    expect((await send(`/forums?page=${odd}`)).status, odd).toBe(404)
})

test('lists bear odd numbers in the address, and open no picture that is none', async () => {
  for (const list of ['/classes', '/gallery', '/trainers'])
    for (const show of ['-1', 'abc', '1e9', '120', '%00', '9'.repeat(400)])
      expect((await send(`${list}?show=${show}`)).status, `${list}?show=${show}`).toBe(200)
  expect(await read('/gallery?picture=2')).toContain('Picture 2 of 2')
  for (const odd of ['0', '-1', 'abc', '3', '1e9', '%00']) {
    const answer = await send(`/gallery?picture=${odd}`)
    expect([answer.status, /Picture \d+ of/.exec(await answer.text())], odd).toEqual([200, null])
  }
})

test('a class that does not exist is a page that says so', async () => {
  for (const id of ['00000000-0000-0000-0000-000000000000', 'abc', "'--", '%E2%80%AE', '%00']) {
    const answer = await send(`/classes/${id}`)
    expect(answer.status, id).toBe(404)
    expect(outlineOf(await answer.text()).links, id).toContain('Back to Home Page /')
  }
})

const odd = [
  '',
  '\u0000',
  '<script>document.title = "taken"</script>',
  'javascript:alert(1)',
  '\u202Etxet\u200B',
  'x'.repeat(1_000_000),
  "'; drop table posts; --",
]

test('odd texts in forms are refused with a sentence, and nothing breaks', async () => {
  const headers = { origin: siteOrigin, cookie: club.cast.cookies.memberB }
  const post = async (path: string, body: BodyInit) =>
    (await send(path, { method: 'POST', headers, body })).status
  for (const text of odd) {
    const label = text.slice(0, 20)
    const tooLarge = text.length === 1_000_000
    const asked = new URLSearchParams({ intent: 'subscribe', name: 'Ada', email: text })
    expect(await post('/?index', asked), label).toBe(tooLarge ? 413 : 422)
    const clicked = new URLSearchParams({ postId: text, kind: 'likes' })
    expect(await post('/forums', clicked), label).toBe(tooLarge ? 413 : 404)
    const application = new FormData()
    for (const name of ['name', 'yearsOfExperience', 'hoursADay', 'weekdays', 'ownSkills'])
      application.set(name, text)
    expect(await post('/beTrainer', application), label).toBe(422)
  }
})

test('a body that is no form is the sender’s mistake', async () => {
  const bodies = [
    { type: 'application/json', body: '{"name":' },
    { type: 'multipart/form-data; boundary=x', body: 'broken' },
    { type: 'text/plain', body: 'name=Ada' },
  ]
  for (const path of ['/?index', '/signIn', '/signOut'])
    for (const { type, body } of bodies) {
      const headers = { origin: siteOrigin, 'content-type': type }
      expect((await send(path, { method: 'POST', headers, body })).status, `${path} ${type}`).toBe(422)
    }
})

test('a trainer, an admin and an applicant are told why they cannot apply', async () => {
  expect((await look('/beTrainer', 'trainerA')).headings).toContain('You’re already a trainer')
  expect((await look('/beTrainer', 'admin')).headings).toContain('Admins can’t apply')
  expect((await look('/beTrainer', 'applied')).headings).toContain('Your request is in')
})

test('pages of another role answer 403 and show the way back, as documents and as data', async () => {
  const headers = { cookie: club.cast.cookies.memberB }
  const closed = dashboardPages.filter((page) => !mayOpen({ role: 'member' }, page))
  expect(closed.length).toBeGreaterThan(20)
  for (const { path: last, name } of closed) {
    const path = `/dashboard/${last}`
    const answer = await send(path, { headers })
    expect(answer.status, path).toBe(403)
    const document = await answer.text()
    expect(document, path).toContain('Go to your dashboard')
    expect(document, path).toContain(`<b>${name()}</b> is for `)
    expect((await send(`${path}.data`, { headers })).status, path).toBe(403)
  }
  for (const file of ['files/ledger.csv', 'files/subscribers.xlsx'])
    expect((await send(`/dashboard/${file}`, { headers })).status, file).toBe(403)
})
