import type { CardProcessorName } from '#db/tables.ts'
import { cards } from '#platform/cards/cards.ts'
import { clubFacts } from '#domain/club.ts'

/** What the payment page must know of how this club takes cards. Holds no secret. */
export type CardTerms = { clubName: string } & (
  | { processor: CardProcessorName; publishableKey: string }
  | { processor: 'none'; refusal: string }
)

/** How this club takes cards just now. */
export function cardTerms(): CardTerms {
  const { name: processor, publishableKey } = cards
  const clubName = clubFacts().name
  if (processor !== 'none') return { clubName, processor, publishableKey }
  return { clubName, processor, refusal: 'This club cannot take cards yet. Please ask at the desk.' }
}
