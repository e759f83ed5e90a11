import { sql, type SqlBool } from 'kysely'
import { DomainError } from '#core/errors.ts'
import { clubNow, type Transaction } from '#db/client.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { t } from '#messages/t.ts'
import {
  holdMinutes,
  repeatHoldsBeforePause,
  maxHoldsPerNetwork,
  repeatHoldPauseMinutes,
} from './bookings.rules.ts'

// Holds are free, so the number that one person or one network can make without ever paying is limited.

const neverPaid = sql<SqlBool>`not exists (select from bookings paid
  where paid.buyer_id = bookings.buyer_id and paid.paid_at is not null)`

/**
 * Throws `limited` when accounts that have never paid hold more than nine slots from the network of a new hold.
 * Counts under an advisory lock per network, which must be the transaction's last lock.
 */
export async function requireNetworkHoldLimit(
  trx: Transaction,
  hold: { id: string; network: string },
): Promise<void> {
  const stranger = await trx
    .selectFrom('bookings')
    .where('id', '=', hold.id)
    .where(neverPaid)
    .executeTakeFirst()
  if (!stranger) return
  await sql`select advisory_lock(${`holds of ${hold.network}`})`.execute(trx)
  const { held, wait } = await trx
    .selectFrom('bookings')
    .where('network', '=', hold.network)
    .where('state', 'in', unpaidStates)
    .where('holdExpiresAt', '>', clubNow)
    .where(neverPaid)
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .select(sql<number>`ceil(extract(epoch from min(hold_expires_at) - ${clubNow}))::int`.as('wait'))
    .executeTakeFirstOrThrow()
  if (held > maxHoldsPerNetwork)
    throw new DomainError('limited', t('refusal.newMembersOnYour', { maxHoldsPerNetwork }), {
      retryAfter: Math.min(Math.max(1, wait), holdMinutes * 60),
    })
}

/** Throws `limited` when the person held this slot twice in 24 hours without paying and the pause is not over. */
export async function requireRepeatHoldPause(
  trx: Transaction,
  slotId: string,
  buyerId: string,
): Promise<void> {
  const { held, wait } = await trx
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('buyerId', '=', buyerId)
    .where('paidAt', 'is', null)
    .where('createdAt', '>', sql<Date>`${clubNow} - interval '24 hours'`)
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .select(
      sql<number>`ceil(extract(epoch from max(changed_at) - ${clubNow}))::int + ${repeatHoldPauseMinutes * 60}`.as(
        'wait',
      ),
    )
    .executeTakeFirstOrThrow()
  if (held >= repeatHoldsBeforePause && wait > 0)
    throw new DomainError('limited', t('refusal.youHaveHeldThis', { held, repeatHoldPauseMinutes }), {
      retryAfter: wait,
    })
}
