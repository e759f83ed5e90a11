import type { CardProcessorName } from '#db/tables.ts'
import { t } from '#messages/t.ts'
import { cards } from '#platform/cards/cards.ts'

/** The public settings of card payments, for the payment page. */
export type CardTerms =
  | { processor: CardProcessorName; publishableKey: string }
  | { processor: 'none'; refusal: string }

/** Returns the current settings, or the refusal to show where the club accepts no cards. */
export function cardTerms(): CardTerms {
  const { name: processor, publishableKey } = cards
  if (processor !== 'none') return { processor, publishableKey }
  return { processor, refusal: t('refusal.noCardsYet') }
}
