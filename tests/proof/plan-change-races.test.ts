import { describe, expect, test } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { cards, setCardProcessor } from '#platform/cards/cards.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { priceWithPlan } from '#tests/plan-prices.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { StripeApiError } from '#tests/stripe-double/stripe-objects.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import {
  createPendingPayment,
  runPendingRefunds,
  createBuyers,
  createFreeSlots,
  useStripeClub,
} from './stripe-club.ts'
import { inParallel, timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()
const random = seededRandom(randomSeed)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A refusal of the club or the card processor is an outcome; any other error fails the test. */
async function orNullIfRefused<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DomainError || error instanceof StripeApiError) return null
    throw error
  }
}

type Tab = { intentId: string; clientSecret: string; seenCents: number }

/** A tab on the payment page, with the displayed price. */
async function payInTab(tab: Tab, buyer: Person, bookingId: string, within = 12): Promise<void> {
  await pause(random() * within)
  const paid = await orNullIfRefused(() => club.double.pay(tab.clientSecret))
  if (paid)
    await orNullIfRefused(() =>
      savePayment(buyer, { intentId: tab.intentId, bookingId, expectedPriceCents: tab.seenCents }),
    )
}

/** The other tab: chooses another plan, and pays too in every second round. */
async function changePlanInTab(
  buyer: Person,
  bookingId: string,
  plan: PlanName,
  pays: boolean,
): Promise<Tab | null> {
  await pause(random() * 12)
  const seenCents = priceWithPlan(5000, plan)
  const changed = await orNullIfRefused(() =>
    choosePlan(buyer, bookingId, { plan, expectedPriceCents: seenCents, acceptsOverlap: true }),
  )
  if (!changed) return null
  const intent = await orNullIfRefused(() => requestIntent(buyer, { bookingId, priceCents: seenCents }))
  if (!intent) return null
  const tab = { ...intent, seenCents }
  if (pays) await payInTab(tab, buyer, bookingId)
  return tab
}

/** Runs one round. Returns the open tabs with their displayed amounts. */
async function payWhileChanging(buyer: Person, slotId: string, round: number): Promise<Tab[]> {
  const { bookingId, ...first } = await createPendingPayment(buyer, slotId, 'gold')
  const shown = { ...first, seenCents: first.amountCents }
  const plan = round % 3 === 0 ? 'silver' : 'diamond'
  const [, second] = await Promise.all([
    // about as long as the other tab takes, so that either may be first
    payInTab(shown, buyer, bookingId, 150),
    changePlanInTab(buyer, bookingId, plan, round % 2 === 0),
  ])
  return second ? [shown, second] : [shown]
}

/** Returns charges that differ from the amount displayed in the paying tab. */
const chargesNotShown = (tabs: Tab[]) =>
  tabs.filter(({ intentId, seenCents }) => {
    const intent = club.double.ledger.find(intentId)
    return intent.status === 'succeeded' && intent.amount_received !== seenCents
  })

describe('plan change during a payment', () => {
  test(
    'never makes anybody pay an amount they did not see, nor pay twice',
    async (context) => {
      const rounds = repetitions(10, 200)
      const [people, hours] = await Promise.all([createBuyers(rounds), createFreeSlots(rounds)])
      const tabs: Tab[] = []
      await inParallel(people, 4, async (buyer, index) => {
        tabs.push(...(await payWhileChanging(buyer, hours[index] ?? '', index)))
      })
      expect(chargesNotShown(tabs)).toEqual([])
      for (const { intentId } of tabs) await settleIntent(intentId)
      await reconcile()
      await runPendingRefunds()
      expect(await findLedgerDifferences(club.double)).toEqual([])
      await expectNoBrokenInvariants()
      const paid = await db.selectFrom('bookings').where('state', '=', 'paid').select('plan').execute()
      const changed = paid.filter(({ plan }) => plan !== 'gold').length
      expect(paid.length, 'bookings that were paid').toBeGreaterThan(rounds / 4)
      reportMeasurement(context, 'Plan changed while paying', {
        rounds,
        paid: paid.length,
        'with the new plan': changed,
        'unseen amounts': 0,
      })
    },
    timeoutFor(150_000, 600_000),
  )

  test('would, without the guard: intents whose amount follows the plan', async () => {
    const stripe = cards
    const made: string[] = []
    setCardProcessor({
      ...stripe,
      cancelIntent: async (id) => ({ ...(await stripe.retrieveIntent(id))!, status: 'canceled' }),
      createIntent: async (request) => {
        const intent = await stripe.createIntent(request)
        for (const id of made) club.double.ledger.changeAmount(id, request.amountCents)
        made.push(intent.id)
        return intent
      },
    })
    const [[buyer], [slotId = '']] = await Promise.all([createBuyers(1), createFreeSlots(1)])
    if (!buyer) throw new Error('There is no buyer.')
    const { bookingId, ...first } = await createPendingPayment(buyer, slotId, 'gold')
    await changePlanInTab(buyer, bookingId, 'diamond', false)
    const shown = { ...first, seenCents: first.amountCents }
    await payInTab(shown, buyer, bookingId)
    expect(chargesNotShown([shown])).toHaveLength(1)
    setCardProcessor(stripe)
  })
})
