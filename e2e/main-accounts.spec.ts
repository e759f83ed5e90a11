import type { Page } from '@playwright/test'
import { query } from './database.ts'
import {
  demoPassword,
  expect,
  waitForHydration,
  createAccount,
  newAccount,
  createTrainerAccount,
  pictureFile,
  signInWithForm,
  signUpWithForm,
  test,
} from './fixtures.ts'
import { expectAccessible } from './screen-assertions.ts'

test('an empty sign-up says everything that is missing at once, takes each back once it is there, and keeps what was typed while the rest is mended', async ({
  page,
}) => {
  const nora = newAccount()
  await page.goto('/signUp')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  for (const message of [
    'Name is required',
    'Email is required',
    'Password is required',
    'Photo is required',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await page.getByLabel('Name').pressSequentially('N')
  await expect(page.getByText('Name is required')).toBeHidden()
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await expect(page.getByText('Photo is required')).toBeHidden()
  await expect(page.getByText('me.png')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()
  // a second failure shows the same message again
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required')

  await page.getByLabel('Name').fill(nora.name)
  await page.getByLabel('Email').fill(nora.email)
  const password = page.getByLabel(/^Password/)
  await password.fill('short')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('Password must be 6 characters')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue(nora.name)
  await password.fill('alllowercase1')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(
    page.getByText('Password must have one Uppercase one lower case, one number and one special character.'),
  ).toBeVisible()

  // a file that is not a photo is refused with a message
  await password.fill(nora.password)
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('this is not a picture') }
  await page.getByLabel('Photo').setInputFiles(file)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByLabel('Photo')).toHaveAccessibleDescription(/JPEG, PNG, WebP/)
  expect(await query('select from users where email = $1', [nora.email.toLowerCase()])).toHaveLength(0)
})

test('an address that has an account is told so at its field, with the way to sign in, and aloud', async ({
  page,
}) => {
  await page.goto('/signUp?from=%2Fforums')
  await waitForHydration(page)
  await signUpWithForm(page, {
    name: 'Somebody Else',
    email: 'Member@Palestra.example',
    password: demoPassword,
  })
  const sentence = 'That email already has an account. Sign in instead.'
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(sentence)
  const toast = page.getByRole('region', { name: 'Notices' }).getByRole('alert')
  await expect(toast).toHaveText(sentence)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  // the new attempt removes the old toast
  await expect(toast).toHaveCount(1)
  await page.getByRole('main').getByRole('link', { name: sentence }).click()
  await expect(page).toHaveURL('/signIn?from=%2Fforums')
})

test('whoever is sent to sign in comes back to where they were going; the token of direct calls is kept while signed in and gone after signing out', async ({
  page,
}) => {
  const person = await createAccount()
  await page.goto('/myProfile?part=photo')
  await expect(page).toHaveURL(/\/signIn\?from=/)
  await waitForHydration(page)
  await signInWithForm(page, person)
  await expect(page.getByText('Login Successfully !!')).toBeVisible()
  await expect(page).toHaveURL('/myProfile?part=photo')

  const token = () => page.evaluate(() => localStorage.getItem('token'))
  await expect.poll(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(token).toBeNull()
  await page.evaluate(() => localStorage.setItem('token', 'left behind'))
  await page.reload()
  await expect.poll(token).toBeNull()
})

test('a visitor who books sees their hour while they sign in or up, and it is held at once', async ({
  page,
}) => {
  const trainer = await createTrainerAccount()
  const person = await createAccount()
  await page.goto(trainer.path)
  await waitForHydration(page)
  await page.getByRole('button', { name: /^Book this hour.*Slot 2,/ }).click()
  await expect(page.getByText(`07:00 with ${trainer.name}`)).toBeVisible()
  await expect(page.getByText('Held for you for 15 minutes as soon as you sign in.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByText('Held for you for 15 minutes as soon as you sign up.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await signInWithForm(page, person)
  await expect(page).toHaveURL(/\/trainerBooked\//)
})

test.describe('with Google', () => {
  test.describe.configure({ mode: 'serial' })

  test('a new person gets an account, is greeted, and is known the next time', async ({ page, another }) => {
    await deleteAccount('iris@example.com')
    await continueWithGoogle(page, 'Iris Vance')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('User Information Updated !!')).toBeVisible()
    await expect(page.getByLabel('Account of Iris Vance')).toBeVisible()
    const later = await another()
    await continueWithGoogle(later, 'Iris Vance')
    await expect(later).toHaveURL('/')
    await expect(later.getByLabel('Account of Iris Vance')).toBeVisible()
    await expect(later.getByText('User Information Updated !!')).toHaveCount(0)
    expect(await query('select from users where email = $1', ['iris@example.com'])).toHaveLength(1)
  })

  test('a returning person comes back to where they were going', async ({ page }) => {
    await page.goto('/myProfile')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Continue With Google' }).click()
    await page.getByRole('button', { name: 'Juno Castell' }).click()
    await expect(page).toHaveURL('/myProfile')
    await expect(page.getByRole('heading', { level: 1, name: 'Juno Castell' })).toBeVisible()
  })

  test('an address with a password of its own is asked for the password instead', async ({ page }) => {
    await continueWithGoogle(page, 'Noor Rahman')
    await expect(page).toHaveURL(/\/signIn\?.*error=/)
    await expect(page.getByText(/already has an account with a password/)).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  test('an address that was never verified is refused, and nobody is made to sign in', async ({ page }) => {
    await continueWithGoogle(page, 'Pip Harrow')
    await expect(page.getByText(/hasn’t verified this email address/)).toBeVisible()
    await page.goto('/signIn')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Continue With Google' }).click()
    await page.getByRole('button', { name: 'Back to the club without signing in' }).click()
    await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible()
  })
})

async function continueWithGoogle(page: Page, name: string): Promise<void> {
  await page.goto('/signIn')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  await page.getByRole('button', { name }).click()
}

/** Frees the email and the Google account, in case the club is reused from an earlier run. */
async function deleteAccount(email: string): Promise<void> {
  await query(`update users set email = gen_random_uuid() || '@example.com' where email = $1`, [email])
  await query(`update accounts set account_id = gen_random_uuid()::text where account_id = 'demo-iris-vance'`)
}
