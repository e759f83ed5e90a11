import { StripeApiError } from './stripe-objects.ts'

/** The response; `stored` ones are repeated for the same key. */
export type StoredResponse = { status: number; body: unknown }

type Entry = { request: string; answer: StoredResponse | null }

/**
 * Stripe's rules for idempotency keys: the same key gives the same answer, also a 500; with other parameters it
 * is an error; while the first request is under way it is a conflict. Refusals before any work are not kept.
 */
export function createIdempotency() {
  const entries = new Map<string, Entry>()
  return {
    /** The kept answer for this key, or null when the work is to be done now. */
    begin(key: string, request: string): StoredResponse | null {
      if (key.length > 255)
        throw new StripeApiError(
          400,
          'idempotency_error',
          'The idempotency key is longer than 255 characters.',
        )
      const entry = entries.get(key)
      if (!entry) {
        entries.set(key, { request, answer: null })
        return null
      }
      if (entry.request !== request)
        throw new StripeApiError(
          400,
          'idempotency_error',
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (entry.answer === null)
        throw new StripeApiError(
          409,
          'idempotency_error',
          `There is currently another in-progress request using this key '${key}'.`,
          { code: 'idempotency_key_in_use' },
        )
      return entry.answer
    },
    keep(key: string, answer: StoredResponse): void {
      const entry = entries.get(key)
      if (entry) entry.answer = answer
    },
    forget: (key: string): void => void entries.delete(key),
  }
}
