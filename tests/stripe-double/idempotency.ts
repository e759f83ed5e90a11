import { StripeApiError } from './stripe-objects.ts'

/** The response; `stored` ones are repeated for the same key. */
export type StoredResponse = { status: number; body: unknown }

type Entry = { request: string; answer: StoredResponse | null }

/**
 * Stripe's rules for idempotency keys. The same key returns the same response, also a 500. With other parameters it
 * is an error, and during the first request a conflict. Refusals before any work are not stored.
 */
export function createIdempotency() {
  const entries = new Map<string, Entry>()
  return {
    /** Returns the stored response for this key, or null for a new request. */
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
    forgetAll: (): void => entries.clear(),
  }
}
