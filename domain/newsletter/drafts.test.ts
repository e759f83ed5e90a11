import { expect, test } from 'vitest'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { saveNewsletter } from './drafts.server.ts'
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
