import { expect, test } from 'vitest'
import type { Offer } from '#domain/offers/offers.server.ts'
import { priceGroupsOf } from './price-groups.server.ts'

const offer = (kind: Offer['kind'], priceCents: number) =>
  ({
    id: kind,
    kind,
    title: kind,
    description: '',
    priceCents,
    currency: 'usd',
    classes: 10,
    validDays: 90,
  }) as Offer
const offers = [offer('pack', 12_000), offer('gift_card', 5000), offer('trial', 0)]

const onSale = (isOpen: boolean) =>
  priceGroupsOf(offers, isOpen)
    .groups.flatMap(({ lines }) => lines)
    .filter((line) => line.isOnSale)
    .map(({ id }) => id)

test('before the opening the price list sells gift cards only, and has no trial', () => {
  expect(onSale(true)).toEqual(['pack', 'gift_card'])
  expect(priceGroupsOf(offers, true).trial?.id).toBe('trial')
  expect(onSale(false)).toEqual(['gift_card'])
  expect(priceGroupsOf(offers, false).trial).toBeNull()
})
