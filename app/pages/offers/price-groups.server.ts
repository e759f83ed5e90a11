import type { OfferKind } from '#db/tables.ts'
import { pricePerClass, priceUnit, validity } from '#domain/offers/offers.rules.ts'
import type { Offer } from '#domain/offers/offers.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { PriceGroup, PriceLine } from './price-list.tsx'

const groups: { heading: string; note: string; has: (offer: Offer) => boolean }[] = [
  {
    get heading() {
      return t('priceGroups.everyMonth')
    },
    get note() {
      return t('priceGroups.renewsByItselfUntil')
    },
    has: ({ kind, soldTo }) => kind === 'membership' && soldTo !== 'members',
  },
  {
    get heading() {
      return t('priceGroups.nowAndThen')
    },
    get note() {
      return t('priceGroups.nothingRenews')
    },
    has: ({ kind, soldTo }) => isKind(kind, 'pack', 'class') && soldTo !== 'members',
  },
  {
    get heading() {
      return t('priceGroups.forMembers')
    },
    note: '',
    has: ({ kind, soldTo }) => isKind(kind, 'membership', 'pack', 'class') && soldTo === 'members',
  },
  {
    get heading() {
      return t('priceGroups.toGive')
    },
    note: '',
    has: ({ kind }) => kind === 'gift_card',
  },
]

const isKind = (kind: OfferKind, ...kinds: OfferKind[]) => kinds.includes(kind)

/** Returns the groups of the price list without the empty ones, and the trial apart. */
export function priceGroupsOf(
  offers: Offer[],
  isOpen: boolean,
): { groups: PriceGroup[]; trial: PriceLine | null } {
  const toLine = (offer: Offer) => ({
    ...lineOf(offer),
    isOnSale: isOpen || offer.kind === 'gift_card',
  })
  const trial = offers.find(({ kind }) => kind === 'trial')
  return {
    groups: groups
      .map(({ heading, note, has }) => ({ heading, note, lines: offers.filter(has).map(toLine) }))
      .filter(({ lines }) => lines.length > 0),
    trial: trial && isOpen ? toLine(trial) : null,
  }
}

const lineOf = (offer: Offer): Omit<PriceLine, 'isOnSale'> => ({
  id: offer.id,
  title: offer.title,
  note: [offer.description, pricePerClass(offer) && `${pricePerClass(offer)}.`, validityOf(offer)]
    .filter(Boolean)
    .join(' '),
  classes: offer.kind === 'gift_card' ? 0 : offer.classes,
  price: formatMoney(offer.priceCents, offer.currency),
  isFree: offer.priceCents === 0,
  unit: priceUnit(offer),
})

function validityOf({ kind, validDays }: Offer): string {
  if (validDays === null) return ''
  return kind === 'gift_card'
    ? t('priceGroups.usableForDays', { validity: validity(validDays) })
    : t('priceGroups.yoursForDay', { validity: validity(validDays) })
}
