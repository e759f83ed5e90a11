import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { identityPeople } from './people.ts'
import { Browser } from './test-browser.ts'
import { useSmallClub } from './test-club.ts'

useDatabase()
useTemporaryPictureStorage()
const club = useSmallClub()

test('an admin who comes by Google is told of a browser that was not seen before, and of no other', async () => {
  const { email, subject } = identityPeople.find(({ name }) => name === 'Iris Vance')!
  const letters = db.selectFrom('letters').where('email', '=', email).where('letter', '=', 'new-device')
  const told = async () => (await letters.selectAll().execute()).length
  const comeBy = async (browser: Browser) => browser.choose((await browser.begin('/')).address, subject)

  const known = new Browser(`http://localhost:${club.port}`)
  await comeBy(known)
  const { id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('members').set({ role: 'admin' }).where('userId', '=', id).execute()
  await comeBy(known)
  expect(await told()).toBe(0)
  await comeBy(new Browser(`http://localhost:${club.port}`))
  expect(await told()).toBe(1)
})
