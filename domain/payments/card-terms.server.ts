import type { CardProcessor } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { publishableKeys } from '#platform/env.ts'
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
  if (cards.name === 'stripe') return { clubName, processor: 'stripe', publishableKey: publishable(cards) }
  if (cards.name === 'sandbox') return { clubName, processor: 'sandbox' }
  return { clubName, processor: 'none', refusal: 'This club cannot take cards yet. Please ask at the desk.' }
}

/** Whatever the settings were: nothing leaves for a page that could be a secret. */
function publishable({ publishableKey }: CardProcessor): string {
  if (publishableKey !== null && publishableKeys.test(publishableKey)) return publishableKey
  throw new Error('The publishable key of Stripe is not one.')
}
