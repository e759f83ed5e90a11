import { cards } from '#platform/cards/cards.ts'
import { clubFacts } from '#domain/club.ts'

/** What the payment page must know of how this club takes cards. Holds no secret. */
export type CardTerms = { clubName: string } & (
  | { processor: 'stripe'; publishableKey: string }
  | { processor: 'sandbox' }
  | { processor: 'none'; refusal: string }
)

/** How this club takes cards just now. */
export function cardTerms(): CardTerms {
  const clubName = clubFacts().name
  if (cards.name === 'stripe')
    return { clubName, processor: 'stripe', publishableKey: cards.publishableKey ?? '' }
  if (cards.name === 'sandbox') return { clubName, processor: 'sandbox' }
  return { clubName, processor: 'none', refusal: 'This club cannot take cards yet. Please ask at the desk.' }
}
