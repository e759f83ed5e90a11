import type { ReactNode } from 'react'
import type { BillingDetails } from '#api-client/client.ts'

/** Checks that this person may pay this price, and returns the intent's client secret. */
export type RequestSecret = () => Promise<string>

/** A card form, independent of the processor. */
export type Card = {
  /** Whether the processor's form has loaded. */
  ready: boolean
  fields: ReactNode
  /** Content below the button, such as the demo club's test cards. */
  extras?: ReactNode
  /**
   * Submits the card to the processor, after requesting the intent's secret. Returns the id of the paid intent, or
   * null when a field is invalid. Throws `CardDeclined`, `OutcomeUnknown` when the card may have been charged, or
   * an error with a message when it was not.
   */
  pay: (requestSecret: RequestSecret, billing: BillingDetails) => Promise<string | null>
  /** Reopens a pending 3-D Secure challenge; null without one. Returns and throws like `pay`. */
  resumeChallenge: ((requestSecret: RequestSecret) => Promise<string | null>) | null
}

/** The card was declined and not charged. The message is the processor's. */
export class CardDeclined extends Error {}

/** The processor did not respond, so the card may have been charged. */
export class OutcomeUnknown extends Error {}

export type CardProps = { children: (card: Card) => ReactNode }
