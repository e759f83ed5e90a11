import { RateLimiterRes } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { LeasedLimiter, createLeaseIssuer } from './leased-limit.ts'

const limit = { keyPrefix: 'read', points: 1_200, duration: 60 }

/** Each with a way of its own to the parent, which answers a moment later. */
function openProcesses(count: number, duration = limit.duration) {
  let questions = 0
  const lend = createLeaseIssuer([{ ...limit, duration }], count)
  const limiters = Array.from({ length: count }, () => {
    return new LeasedLimiter(async (key) => {
      questions += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
      return lend('read', key)
    })
  })
  return { limiters, questions: () => questions }
}

const passes = (limiter: LeasedLimiter, key: string) =>
  limiter.consume(key).then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(RateLimiterRes)
      return false
    },
  )

test.each([1, 2, 8])('%i processes count as one, and ask for a few of hundreds', async (count) => {
  const { limiters, questions } = openProcesses(count)
  const tries = Array.from({ length: 2_000 }, (_, each) => passes(limiters[each % count]!, 'one'))
  const passed = (await Promise.all(tries)).filter(Boolean).length
  expect(passed).toBeLessThanOrEqual(1_200)
  expect(passed).toBeGreaterThanOrEqual(1_140)
  expect(questions()).toBeLessThan(30 * count)
  expect(await passes(limiters[0]!, 'another')).toBe(true)
})

test('one of many that is asked alone gives all there is but what the others may hold', async () => {
  const { limiters } = openProcesses(4)
  for (const idle of limiters) await passes(idle, 'one')
  let passed = 4
  while (await passes(limiters[0]!, 'one')) passed += 1
  expect(passed).toBeGreaterThanOrEqual(1_140)
  expect(passed).toBeLessThanOrEqual(1_200)
})

test('what is over for now begins again when its time ends', async () => {
  const { limiters } = openProcesses(2, 1)
  while (await passes(limiters[0]!, 'one'));
  await expect.poll(() => passes(limiters[0]!, 'one')).toBe(true)
})
