/** The number of cards that a list shows at first, and that each 'Show more' adds. */
export const cardsAtOnce = 60
const maxCards = 1000

/** Returns the number of cards of `?show=120`; 60 without a valid one, 1,000 at most. */
export function shownCount(address: URL): number {
  const requested = Number(address.searchParams.get('show'))
  return Number.isInteger(requested) && requested > cardsAtOnce ? Math.min(requested, maxCards) : cardsAtOnce
}
