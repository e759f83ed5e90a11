import { beforeAll, afterAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { useDatabase } from '#tests/database.ts'
import { getMailboxLetter, listMailbox } from './mailbox.server.ts'

useDatabase()
beforeAll(() => setDemoClub(true))
afterAll(() => setDemoClub(false))

const letterOf = (subject: string, minutesAgo: number, name = 'Noor Rahman') =>
  db
    .insertInto('letters')
    .values({
      cause: subject,
      letter: 'new-password',
      name,
      email: 'noor@club.example',
      subject,
      html: `<p>${subject}</p>`,
      text: subject,
      queuedAt: new Date(Date.UTC(2026, 10, 20, 12, -minutesAgo)),
    })
    .execute()

test('the demo club’s mailbox shows its letters, newest first; a real club has none', async () => {
  await letterOf('Before', 5)
  await letterOf('After', 0)
  await letterOf('Between', 3, '')
  const { items, total } = await listMailbox(visitor, { limit: 2 })
  expect(items.map(({ subject }) => subject)).toEqual(['After', 'Between'])
  expect(total).toBe(3)
  // newsletter subscribers may have no name
  expect(items.map(({ name }) => name)).toEqual(['Noor Rahman', 'noor@club.example'])
  const { id } = items[0]!
  expect(await getMailboxLetter(visitor, id)).toMatchObject({ html: '<p>After</p>', text: 'After' })
  await expect(getMailboxLetter(visitor, 'nonsense')).rejects.toMatchObject({ code: 'not-found' })
  setDemoClub(false)
  await expect(listMailbox(visitor)).rejects.toMatchObject({ code: 'not-found' })
  await expect(getMailboxLetter(visitor, id)).rejects.toMatchObject({ code: 'not-found' })
})
