import { hashPassword as hashFormerly } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { callerWith, refusalOf, signUpSomebody, useAuth } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { usePictureFolder } from '#tests/pictures.ts'
import { signIn } from './accounts.server.ts'
import { hashPassword, isPassword } from './passwords.server.ts'

useDatabase()
useAuth()
usePictureFolder()

const keptOf = async (userId: string) =>
  (await db.selectFrom('accounts').where('userId', '=', userId).select('password').executeTakeFirstOrThrow())
    .password

test('a password is kept as a costly hash, another one each time', async () => {
  const hash = await hashPassword('Palestra1!')
  expect(hash).toMatch(/^scrypt-15-8-3\$[\w-]{22}\$[\w-]{86}$/)
  expect(await hashPassword('Palestra1!')).not.toBe(hash)
  expect(await isPassword({ hash, password: 'Palestra1!' })).toBe(true)
  expect(await isPassword({ hash, password: 'Palestra1?' })).toBe(false)
})

test('a password that was kept in the older way signs in, and is kept in today’s from then on', async () => {
  const { person, password } = await signUpSomebody()
  const older = await hashFormerly(password)
  await db.updateTable('accounts').set({ password: older }).where('userId', '=', person.id).execute()
  await refusalOf(signIn(callerWith(), { email: person.email, password: 'Palestra9!' }))
  expect(await keptOf(person.id)).toBe(older)
  await signIn(callerWith(), { email: person.email, password })
  expect(await keptOf(person.id)).toMatch(/^scrypt-15-8-3\$/)
  await signIn(callerWith(), { email: person.email, password })
})

test('when too many passwords wait to be looked at, the next are asked to come again', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => hashPassword('Palestra1!')))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBeGreaterThanOrEqual(8)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 5 })
})
