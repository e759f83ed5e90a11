import { expect, hydrated, join, test } from './club.ts'

const odd = [
  '',
  '\u0000',
  '<script>document.title = "taken"</script>',
  'javascript:alert(1)',
  '\u202Etxet\u200B',
  'x'.repeat(1_000_000),
  "'; drop table posts; --",
]

test('odd texts in forms are refused with a sentence, and nothing breaks', async ({ page, baseURL }) => {
  await join(page)
  const headers = { Origin: baseURL ?? '' }
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(path, { form, headers, maxRedirects: 0 })
  for (const text of odd) {
    const label = text.slice(0, 20)
    const tooLarge = text.length === 1_000_000
    expect((await post('/?index', { name: 'Ada', email: text })).status(), label).toBe(tooLarge ? 413 : 422)
    expect((await post('/forums', { postId: text, kind: 'likes' })).status(), label).toBe(
      tooLarge ? 413 : 404,
    )
    const multipart = {
      name: text,
      yearsOfExperience: text,
      hoursADay: text,
      weekdays: text,
      ownSkills: text,
    }
    const answer = await page.request.post('/beTrainer', { multipart, headers, maxRedirects: 0 })
    expect(answer.status(), label).toBe(422)
  }
})

test('a body that is no form is the sender’s mistake', async ({ page, baseURL }) => {
  const bodies = [
    { type: 'application/json', data: '{"name":' },
    { type: 'multipart/form-data; boundary=x', data: 'broken' },
    { type: 'text/plain', data: 'name=Ada' },
  ]
  for (const path of ['/?index', '/signIn', '/signOut'])
    for (const { type, data } of bodies) {
      const headers = { Origin: baseURL ?? '', 'Content-Type': type }
      const answer = await page.request.post(path, { data, headers, maxRedirects: 0 })
      expect(answer.status(), `${path} ${type}`).toBe(422)
    }
})

test('a name that is a script is thanked as text', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const form = page.locator('#newsletter')
  const name = '<script>document.title = "taken"</script>'
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(`odd-${Date.now()}@club.example`)
  await form.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByText(`Thank you ${name} for your Subscription 😍`)).toBeVisible()
  await expect(page).toHaveTitle('Palestra | Home')
})
