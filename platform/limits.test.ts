import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { db, pool } from '#db/client.ts'
import { DomainError } from '#domain/errors.ts'
import { useDatabase } from '#tests/database.ts'
import {
  clearOldLimits,
  limitNewsletter,
  limitRead,
  limitSignIn,
  limitSignUp,
  limitWrite,
  startLimits,
} from './limits.ts'

useDatabase()
beforeEach(async () => {
  await db.deleteFrom('rateLimits').execute()
  startLimits({ pool, enabled: true })
})
// counting goes on for nobody but the next test
afterEach(() => startLimits({ pool, enabled: false }))

const times = async (count: number, act: () => Promise<void>) => {
  for (let done = 0; done < count; done += 1) await act()
}
async function refusalOf(act: Promise<void>): Promise<DomainError> {
  const error = await act.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}
async function expectLimited(act: Promise<void>, seconds: number): Promise<void> {
  const error = await refusalOf(act)
  expect(error.code).toBe('limited')
  expect(error.message).toMatch(/^That was too often\. Try again in \d+ (seconds?|minutes)\.$/)
  expect(error.retryAfter).toBeGreaterThan(seconds - 30)
  expect(error.retryAfter).toBeLessThanOrEqual(seconds)
}

describe('the limits', () => {
  test('an e-mail has ten sign-ins in ten minutes from an address, and others from there are not hindered', async () => {
    await times(10, () => limitSignIn('nora@example.com', '203.0.113.7'))
    await expectLimited(limitSignIn(' Nora@Example.com', '203.0.113.7'), 600)
    await limitSignIn('mira@example.com', '203.0.113.7')
    await limitSignIn('nora@example.com', '203.0.113.8')
  })

  test('an address has a hundred sign-ins in ten minutes, with whatever e-mails', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, each) => limitSignIn(`${each}@example.com`, '203.0.113.7')),
    )
    await expectLimited(limitSignIn('new@example.com', '203.0.113.7'), 600)
    await limitSignIn('new@example.com', '203.0.113.8')
  })

  test('an address has thirty sign-ups and ten subscriptions an hour', async () => {
    await times(30, () => limitSignUp('203.0.113.7'))
    await expectLimited(limitSignUp('203.0.113.7'), 3_600)
    await times(10, () => limitNewsletter('203.0.113.7'))
    await expectLimited(limitNewsletter('203.0.113.7'), 3_600)
    await limitSignUp('203.0.113.8')
  })

  test('a person has a hundred and twenty writes a minute, also when all come at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 130 }, () => limitWrite('a person', '203.0.113.7')),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    await limitWrite('another person', '203.0.113.7')
  })

  test('an address has twelve hundred reads a minute, counted without the database', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    startLimits({ pool: away, enabled: true })
    await times(1_200, () => limitRead('203.0.113.7'))
    await expectLimited(limitRead('203.0.113.7'), 60)
    await away.end()
  })

  test('a whole /64 of IPv6 counts as one address, its neighbour as another', async () => {
    await times(9, () => limitNewsletter('2001:db8:1:2::1'))
    await limitNewsletter('2001:0DB8:0001:0002:ffff:0:0:9')
    await expectLimited(limitNewsletter('[2001:db8:1:2:abcd::]'), 3_600)
    await limitNewsletter('2001:db8:1:3::1')
    await limitNewsletter('2001:db8::1')
  })

  test('an IPv4 address in IPv6 clothes is the same address', async () => {
    await times(10, () => limitNewsletter('203.0.113.7'))
    await expectLimited(limitNewsletter('::ffff:203.0.113.7'), 3_600)
    await limitNewsletter('::ffff:203.0.113.8')
  })

  test('what is counted holds no address and no e-mail, and goes when it is over', async () => {
    await limitSignIn('nora@example.com', '203.0.113.7')
    const rows = await db.selectFrom('rateLimits').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/nora|example|203/)
    await clearOldLimits(pool)
    expect(await db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(2)
    await db
      .updateTable('rateLimits')
      .set({ expire: Date.now() - 2 * 60 * 60 * 1000 })
      .execute()
    await clearOldLimits(pool)
    expect(await db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(0)
  })

  test('are lifted by the setting', async () => {
    startLimits({ pool, enabled: false })
    await times(40, () => limitNewsletter('203.0.113.7'))
  })

  test('refuse while the database is away, instead of opening the door', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    startLimits({ pool: away, enabled: true })
    const error = await refusalOf(limitSignIn('nora@example.com', '203.0.113.7'))
    expect([error.code, error.retryAfter]).toEqual(['unavailable', 5])
    await away.end()
  })
})
