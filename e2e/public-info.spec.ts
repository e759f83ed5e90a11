import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './club.ts'

const pages = [
  '/fitness-resources',
  '/wellness-blog',
  '/membership-plans',
  '/nutrition',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
]

test('every link of the footer leads to a page', async ({ page }) => {
  await page.goto('/about')
  const links = page.locator('footer nav a')
  await expect(links).toHaveCount(11)
  for (const link of await links.all()) {
    const address = (await link.getAttribute('href')) ?? ''
    expect((await page.request.get(address)).status(), address).toBe(200)
  }
})

for (const path of pages) {
  test(`${path} says at least two hundred words, to everybody`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    await expect(page.locator('h1')).toHaveCount(1)
    const words = (await page.locator('main').innerText()).split(/\s+/).length
    expect(words).toBeGreaterThan(200)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('each page has a title, a description, one address and a picture to be passed on with', async ({
  page,
  baseURL,
}) => {
  const paths = ['/', '/gallery', '/trainers', '/classes', '/forums', ...pages]
  await page.goto('/about')
  // read as machines read them, without opening each
  const heads = await page.evaluate(
    (asked) =>
      Promise.all(
        asked.map(async (path) => {
          const html = await (await fetch(path)).text()
          const { head, title } = new DOMParser().parseFromString(html, 'text/html')
          const valueOf = (selector: string, name = 'content') =>
            head.querySelector(selector)?.getAttribute(name) ?? ''
          return {
            path,
            title,
            description: valueOf('meta[name=description]'),
            address: valueOf('link[rel=canonical]', 'href'),
            sharedTitle: valueOf('meta[property="og:title"]'),
            picture: valueOf('meta[property="og:image"]'),
          }
        }),
      ),
    paths,
  )
  for (const { path, title, description, address, sharedTitle, picture } of heads) {
    expect(description.length, path).toBeGreaterThan(40)
    expect(address).toBe(`${baseURL}${path}`)
    expect(sharedTitle, path).toBe(title)
    const answer = await page.request.get(picture)
    expect(answer.headers()['content-type'], path).toMatch(/^image\//)
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length)
})

test('a class and the club tell machines what they are', async ({ page }) => {
  const facts = async () =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
  await page.goto('/')
  expect(await facts()).toMatchObject({ '@context': 'https://schema.org', '@type': 'ExerciseGym' })
  await page.goto('/classes')
  await page
    .getByRole('link', { name: /^Show Detail/ })
    .first()
    .click()
  await page.waitForURL(/\/classes\/.+/)
  expect(await facts()).toMatchObject({ '@type': 'Course', provider: { '@type': 'ExerciseGym' } })
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
    /\/images\/[0-9a-f-]{36}\/\d+\.webp$/,
  )
})

test('crawlers find every public page, and systems an icon', async ({ page, baseURL }) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /dashboard')
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const sitemap = await page.request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('xml')
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    (match) => match[1] ?? '',
  )
  expect(addresses.length).toBeGreaterThanOrEqual(14 + 8 + 12)
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest.name).toBe('Palestra')
  for (const { src, type } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toContain(type)
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toContain('image/png')
})

test('the plans are shown as they are chosen, with one way to an hour; figures of the home page lead on', async ({
  page,
}) => {
  await page.goto('/membership-plans')
  await expect(page.locator('.plan h2')).toHaveText(['silver', 'gold', 'diamond'])
  await expect(page.locator('.plan .price')).toHaveText(['$50', '$70', '$100'])
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Find a trainer and an hour' })).toHaveAttribute(
    'href',
    '/trainers',
  )
  await page.goto('/')
  for (const [name, address] of [
    [/^\d+ trainers$/, '/trainers'],
    [/^\d+ classes$/, '/classes'],
    [/a month, your own hour$/, '/membership-plans'],
  ] as const)
    await expect(page.locator('.facts').getByRole('link', { name })).toHaveAttribute('href', address)
})
