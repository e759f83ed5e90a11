import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { correctDeskMethod } from '#domain/ledger/desk-corrections.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { recordPayout, reversePayout } from '#domain/ledger/payouts.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { compareWithProcessor } from '#domain/payments/processor-round.server.ts'
import { executeRefund, refundPayment, retryRefund } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { settleRefundOtherwise } from '#domain/payments/settling-refunds.server.ts'
import { gatherStatistics, useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom, shuffled } from '#tests/stripe-double/faults.ts'
import type { StripeEvent } from '#tests/stripe-double/stripe-objects.ts'
import {
  createBuyers,
  createFreeSlots,
  createPendingPayment,
  deliverEvent,
  runPendingRefunds,
  useStripeClub,
} from './stripe-club.ts'
import { randomSeed, repetitions, reportMeasurement, timeoutFor } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 3_600_000) })

useDatabase()
const club = useStripeClub()

type Sale = { intentId: string; paymentId: string; disputeId: string | null }

/** One random history of a payment: refunds in parts, a dispute, late failures, and what the office does. */
class History {
  readonly random: () => number
  readonly admin: Person
  readonly sale: Sale
  constructor(admin: Person, sale: Sale, random: () => number) {
    this.admin = admin
    this.sale = sale
    this.random = random
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)]
  }

  /** Does one random thing. A refusal of the club or the processor is an outcome like any other. */
  async step(): Promise<void> {
    const acts = [
      () => this.refund(),
      () => this.refund(),
      async () => this.refundAtProcessor(),
      async () => this.failLater(),
      async () => this.moveDispute(),
      async () => this.moveDispute(),
      () => this.retryOrSettle(),
      () => runPendingRefunds(),
    ]
    try {
      await this.pick(acts)!()
    } catch (error) {
      const isRefusal = error instanceof DomainError || (error instanceof Error && 'status' in error)
      if (!isRefusal) throw error
    }
  }

  async refund(): Promise<void> {
    const amountCents = 1 + Math.floor(this.random() * 7_000)
    const { paymentId } = this.sale
    const request = { paymentId, amountCents, reason: 'Ill', requestKey: randomUUID() }
    const { refundId } = await refundPayment(this.admin, request)
    if (this.random() < 0.7) await executeRefund(refundId)
  }

  refundAtProcessor(): void {
    club.double.ledger.refund({ intentId: this.sale.intentId, amount: 1 + Math.floor(this.random() * 2_000) })
  }

  failLater(): void {
    const made = club.double.ledger.refunds(this.sale.intentId).filter(({ status }) => status === 'succeeded')
    const refund = this.pick(made)
    if (refund) club.double.ledger.failRefund(refund.id)
  }

  moveDispute(): void {
    const { ledger } = club.double
    const { disputeId, intentId } = this.sale
    if (disputeId === null) {
      const status = this.random() < 0.3 ? 'warning_needs_response' : 'needs_response'
      const amount = this.random() < 0.5 ? 0 : 1 + Math.floor(this.random() * 7_000)
      this.sale.disputeId = ledger.dispute(intentId, { status, amount }).id
      return
    }
    const { status } = ledger.disputes(intentId).find(({ id }) => id === disputeId)!
    const next = this.pick(nextStatuses[status] ?? [])
    if (next) ledger.updateDispute(disputeId, next)
  }

  async retryOrSettle(): Promise<void> {
    const refund = this.pick(await listFailedRefunds(this.admin))
    if (!refund) return
    if (this.random() < 0.4) await retryRefund(this.admin, refund.refundId)
    else {
      const how = this.pick(['cash', 'transfer', 'bank', 'given up'] as const)!
      await settleRefundOtherwise(this.admin, refund.refundId, { how, why: 'Card closed' })
    }
  }
}

const nextStatuses: Record<string, string[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  needs_response: ['under_review', 'lost', 'won'],
  under_review: ['won', 'lost'],
}

/** Delivers events in random order, some twice or thrice, some never. */
async function deliverAtRandom(events: readonly StripeEvent[], random: () => number): Promise<void> {
  const copies = events.flatMap((event) => Array<StripeEvent>(Math.floor(random() * 4)).fill(event))
  for (const event of shuffled(copies, random)) await deliverEvent(club.double, event)
}

async function sell(count: number): Promise<Sale[]> {
  const [buyers, slots] = await Promise.all([createBuyers(count), createFreeSlots(count)])
  const sales: Sale[] = []
  for (const [index, buyer] of buyers.entries()) {
    const { intentId, clientSecret } = await createPendingPayment(buyer, slots[index]!)
    club.double.pay(clientSecret)
    const { paymentId } = await settleIntent(intentId)
    sales.push({ intentId, paymentId: paymentId!, disputeId: null })
  }
  return sales
}

/** The balance by the processor's own ledger and what moved at the desk and to trainers. */
async function expectedCents(): Promise<number> {
  const { rows } = await pool.query<{ cents: number }>(
    `select (select coalesce(sum(amount_cents), 0) from payments where method <> 'card')::integer
      - (select coalesce(sum(amount_cents), 0) from refunds where handed_back is not null)::integer
      - (select coalesce(sum(amount_cents), 0) from payouts)::integer as cents`,
  )
  return club.double.ledger.account.netCents() + rows[0]!.cents
}

/** Sells an hour at the desk, corrects its method, hands a part back, and pays a trainer, now and then in error. */
async function workAtDesk(admin: Person, random: () => number): Promise<void> {
  const [buyer] = await createBuyers(1)
  const [slotId] = await createFreeSlots(1)
  const { bookingId } = await holdSlot(buyer!, { slotId: slotId! })
  const { paymentId } = await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
  const request = { paymentId: paymentId!, amountCents: 1 + Math.floor(random() * 6_000), reason: 'Ill' }
  const { refundId } = await refundPayment(admin, { ...request, requestKey: randomUUID() })
  if (random() < 0.7) await recordDeskRefund(admin, refundId, { method: 'cash' })
  const trainer = await db
    .selectFrom('trainerSums')
    .where((eb) => eb('partCents', '>', eb.ref('paidOutCents')))
    .orderBy('trainerId')
    .select(['trainerId', 'partCents', 'paidOutCents'])
    .executeTakeFirst()
  if (trainer) {
    const amountCents = Math.ceil((trainer.partCents - trainer.paidOutCents) / 2)
    const { trainerId } = trainer
    const { payoutId } = await recordPayout(admin, { trainerId, amountCents, requestKey: randomUUID() })
    if (random() < 0.4) await reversePayout(admin, { payoutId, reason: 'Typed wrong' })
  }
  await correctDeskMethod(admin, {
    kind: 'payment',
    entryId: paymentId!,
    method: 'transfer',
    reason: 'Typed wrong',
  })
}

async function expectTrueBalance(admin: Person): Promise<void> {
  expect((await readBalance(admin)).totalRemainingCents).toBe(await expectedCents())
}

async function expectTrueBooks(admin: Person): Promise<void> {
  await expectTrueBalance(admin)
  expect(await findBrokenInvariants()).toEqual([])
}

test('whatever the processor does, and however its notices arrive, the balance is its ledger and the desk', async (context) => {
  const admin = await createAdmin()
  const random = seededRandom(randomSeed)
  const count = repetitions(24, 2_000)
  for (let done = 0; done < count; done += 12) {
    for (const sale of await sell(12)) {
      const history = new History(admin, sale, random)
      const losesAllNotices = random() < 0.3
      for (let step = 0; step < 3 + random() * 6; step += 1) {
        const before = club.double.events.all().length
        await history.step()
        if (!losesAllNotices) await deliverAtRandom(club.double.events.all().slice(before), random)
      }
    }
    if (random() < 0.2) club.double.ledger.account.payOut('usd')
    await workAtDesk(admin, random)
    await runPendingRefunds()
    expect(await compareWithProcessor()).toMatchObject({ failed: 0 })
    await expectTrueBalance(admin)
    // the invariants read every row
    if (done % 120 === 0) {
      await expectTrueBooks(admin)
      await gatherStatistics()
    }
  }
  await expectTrueBooks(admin)
  const { length: disputes } = await db.selectFrom('disputes').select('id').execute()
  expect(disputes).toBeGreaterThan(0)
  reportMeasurement(context, 'Random histories at the processor', {
    histories: count,
    disputes,
    differences: 0,
  })
})

test('differs from it without the comparison that finds lost notices', async () => {
  const admin = await createAdmin()
  const [sale] = await sell(1)
  await compareWithProcessor()
  await expectTrueBooks(admin)
  club.double.ledger.dispute(sale!.intentId)
  expect((await readBalance(admin)).totalRemainingCents).not.toBe(await expectedCents())
  await compareWithProcessor()
  await expectTrueBooks(admin)
})
