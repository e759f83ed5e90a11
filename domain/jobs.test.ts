import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { listDeadJobs } from '#platform/jobs.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createPaidBooking,
  createHoldWithIntent,
  goodCard,
  expireHold,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startClubJobs } from './jobs.server.ts'
import { refundPayment } from './payments/refunds.server.ts'

useDatabase({ connections: 20 })
let sandbox: Sandbox
let workers: Awaited<ReturnType<typeof startClubJobs>>[] = []
beforeAll(async () => {
  sandbox = useSandbox()
  workers = await Promise.all([startClubJobs({ pollSeconds: 0.5 }), startClubJobs({ pollSeconds: 0.5 })])
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
})
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 500 })

describe('jobs with two workers', () => {
  test('a payment counts although the buyer’s browser never came back', async () => {
    const paying = await Promise.all(Array.from({ length: 5 }, () => createHoldWithIntent()))
    for (const { clientSecret } of paying) await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await soon(async () => {
      for (const { bookingId } of paying) expect(await bookingStateOf(bookingId)).toBe('paid')
    })
    await expectNoBrokenInvariants()
  })

  test('a refund reaches the card once, and the hour is free again', async () => {
    const { paymentId, bookingId, intentId } = await createPaidBooking(sandbox)
    const request = { paymentId, amountCents: 7000, reason: 'Moved away', requestKey: 'pressed-once' }
    await refundPayment(await createAdmin(), request)
    await soon(async () => expect(await bookingStateOf(bookingId)).toBe('refunded'))
    expect(await sandbox.retrieveIntent(intentId)).toMatchObject({ refunds: [{ amountCents: 7000 }] })
    await expectNoBrokenInvariants()
  })

  test('holds that ran out and months that are over are tidied up', async () => {
    const { bookingId } = await createHoldWithIntent()
    await expireHold(bookingId)
    const paid = await createPaidBooking(sandbox)
    await sql`update bookings set paid_until = club_now() where id = ${paid.bookingId}`.execute(db)
    await soon(async () => {
      // the jobs of this minute may have run already, or skipped a locked row
      await sql`insert into pgboss.job (name) values ('expire-holds'), ('end-paid')`.execute(db)
      expect(await bookingStateOf(bookingId)).toBe('expired')
      expect(await bookingStateOf(paid.bookingId)).toBe('ended')
    })
    await expectNoBrokenInvariants()
    expect(await listDeadJobs()).toEqual([])
  })
})
