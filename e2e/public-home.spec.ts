import { expect, waitForHydration, test, inEachLanguage } from './fixtures.ts'
import { t } from './language.ts'
import { expectAccessible, expectNoHorizontalScroll } from './screen-assertions.ts'

test('the slides are chosen by bullets and by keys, are 400 px high, and never move by themselves', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const carousel = page.getByRole('region', { name: 'Welcome' })
  const slide = (name: string) => carousel.getByRole('heading', { name })
  expect((await carousel.boundingBox())?.height).toBe(400)
  await expect(carousel.locator('a', { hasText: 'All Class' })).toHaveCount(3)
  await carousel.getByRole('link', { name: /^2 of 3/ }).click()
  await expect(slide('Half an hour of nothing.')).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await expect(slide('On Saturday we hit things.')).toBeInViewport({ ratio: 0.9 })
  await expect(carousel.getByRole('link', { name: /^3 of 3/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(carousel.getByRole('link', { name: /^3 of 3/ })).toHaveAttribute('aria-current', 'true')
  // a hidden slide cannot be focused
  expect(await carousel.locator('[role=group][inert]').count()).toBe(2)
  await carousel.locator('[role=group]:not([inert]) a', { hasText: 'All Class' }).last().click()
  await page.waitForURL('/classes')
})

test('a slide grows with the words of its club, and hides none of them', async ({ page }) => {
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Welcome' })
  // the longest texts that the settings allow, 60 and 160 characters
  await carousel
    .locator('.slide')
    .first()
    .evaluate((slide) => {
      const [heading, line] = [slide.querySelector('h2')!, slide.querySelector('p')!]
      heading.className = 'display narrow'
      heading.textContent = 'Come and train with the friendliest people of all Fairhaven!'
      line.textContent = `${'From six in the morning until late at night, '.repeat(4).slice(0, 160)}. From $50.`
    })
  const edgesOf = async (part: string) => {
    const { y, height } = (await carousel.locator(part).first().boundingBox())!
    return { top: y, bottom: y + height }
  }
  for (const width of [320, 390, 701, 820, 1081, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const [line, button, bullets, slide] = [
      await edgesOf('.slide p'),
      await edgesOf('.slide .foot'),
      await edgesOf('.hero-bullets .bullets'),
      await edgesOf('.slide'),
    ]
    expect([line.bottom <= button.top, line.bottom <= bullets.top, button.bottom < slide.bottom]).toEqual([
      true,
      true,
      true,
    ])
    await expectNoHorizontalScroll(page)
  }
})

test('a slide can be swiped', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto('/')
  await waitForHydration(page)
  const carousel = page.locator('.hero-carousel')
  const box = await carousel.boundingBox()
  const y = (box?.y ?? 0) + 200
  const devtools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', 340)
  for (let x = 320; x >= 60; x -= 20) await touch('touchMove', x)
  await touch('touchEnd', 60)
  await expect(carousel.getByRole('link', { name: /^2 of 3/ })).toHaveAttribute('aria-current', 'true')
  await context.close()
})

test(
  'somebody asks for the letter, is thanked, and finds the form empty again; a name that is a script is text',
  inEachLanguage,
  async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const form = page.locator('#newsletter')
    const email = `ada-${Date.now()}@club.example`
    for (const name of ['Ada', '<script>document.title = "taken"</script>']) {
      await form.getByLabel(t('form.name')).fill(name)
      await form.getByLabel(t('form.email')).fill(email)
      await form.getByRole('button', { name: t('home.subscribeNow') }).click()
      await expect(page.getByText(t('home.subscribedName', { name }))).toBeVisible()
      await expect(form.getByLabel(t('form.name'))).toHaveValue('')
      await expect(form.getByLabel(t('form.email'))).toHaveValue('')
    }
    await expect(page).toHaveTitle(`Palestra | ${t('navigation.home')}`)
  },
)

test('an address that is none is refused at its field by the server', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const form = page.locator('#newsletter')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('no address')
  await form.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(form.getByText('This isn’t an email address.')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Ada')
})

test('a club that cannot be reached leaves the page and what was typed', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.route('**/*.data*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Welcome to this Wi-Fi' }),
  )
  const form = page.locator('#newsletter')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@club.example')
  await form.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('alert').first()).toContainText('couldn’t reach the club')
  await expect(form.getByLabel('Name')).toHaveValue('Ada')
})

test('nothing is wrong with the home page in either theme, on a phone, or with motion reduced', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await waitForHydration(page)
  await expectAccessible(page, { contrast: true })
  await page.getByRole('link', { name: /^3 of 3: Grace/ }).click()
  await expect(page.getByText('My knee is older')).toBeInViewport()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})

test.describe('without scripts', () => {
  test.use({ runsScripts: false })

  test('all slides and voices are there, and the letter can be asked for', async ({ page }) => {
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Welcome' })
    await expect(carousel.getByRole('link', { name: 'All Class' })).toHaveCount(3)
    await carousel.getByRole('link', { name: /^3 of 3/ }).click()
    await expect(carousel.getByRole('heading', { name: 'On Saturday' })).toBeInViewport()
    const form = page.locator('#newsletter')
    await form.getByLabel('Name').fill('Bo')
    await form.getByLabel('Email').fill(`bo-${Date.now()}@club.example`)
    await form.getByRole('button', { name: 'Subscribe Now' }).click()
    await expect(page.getByText('Thank you Bo for your Subscription 😍')).toBeVisible()
  })
})
