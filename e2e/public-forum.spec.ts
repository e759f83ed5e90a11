import type { Page } from '@playwright/test'
import { query } from './database.ts'
import { expect, waitForHydration, createAccount, test, signInAsDemoUser } from './fixtures.ts'
import { expectAccessible } from './screen-assertions.ts'

const countIn = async (page: Page, post: number, name: 'Like' | 'Dislike') =>
  Number(
    await page
      .locator('.board .post')
      .nth(post)
      .getByLabel(new RegExp(`^${name}:`))
      .textContent(),
  )

test('the forum is read page by page, back and forward find the page again, and a visitor who clicks is asked to sign in', async ({
  page,
}) => {
  await page.goto('/forums')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forums')
  await expect(page.locator('.board .post')).toHaveCount(6)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText('Prev')).toHaveAttribute('aria-disabled', 'true')
  const first = await page.locator('.board .post p').first().textContent()
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/forums?page=2')
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('.board .post p').first()).not.toHaveText(first ?? '')
  await pages.getByRole('link', { name: 'Page 4' }).click()
  await expect(page.locator('.board .post')).toHaveCount(2)
  await expect(pages.getByText('Next')).toHaveAttribute('aria-disabled', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/forums?page=2')
  await page.goBack()
  await expect(page.locator('.board .post p').first()).toHaveText(first ?? '')
  await page.goForward()
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  // and returns to the page
  await page
    .getByRole('link', { name: /^Like:/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/signIn\?from=/)
  expect(new URL(page.url()).searchParams.get('from')).toBe('/forums?page=2')
})

const firstLike = (page: Page) =>
  page
    .locator('.board .post')
    .first()
    .getByRole('button', { name: /^Like:/ })

test('clicks count at once, each of them, and are still there on the next visit', async ({ page }) => {
  await signInAsDemoUser(page, 'member')
  await page.goto('/forums?page=3')
  await waitForHydration(page)
  const before = await countIn(page, 0, 'Like')
  const like = firstLike(page)
  for (let click = 0; click < 5; click += 1) await like.click()
  await expect(like).toHaveText(String(before + 5))
  const elsewhere = await page.context().newPage()
  const seenElsewhere = async () => {
    await elsewhere.goto('/forums?page=3')
    return countIn(elsewhere, 0, 'Like')
  }
  await expect.poll(seenElsewhere, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 5)
  await page.reload()
  expect(await countIn(page, 0, 'Like')).toBeGreaterThanOrEqual(before + 5)
  await expectAccessible(page, { contrast: true })
})

test('whoever clicks while answers come has each click counted once', async ({ page }) => {
  const { email } = await createAccount(page)
  await page.goto('/forums?page=2')
  await waitForHydration(page)
  const before = await countIn(page, 0, 'Like')
  const like = firstLike(page)
  // faster than a person, so that some clicks coincide with a response
  await like.evaluate(async (button: HTMLElement) => {
    for (let click = 0; click < 40; click += 1) {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  const counted = async () => {
    const own = 'select likes from post_clicks join users on users.id = user_id where email = $1'
    return (await query<{ likes: number }>(own, [email]))[0]?.likes
  }
  // clicks are sent one by one, and a busy machine may not handle forty within 30 seconds
  await expect.poll(counted, { timeout: 150_000 }).toBeGreaterThanOrEqual(40)
  await expect(like).toHaveText(String(before + 40))
  expect(await counted()).toBe(40)
})

test('a click that did not arrive is taken back, and a notice says so', async ({ page }) => {
  await signInAsDemoUser(page, 'member2')
  await page.goto('/forums?page=2')
  await waitForHydration(page)
  const before = await countIn(page, 1, 'Dislike')
  const dislike = page
    .locator('.board .post')
    .nth(1)
    .getByRole('button', { name: /^Dislike:/ })
  await page.route('**/*.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.fulfill({ contentType: 'text/html', body: '<p>Welcome to this Wi-Fi' })
  })
  await dislike.click()
  await expect(dislike).toHaveText(String(before + 1))
  await expect(dislike).toHaveText(String(before))
  await expect(page.getByRole('alert')).toContainText('couldn’t reach the club')
})

test('past the last click that counts, the counted ones stay and one notice says so', async ({ page }) => {
  const clicker = await createAccount(page)
  await page.goto('/forums?page=2')
  await waitForHydration(page)
  const post = page.locator('.board .post').nth(2)
  const id = await post.locator('input[name=postId]').inputValue()
  await query(
    `insert into post_clicks (post_id, user_id, likes) select $1, id, 48 from users where email = $2`,
    [id, clicker.email],
  )
  const before = await countIn(page, 2, 'Like')
  const like = post.getByRole('button', { name: /^Like:/ })
  for (let click = 0; click < 3; click += 1) await like.click()
  await expect(like).toBeDisabled()
  await expect(like).toHaveText(String(before + 2))
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('You have clicked on this post 50 times.')
})

test.describe('without scripts', () => {
  test.use({ runsScripts: false })

  test('pages turn, and a member’s click is counted', async ({ page }) => {
    await page.goto('/signIn?from=/forums?page=2')
    await page.getByLabel('Email').fill('member2@palestra.example')
    await page.getByLabel('Password', { exact: true }).fill('Palestra1!')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.goto('/forums?page=2')
    const before = await countIn(page, 2, 'Like')
    await page
      .locator('.board .post')
      .nth(2)
      .getByRole('button', { name: /^Like:/ })
      .click()
    await expect(page).toHaveURL(/\/forums\?page=2#post-/)
    expect(await countIn(page, 2, 'Like')).toBeGreaterThan(before)
  })
})
