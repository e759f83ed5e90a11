import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import { compareWithModel, createModelTest, ModelMismatch } from './model-test-driver.ts'
import { createBuyers, createFreeSlots, useStripeClub } from './stripe-club.ts'
import { timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()

async function begin(members: number, hours: number) {
  const [people, slots, admin] = await Promise.all([
    createBuyers(members),
    createFreeSlots(hours),
    createAdmin(),
  ])
  const history = createModelTest({
    people,
    slots,
    admin,
    double: club.double,
    random: seededRandom(randomSeed),
  })
  return { history, admin }
}

describe('random history against the model', () => {
  test(
    'is the one that a plain model tells, and its balance the card processor’s to the cent',
    async (context) => {
      const [members, hours, steps] = [repetitions(40, 200), repetitions(10, 50), repetitions(160, 4_000)]
      const { history, admin } = await begin(members, hours)
      for (let step = 1; step <= steps; step += 1) {
        await history.step()
        if (step % 40 === 0) expect(await compareWithModel(history.model), `after step ${step}`).toEqual([])
      }
      const cents = history.model.balanceCents()
      expect(cents).toBeGreaterThan(0)
      expect(await readBalance(admin)).toMatchObject({ totalPaymentCents: cents, totalRemainingCents: cents })
      const cashCents = history.model.balanceCents(({ inCash }) => inCash)
      expect(cashCents).toBeGreaterThan(0)
      expect(club.double.ledger.balanceCents()).toBe(cents - cashCents)
      expect(await findLedgerDifferences(club.double)).toEqual([])
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Random history against a model', {
        members,
        hours,
        steps,
        ...history.counts,
        'balance cents': cents,
        'of it in cash': cashCents,
      })
    },
    timeoutFor(150_000, 1_800_000),
  )

  test('is another one without the guard, one live booking an hour', async () => {
    await sql`drop index one_live_booking`.execute(db)
    const { history } = await begin(40, 10)
    const races = async () => {
      for (let race = 0; race < 30; race += 1) await history.race()
    }
    await expect(races()).rejects.toBeInstanceOf(ModelMismatch)
  })
})
