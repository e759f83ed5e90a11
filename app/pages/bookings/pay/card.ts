import type { ReactNode } from 'react'
import type { BillingDetails } from '#api-client/client.ts'

/** Asks the club whether this very person may pay this very price; answers the intent's secret. */
export type RequestSecret = () => Promise<string>

/** A card form, whichever processor brings it. */
export type Card = {
  /** Whether the processor's part is there, so that a card can be given to it. */
  ready: boolean
  fields: ReactNode
  /** What stands below the button, such as the demo club's test cards. */
  extras?: ReactNode
  /**
   * Gives the card to the processor, asking for the intent's secret right before it goes out; answers the intent's id once it is paid, or null when the fields
   * themselves are not right yet (they say so). Throws `CardDeclined`, `OutcomeUnknown` when the card may have
   * been charged, or any error with a sentence when it was not.
   */
  pay: (askSecret: RequestSecret, billing: BillingDetails) => Promise<string | null>
  /** Opens the window of a bank that still asks; null when none does. Answers and throws as `pay`. */
  askBankAgain: ((askSecret: RequestSecret) => Promise<string | null>) | null
}

/** The card was declined; nothing was taken. Its message is the processor's sentence. */
export class CardDeclined extends Error {}

/** The card went out and nobody answered: it may have been charged. */
export class OutcomeUnknown extends Error {}

/** Shows what the page makes of a card form. */
export type CardProps = { children: (card: Card) => ReactNode }
