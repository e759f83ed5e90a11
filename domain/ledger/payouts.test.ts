import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { readBalance } from './balance.server.ts'
import { listOwedTrainers, readStanding, recordPayout, reversePayout } from './payouts.server.ts'
import { readStatement } from './statement.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeEach(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
afterEach(expectNoBrokenInvariants)

describe('recordPayout', () => {
  const payout = (trainerId: string, amountCents: number, requestKey: string = randomUUID()) => ({
    trainerId,
    amountCents,
    requestKey,
  })
  const sell = async () => {
    const { trainerId, slots } = await createTrainerWithSlots(1)
    await createPaidBooking(sandbox, 'gold', slots[0]?.id)
    return trainerId
  }
  const standingOf = (trainerId: string) => readStanding(admin, trainerId)

  test('is never above what is owed, also when many are recorded at once', async () => {
    const trainerId = await sell()
    expect(await standingOf(trainerId)).toMatchObject({ owedCents: 7000, paymentStatus: 'Owed' })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => recordPayout(admin, payout(trainerId, 2000))),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
    expect(await rejectionOf(recordPayout(admin, payout(trainerId, 1001)))).toMatchObject({
      code: 'conflict',
      message: 'Mira Okafor is owed $10, so no more can be paid out.',
      facts: { owedCents: 1000 },
    })
    await recordPayout(admin, payout(trainerId, 1000))
    expect(await standingOf(trainerId)).toMatchObject({ owedCents: 0, paymentStatus: 'Paid' })
  })

  test('is one, however often its form is sent', async () => {
    const trainerId = await sell()
    const request = payout(trainerId, 5000)
    const results = await Promise.all(Array.from({ length: 5 }, () => recordPayout(admin, request)))
    expect(new Set(results.map((result) => result.payoutId)).size).toBe(1)
    expect(await errorCodeOf(recordPayout(admin, { ...request, amountCents: 1 }))).toBe('conflict')
  })

  test('is due to those whom the club owes, most first, a page at a time', async () => {
    const [less, more, settled] = [await sell(), await sell(), await sell()]
    await recordPayout(admin, payout(less, 4000))
    await recordPayout(admin, payout(settled, 7000))
    const all = await listOwedTrainers(admin)
    const ids = all.items.map(({ trainerId }) => trainerId)
    expect(ids.indexOf(more)).toBeLessThan(ids.indexOf(less))
    expect(ids).toEqual(expect.arrayContaining([less, more]))
    expect(ids).not.toContain(settled)
    expect(all.total).toBe(ids.length)
    expect(all.totalCents).toBe(all.items.reduce((sum, { owedCents }) => sum + owedCents, 0))
    for (const { portrait, ...standing } of all.items) {
      expect(portrait).toBeNull()
      expect(await standingOf(standing.trainerId)).toEqual(standing)
    }
    const second = await listOwedTrainers(admin, { limit: 1, offset: 1 })
    expect(second).toEqual({ ...all, items: [all.items[1]] })
    expect(await listOwedTrainers(admin, { offset: 1000 })).toEqual({ ...all, items: [] })
  })

  test('is for admins, to a trainer, and stands in the audit log', async () => {
    const trainerId = await sell()
    expect(await errorCodeOf(recordPayout(await createMember(), payout(trainerId, 1)))).toBe('forbidden')
    expect(await errorCodeOf(recordPayout(admin, payout(randomUUID(), 1)))).toBe('not-found')
    expect(await errorCodeOf(recordPayout(admin, payout(trainerId, 0)))).toBe('invalid')
    await recordPayout(admin, payout(trainerId, 100))
    const entry = await db
      .selectFrom('auditEntries')
      .where('actorId', '=', admin.id)
      .where('subjectId', '=', trainerId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'record payout', after: { amountCents: 100, note: '' } })
  })
})

describe('reversePayout', () => {
  test('adds the opposite entry once: the trainer is owed again, the balance has the money, both entries stay', async () => {
    const { trainerId, slots, person } = await createTrainerWithSlots(1)
    await createPaidBooking(sandbox, 'gold', slots[0]?.id)
    const before = await readBalance(admin)
    const { payoutId } = await recordPayout(admin, { trainerId, amountCents: 7000, requestKey: randomUUID() })
    const input = { payoutId, reason: 'It went to another trainer' }
    const [first, again] = await Promise.all([reversePayout(admin, input), reversePayout(admin, input)])
    expect([first.owedCents, again.owedCents]).toEqual([7000, 7000])
    expect((await readStanding(admin, trainerId)).owedCents).toBe(7000)
    expect((await readBalance(admin)).totalRemainingCents).toBe(before.totalRemainingCents)
    const { lines } = await readStatement(person, trainerId, null)
    expect(lines.map(({ kind, partCents, note }) => [kind, partCents, note]).slice(-2)).toEqual([
      ['payout', -7000, ''],
      ['payout', 7000, 'It went to another trainer'],
    ])
    expect(await errorCodeOf(reversePayout(person, input))).toBe('forbidden')
    expect(await errorCodeOf(reversePayout(admin, { ...input, payoutId: first.payoutId }))).toBe('not-found')
    const statements = [
      'update payouts set amount_cents = 1 where id = $1',
      'delete from payouts where id = $1',
    ]
    for (const statement of statements)
      await expect(pool.query(statement, [payoutId])).rejects.toMatchObject({ constraint: 'append_only' })
  })
})
