import { addOffer } from '#domain/offers/offers.server.ts'
import type { OfferInput } from '#domain/offers/offers.input.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
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
]
const trial: OfferInput = {
  kind: 'trial',
  title: 'First class',
  price: 0,
  classes: 1,
  validDays: 14,
  soldTo: 'everybody',
}

/** The price list, and a trial, which costs nothing, so that the books stay as they are. */
export async function seedOffers(now: Date, { admin, members }: DemoPeople): Promise<void> {
  await setClock(daysBefore(now, 30))
  for (const offer of offers) await addOffer(admin, offer)
  const { id } = await addOffer(admin, trial)
  await setClock(daysBefore(now, 3))
  await orderOffer(members.grace, id, { expectedPriceCents: 0 })
}
