import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { db, pool } from '#db/client.ts'
import { troublesByPart } from '#platform/observability/log.ts'
import { useDatabase } from '#tests/database.ts'
import {
  deleteExpiredLimits,
  resetGuessCounter,
  limitGuess,
  limitNewsletter,
  limitRead,
  limitSignUp,
  limitWrite,
  startLimits,
} from './rate-limits.ts'

useDatabase()
beforeEach(async () => {
  await db.deleteFrom('rateLimits').execute()
  startLimits({ pool, enabled: true })
})
// counting continues for the next test only
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

describe('rate limits', () => {
  test('an email has ten sign-ins in ten minutes from an address, and others from there are not hindered', async () => {
    await times(10, () => limitGuess('nora@example.com', '203.0.113.7'))
    await expectLimited(limitGuess(' Nora@Example.com', '203.0.113.7'), 600)
    await limitGuess('mira@example.com', '203.0.113.7')
    await limitGuess('nora@example.com', '203.0.113.8')
  })

  const network = (each: number) => `203.0.113.${each}`
  const guessFromEverywhere = (guesses: number) =>
    Promise.allSettled(
      Array.from({ length: guesses }, (_, each) => limitGuess('nora@example.com', network(each))),
    )
  const passed = (results: PromiseSettledResult<void>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length
  const letPauseEnd = () => pool.query("update rate_limits set expire = 1 where key like 'pause:%'")

  test('an account has fifteen guesses a day from wherever they come, then one at a time, with pauses that double', async () => {
    // one begins the first pause
    expect(passed(await guessFromEverywhere(40))).toBe(16)
    await db.deleteFrom('rateLimits').execute()
    for (let each = 0; each < 16; each += 1) await limitGuess('nora@example.com', network(each))
    await expectLimited(limitGuess('nora@example.com', network(50)), 60)
    // one that is refused counts as well
    for (const seconds of [240, 480, 900, 900]) {
      await letPauseEnd()
      await limitGuess('nora@example.com', network(51))
      const { rows } = await pool.query(
        "select expire - (extract(epoch from now()) * 1000)::bigint as left from rate_limits where key like 'pause:%'",
      )
      expect(Number(rows[0].left)).toBeGreaterThan((seconds - 30) * 1000)
      expect(Number(rows[0].left)).toBeLessThanOrEqual(seconds * 1000 + 1000)
    }
    await limitGuess('mira@example.com', network(50))
  })

  test('an owner is not locked out of a browser that they know, which has ten guesses of its own', async () => {
    await guessFromEverywhere(40)
    await times(10, () => limitGuess('nora@example.com', network(1), 'her browser'))
    await expectLimited(limitGuess('nora@example.com', network(1), 'her browser'), 600)
    await limitGuess('nora@example.com', network(1), 'her phone')
  })

  test('guesses at an account are forgotten when one is right', async () => {
    await guessFromEverywhere(40)
    await resetGuessCounter(' Nora@example.com')
    expect(passed(await guessFromEverywhere(40))).toBe(16)
  })

  test('an address has a hundred sign-ins in ten minutes, with whatever emails', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, each) => limitGuess(`${each}@example.com`, '203.0.113.7')),
    )
    await expectLimited(limitGuess('new@example.com', '203.0.113.7'), 600)
    await limitGuess('new@example.com', '203.0.113.8')
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

  test('the /48 around a network of IPv6 has four times as much, and its networks share it', async () => {
    for (let each = 0; each < 4; each += 1) await times(10, () => limitNewsletter(`2001:db8:1:${each}::1`))
    await expectLimited(limitNewsletter('2001:db8:1:9::1'), 3_600)
    await limitNewsletter('2001:db8:2:9::1')
  })

  test('a port beside the address makes it no other one', async () => {
    for (let port = 1; port <= 10; port += 1) await limitNewsletter(`203.0.113.7:${port}`)
    await expectLimited(limitNewsletter('203.0.113.7:4711'), 3_600)
    await expectLimited(limitNewsletter('203.0.113.7'), 3_600)
    await times(10, () => limitNewsletter('[2001:db8:1:2::1]:443'))
    await expectLimited(limitNewsletter('[2001:db8:1:2::1]:444'), 3_600)
  })

  test('an IPv4 address in IPv6 clothes is the same address', async () => {
    await times(10, () => limitNewsletter('203.0.113.7'))
    await expectLimited(limitNewsletter('::ffff:203.0.113.7'), 3_600)
    await limitNewsletter('::ffff:203.0.113.8')
  })

  test('what is counted holds no address and no email, and goes when it is over', async () => {
    await limitGuess('nora@example.com', '203.0.113.7')
    const rows = await db.selectFrom('rateLimits').selectAll().execute()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/nora|example|203\.0/)
    await deleteExpiredLimits(pool)
    expect(await db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(3)
    await db
      .updateTable('rateLimits')
      .set({ expire: Date.now() - 2 * 60 * 60 * 1000 })
      .execute()
    await deleteExpiredLimits(pool)
    expect(await db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(0)
  })

  test('are lifted by the setting', async () => {
    startLimits({ pool, enabled: false })
    await times(40, () => limitNewsletter('203.0.113.7'))
  })

  test('refuse while the database is away, instead of opening the door, and tell the operator why', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    startLimits({ pool: away, enabled: true })
    const error = await refusalOf(limitGuess('nora@example.com', '203.0.113.7'))
    expect([error.code, error.retryAfter]).toEqual(['unavailable', 5])
    expect(troublesByPart.get('limits')?.message).toContain('ECONNREFUSED')
    await away.end()
  })
})
