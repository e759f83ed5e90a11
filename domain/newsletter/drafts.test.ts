import { expect, test } from 'vitest'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { previewNewsletter, saveNewsletter } from './drafts.server.ts'
import { getNewsletter } from './issues.server.ts'

useDatabase()

test('a draft that another admin saved meanwhile is not taken back by an older window, unless it is saved once more', async () => {
  const [admin, other] = [await createAdmin(), await createAdmin()]
  const draft = { subject: 'One place is free', words: 'Come on Wednesday.' }
  const { id } = await saveNewsletter(admin, null, draft)
  const version = async () => (await getNewsletter(admin, id)).changedAt.toISOString()
  const opened = await version()
  await saveNewsletter(other, id, { ...draft, words: 'Come on Thursday.' }, opened)
  const refusal = await rejectionOf(saveNewsletter(admin, id, draft, opened))
  expect(refusal).toMatchObject({ code: 'conflict', facts: { version: await version() } })
  expect((await getNewsletter(admin, id)).words).toBe('Come on Thursday.')
  await saveNewsletter(admin, id, draft, String(refusal.facts.version))
  expect((await getNewsletter(admin, id)).words).toBe(draft.words)
})

test('a draft is previewed while it is typed, with bold words and links to the site, and is not saved', async () => {
  const admin = await createAdmin()
  const { id } = await saveNewsletter(admin, null, { subject: 'One place is free', words: 'Come.' })
  const words = '**Samira** says: see [the <classes>](/classes?day=1&x), not [this](https://evil.example).'
  const { html, text } = await previewNewsletter(admin, id, {
    audience: 'subscribers',
    subject: 'Two',
    words,
  })
  expect(html).toContain('<b class="t" style="color:#15140f">Samira</b> says: see <a')
  expect(html).toMatch(
    /href="http[^"]*\/classes\?day=1&amp;x">the &lt;classes&gt;<\/a>, not \[this\]\(https:/,
  )
  expect(text).toMatch(
    /^Two\n===\n\nSamira says: see the <classes> \(http\S+\/classes\?day=1&x\), not \[this\]/,
  )
  expect(await getNewsletter(admin, id)).toMatchObject({ subject: 'One place is free', words: 'Come.' })
  expect((await previewNewsletter(admin, null)).html).toContain('<h1')
})
