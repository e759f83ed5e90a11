import type { CardProcessorName } from '#db/tables.ts'
import { cards } from '#platform/cards/cards.ts'

/** What the payment page must know of how this club takes cards. Holds no secret. */
export type CardTerms =
  | { processor: CardProcessorName; publishableKey: string }
  | { processor: 'none'; refusal: string }

/** How this club takes cards just now. */
export function cardTerms(): CardTerms {
  const { name: processor, publishableKey } = cards
  if (processor !== 'none') return { processor, publishableKey }
  return { processor, refusal: 'This club cannot take cards yet. Please ask at the desk.' }
}
