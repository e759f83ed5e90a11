import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { parseInput } from '#domain/input.ts'
import { listPeopleAt } from '#domain/mail/recipient.ts'
import { emailInput, type EmailInput } from '#domain/members/members.input.ts'
import { queue } from '#platform/jobs.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { cancelFor } from './memberships.server.ts'

/** Requests to cancel the membership of an address, with or without one. */
export const cancellations = queue<{ email: string }>('cancel-membership', {
  retries: 10,
  firstPauseSeconds: 2,
  longestPauseSeconds: 300,
})

/**
 * Queues a cancellation without a sign-in. A background job looks up the membership, so that neither the response nor
 * its timing reveals whether one exists. Throws `invalid` and `limited`.
 */
export async function requestCancellation(input: EmailInput, network: string): Promise<void> {
  const { email } = parseInput(emailInput, input)
  await limitLetter(email, network)
  await cancellations.enqueue(db, { email })
}

/**
 * Cancels the memberships of the address: those of all whose letters go to it, such as children. Idempotent. Throws, to
 * be retried, while a next period is being paid.
 */
export async function cancelByEmail({ email }: { email: string }): Promise<void> {
  for (const id of await listPeopleAt(email)) {
    try {
      await cancelFor(id)
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'not-found')) throw error
    }
  }
}
