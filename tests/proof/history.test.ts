import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { db } from '#db/client.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { findDifferences } from './differences.ts'
import { compare, createHistory, Difference } from './history.ts'
import { patience, report, seed, times } from './scale.ts'
import { createBuyers, createHours, useStripeClub } from './stripe-club.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()

async function begin(members: number, hours: number) {
  const [people, slots, admin] = await Promise.all([createBuyers(members), createHours(hours), createAdmin()])
  const history = createHistory({ people, slots, admin, double: club.double, random: seededRandom(seed) })
  return { history, admin }
}

describe('a random history of the club', () => {
  it(
    'is the one that a plain model tells, and its balance the card processor’s to the cent',
    async (context) => {
      const [members, hours, steps] = [times(40, 200), times(10, 50), times(160, 4_000)]
      const { history, admin } = await begin(members, hours)
      for (let step = 1; step <= steps; step += 1) {
        await history.step()
        if (step % 40 === 0) expect(await compare(history.model), `after step ${step}`).toEqual([])
      }
      const cents = history.model.balanceCents()
      expect(cents).toBeGreaterThan(0)
      expect(await readBalance(admin)).toMatchObject({ totalPaymentCents: cents, totalRemainingCents: cents })
      const cashCents = history.model.balanceCents(({ inCash }) => inCash)
      expect(cashCents).toBeGreaterThan(0)
      expect(club.double.ledger.balanceCents()).toBe(cents - cashCents)
      expect(await findDifferences(club.double)).toEqual([])
      await expectNoBrokenInvariants()
      report(context, 'Random history against a model', {
        members,
        hours,
        steps,
        ...history.counts,
        'balance cents': cents,
        'of it in cash': cashCents,
      })
    },
    patience(150_000, 1_800_000),
  )

  it('is another one without the guard, one live booking an hour', async () => {
    await sql`drop index one_live_booking`.execute(db)
    const { history } = await begin(40, 10)
    const races = async () => {
      for (let race = 0; race < 30; race += 1) await history.race()
    }
    await expect(races()).rejects.toBeInstanceOf(Difference)
  })
})
