/** How many cards a list shows at first, and how many more each 'Show more' adds. */
export const cardsAtOnce = 60
const maxCards = 1000

/** How many cards the address asks for: `?show=120`; anything odd means the first sixty. */
export function shownCount(address: URL): number {
  const asked = Number(address.searchParams.get('show'))
  return Number.isInteger(asked) && asked > cardsAtOnce ? Math.min(asked, maxCards) : cardsAtOnce
}
