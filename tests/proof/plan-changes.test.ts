import { describe, expect, it } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { priceWithPlan, type PlanName } from '#domain/bookings/bookings.rules.ts'
import { choosePlan } from '#domain/checkout/plan.server.ts'
import { DomainError } from '#domain/errors.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { cards, setCardProcessor } from '#platform/cards/cards.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { ApiError } from '#tests/stripe-double/answers.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { findDifferences } from './differences.ts'
import { inParallel, patience, report, seed, times } from './scale.ts'
import { beginToPay, carryOutRefunds, createBuyers, createHours, useStripeClub } from './stripe-club.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()
const random = seededRandom(seed)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A refusal of the club or the card processor is an outcome; anything else is a fault of the test. */
async function tried<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DomainError || error instanceof ApiError) return null
    throw error
  }
}

type Tab = { intentId: string; clientSecret: string; seenCents: number }

/** The payment page: its price is what the person sees when they press the button. */
async function payIn(tab: Tab, buyer: Person, bookingId: string, within = 12): Promise<void> {
  await pause(random() * within)
  const paid = await tried(() => club.double.pay(tab.clientSecret))
  if (paid)
    await tried(() =>
      savePayment(buyer, { intentId: tab.intentId, bookingId, expectedPriceCents: tab.seenCents }),
    )
}

/** The other tab: another plan, its price seen, and paid as well in every second round. */
async function changeIn(
  buyer: Person,
  bookingId: string,
  plan: PlanName,
  pays: boolean,
): Promise<Tab | null> {
  await pause(random() * 12)
  const seenCents = priceWithPlan(5000, plan)
  const changed = await tried(() => choosePlan(buyer, bookingId, { plan, expectedPriceCents: seenCents }))
  if (!changed) return null
  const intent = await tried(() => requestIntent(buyer, { bookingId, priceCents: seenCents }))
  if (!intent) return null
  const tab = { ...intent, seenCents }
  if (pays) await payIn(tab, buyer, bookingId)
  return tab
}

/** One round; answers the tabs that were open, with what each of them showed. */
async function payWhileChanging(buyer: Person, slotId: string, round: number): Promise<Tab[]> {
  const { bookingId, ...first } = await beginToPay(buyer, slotId, 'gold')
  const shown = { ...first, seenCents: first.amountCents }
  const plan = round % 3 === 0 ? 'silver' : 'diamond'
  const [, second] = await Promise.all([
    // as long as the other tab takes, so that now one and now the other is first
    payIn(shown, buyer, bookingId, 150),
    changeIn(buyer, bookingId, plan, round % 2 === 0),
  ])
  return second ? [shown, second] : [shown]
}

/** Charges of another amount than the tab that paid them had shown. */
const unseen = (tabs: Tab[]) =>
  tabs.filter(({ intentId, seenCents }) => {
    const intent = club.double.ledger.find(intentId)
    return intent.status === 'succeeded' && intent.amount_received !== seenCents
  })

describe('a plan that is changed in one tab while another pays', () => {
  it(
    'never makes anybody pay an amount they did not see, nor pay twice',
    async (context) => {
      const rounds = times(10, 200)
      const [people, hours] = await Promise.all([createBuyers(rounds), createHours(rounds)])
      const tabs: Tab[] = []
      await inParallel(people, 4, async (buyer, index) => {
        tabs.push(...(await payWhileChanging(buyer, hours[index] ?? '', index)))
      })
      expect(unseen(tabs)).toEqual([])
      for (const { intentId } of tabs) await settleIntent(intentId)
      await reconcile()
      await carryOutRefunds()
      expect(await findDifferences(club.double)).toEqual([])
      await expectNoBrokenInvariants()
      const paid = await db.selectFrom('bookings').where('state', '=', 'paid').select('plan').execute()
      const changed = paid.filter(({ plan }) => plan !== 'gold').length
      expect(paid.length, 'bookings that were paid').toBeGreaterThan(rounds / 4)
      report(context, 'Plan changed while paying', {
        rounds,
        paid: paid.length,
        'with the new plan': changed,
        'unseen amounts': 0,
      })
    },
    patience(150_000, 600_000),
  )

  it('would, without the guard: intents whose amount follows the plan', async () => {
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
    const [[buyer], [slotId = '']] = await Promise.all([createBuyers(1), createHours(1)])
    if (!buyer) throw new Error('There is no buyer.')
    const { bookingId, ...first } = await beginToPay(buyer, slotId, 'gold')
    await changeIn(buyer, bookingId, 'diamond', false)
    const shown = { ...first, seenCents: first.amountCents }
    await payIn(shown, buyer, bookingId)
    expect(unseen([shown])).toHaveLength(1)
    setCardProcessor(stripe)
  })
})
