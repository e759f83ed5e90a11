import type { OfferInput } from '#domain/offers/offers.input.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { addCode } from '#domain/vouchers/codes.server.ts'
import { daysBefore, setClock } from './clock.ts'
import type { DemoPeople } from './sign-ups.ts'

const offers: OfferInput[] = [
  {
    kind: 'pack',
    title: 'Ten classes',
    price: 120,
    classes: 10,
    validDays: 180,
    soldTo: 'everybody',
  },
  { kind: 'class', title: 'One class', price: 15, classes: 1, validDays: 30, soldTo: 'everybody' },
  { kind: 'gift_card', title: 'Gift card', price: 50, validDays: 1_095, soldTo: 'everybody' },
]
const trial: OfferInput = {
  kind: 'trial',
  title: 'First class',
  price: 0,
  classes: 1,
  validDays: 14,
  soldTo: 'everybody',
}

const membership: OfferInput = {
  kind: 'membership',
  title: '8 classes a month',
  price: 59,
  classes: 8,
  periodMonths: 1,
  minMonths: 0,
  noticeDays: 0,
  soldTo: 'everybody',
}

/** The price list and a code, with a trial and a first period that cost nothing, so that the books stay as they are. */
export async function seedOffers(now: Date, { admin, members }: DemoPeople): Promise<void> {
  await setClock(daysBefore(now, 30))
  for (const offer of offers) await addOffer(admin, offer)
  const { id: trialId } = await addOffer(admin, trial)
  const { id: membershipId } = await addOffer(admin, membership)
  await addOffer(admin, { ...membership, title: 'As many as you like', price: 89, classes: null })
  await addCode(admin, { code: 'WELCOME', takesOff: 'percent', percent: 10, mostUsesEach: 1 })
  await setClock(daysBefore(now, 3))
  await orderOffer(members.grace, trialId, { expectedPriceCents: 0 })
  // paid at the desk, so that no job ever adds money
  await sellOffer(admin, members.kofi.id, membershipId, {
    method: 'cash',
    discountCents: 5_900,
    discountReason: 'First month free',
  })
}
