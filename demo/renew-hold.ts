import { DomainError } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { deleteOrder } from '#domain/orders/write-order.server.ts'
import { logError } from '#platform/observability/log.ts'
import { members } from './people.ts'

const intervalMs = 30_000

/** Renews the second member's hold before it expires. Returns a function that stops it. */
export function keepDemoHoldAlive(): () => void {
  const timer = setInterval(() => {
    renewExpiredHold().catch((error: unknown) => logError(error, { part: 'demo' }))
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Holds the slot again when the member's newest booking is an expired hold. It replaces that booking, so neither
 * bookings nor log fill up. Any other state of the slot is left alone.
 */
export async function renewExpiredHold(): Promise<void> {
  const newest = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
    .where('users.email', '=', members.ines.email)
    .orderBy('bookings.createdAt', 'desc')
    .select(['bookings.id', 'bookings.state', 'slotId', 'users.id as buyerId', 'users.name'])
    .select((eb) => eb.ref('users.email').$notNull().as('email'))
    .executeTakeFirst()
  if (newest?.state !== 'expired') return
  const { id, slotId, buyerId, name, email } = newest
  try {
    await transaction(async (trx) => {
      await trx.deleteFrom('activities').where('bookingId', '=', id).execute()
      await deleteOrder(trx, id)
    })
    await holdSlot(
      { kind: 'person', id: buyerId, sessionId: '', name, email, role: 'member', portrait: null },
      { slotId },
    )
  } catch (error) {
    // a card was tried for it, or another person was faster
    if (!(error instanceof DomainError) && !violates(error, 'attempt_of_order')) throw error
  }
}
