import type { ReactNode } from 'react'
import type { BillingDetails } from '#api/client.ts'

/** A card form, whichever processor brings it. */
export type Card = {
  /** Whether the processor's part is there, so that a card can be given to it. */
  ready: boolean
  fields: ReactNode
  /** What stands below the button, such as the demo club's test cards. */
  extras?: ReactNode
  /**
   * Gives the card to the processor; answers the intent's id once it is paid, or null when the fields
   * themselves are not right yet (they say so). Throws `CardDeclined`, or any error with a sentence.
   */
  pay: (clientSecret: string, billing: BillingDetails) => Promise<string | null>
}

/** The card was declined; nothing was taken. Its message is the processor's sentence. */
export class CardDeclined extends Error {}

/** Shows what the page makes of a card form. */
export type CardProps = { children: (card: Card) => ReactNode }
