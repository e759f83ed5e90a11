import { hashPassword as hashFormerly } from 'better-auth/crypto'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { requestContext, rejectionOf, signUpUser, testSecret } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { hashPassword, passwordMatches, lightCost } from './hashing.server.ts'

useDatabase()
beforeAll(() => startAuth({ secret: testSecret, publicUrl: 'http://localhost:3000' }))
useTemporaryPictureStorage()

const hashOf = async (userId: string) =>
  (await db.selectFrom('accounts').where('userId', '=', userId).select('password').executeTakeFirstOrThrow())
    .password

test('a password is kept as a costly hash, another one each time', async () => {
  const hash = await hashPassword('Palestra1!')
  expect(hash).toMatch(/^scrypt-15-8-3\$[\w-]{22}\$[\w-]{86}$/)
  expect(await hashPassword('Palestra1!')).not.toBe(hash)
  expect(await passwordMatches({ hash, password: 'Palestra1!' })).toBe(true)
  expect(await passwordMatches({ hash, password: 'Palestra1?' })).toBe(false)
})

const otherWays: [string, (password: string) => Promise<string>][] = [
  ['in the older way', hashFormerly],
  ['at another cost', (password) => hashPassword(password, lightCost)],
]
for (const [way, hashOtherwise] of otherWays)
  test(`a password that was kept ${way} signs in, and is kept in today’s from then on`, async () => {
    const { person, password } = await signUpUser()
    const other = await hashOtherwise(password)
    await db.updateTable('accounts').set({ password: other }).where('userId', '=', person.id).execute()
    await rejectionOf(signIn(requestContext(), { email: person.email, password: 'Palestra9!' }))
    expect(await hashOf(person.id)).toBe(other)
    await signIn(requestContext(), { email: person.email, password })
    expect(await hashOf(person.id)).toMatch(/^scrypt-15-8-3\$/)
    await signIn(requestContext(), { email: person.email, password })
  })

test('when too many passwords wait to be looked at, the next are asked to come again', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => hashPassword('Palestra1!', lightCost)),
  )
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBeGreaterThanOrEqual(8)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 5 })
})
