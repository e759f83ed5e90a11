import { sql } from 'kysely'
import { exampleDay, exampleMakeUpDay, exampleSetup } from '#api/v1/examples.ts'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { cancelMembership } from '#domain/memberships/memberships.server.ts'
import { beginCardChange } from '#domain/memberships/own-card.server.ts'
import { pauseMembership } from '#domain/memberships/pauses.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { createAdmin, createMember, goodCard, useSandbox } from './factories.ts'
import type { ExampleScenario } from './lesson-api-scenarios.ts'

/** Creates the offer of a membership of 8 classes a month, for 59. Returns its id. */
export async function createMembershipOffer(admin: Person): Promise<string> {
  const { id } = await addOffer(admin, {
    kind: 'membership',
    title: '8 classes a month',
    price: 59,
    classes: 8,
    periodMonths: 1,
    minMonths: 0,
    noticeDays: 0,
    soldTo: 'everybody',
  })
  return id
}

/** Ends all memberships and their collections, so that later tests charge nothing of earlier members. */
export async function endAllMemberships(): Promise<void> {
  await sql`update memberships set state = 'over', over_because = 'left' where state <> 'over'`.execute(db)
  await sql`update collections set next_try_at = null, stopped_because = 'given up' where next_try_at is not null`.execute(
    db,
  )
}

/** Creates a member whose membership of 8 classes a month is paid by a stored card. */
export async function createMembership(card = goodCard): Promise<Person> {
  const member = await createMember()
  const id = await createMembershipOffer(await createAdmin())
  const consents = { expectedPriceCents: 5_900, renews: true, keepsCard: true }
  const { orderId } = await orderOffer(member, id, consents)
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  await useSandbox().confirmIntent({ clientSecret, card })
  await savePayment(member, { intentId })
  return member
}

/** Types a card for the membership at the processor. Returns the id of its setup. */
export async function typeCard(member: Person, card = goodCard): Promise<string> {
  const { setupId, clientSecret } = await beginCardChange(member)
  const { status } = await useSandbox().confirmSetup({ clientSecret, card })
  if (status === 'requires_action') await useSandbox().confirmSetup({ clientSecret, pass: true })
  return setupId
}

const nextWeeks = async () => {
  const { rows } = await sql<{ fromDay: Day; untilDay: Day }>`
    select club_today() + 1 as from_day, club_today() + 10 as until_day`.execute(db)
  return rows[0]!
}

/** The members of the examples of memberships. */
export const membershipScenarios: Record<string, () => Promise<ExampleScenario>> = {
  getRunningMembership: async () => ({ as: await createMembership() }),
  cancelMembership: async () => ({ as: await createMembership() }),
  takeBackCancellation: async () => {
    const member = await createMembership()
    await cancelMembership(member)
    return { as: member }
  },
  pauseMembership: async () => {
    const { fromDay, untilDay } = await nextWeeks()
    return {
      as: await createMembership(),
      stands: { [exampleDay]: fromDay, [exampleMakeUpDay]: untilDay },
    }
  },
  endPause: async () => {
    const member = await createMembership()
    await pauseMembership(member, await nextWeeks())
    return { as: member }
  },
  beginCardChange: async () => ({ as: await createMembership() }),
  replaceOwnCard: async () => {
    const member = await createMembership()
    return { as: member, stands: { [exampleSetup.id]: await typeCard(member) } }
  },
}
