import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { releasePlacesOf } from '#domain/lessons/classes/released-places.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import type { OrderKindRules, OrderLoss } from '#domain/orders/order-kind.ts'
import { moveOrder, type Order } from '#domain/orders/write-order.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { membershipOver } from './letters/membership-over.ts'
import { offerOrder } from './offer-order.server.ts'
import { lossOfTitled } from './titled-order.server.ts'

/** Rules of a period of a membership, and of one that is owed again. One that is given up ends the membership. */
export const membershipOrder: OrderKindRules = {
  ...offerOrder,
  requirePayable: async (trx, order) => {
    await offerOrder.requirePayable(trx, order)
    if (await isOver(trx, order)) throw conflict(t('refusal.thisMembershipIsOver'))
  },
  findLoss: async (trx, order) => {
    // what is owed again is owed after its time as well, until the bank pays after all
    if (order.repeatsId !== null)
      return (await isTakenBack(trx, order.repeatsId)) ? null : paidAfterAll(order)
    const isTooLate = order.state === 'expired' || order.state === 'cancelled' || (await isOver(trx, order))
    return isTooLate ? loss(order) : null
  },
  lossOf: (error, order) => (violates(error, 'membership_runs') ? loss(order) : null),
  whenGivenUp: async (trx, order) => {
    await offerOrder.whenGivenUp(trx, order)
    if (order.repeatsId === null) await endWith(trx, order)
    else if (order.state === 'expired') await endUnpaidAgain(trx, order, order.repeatsId)
  },
}

async function isOver(trx: Transaction, { membershipId }: Order): Promise<boolean> {
  const found = await trx
    .selectFrom('memberships')
    .where('id', '=', membershipId)
    .where('state', '=', 'over')
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the bank still has what it took back of a period. */
async function isTakenBack(trx: Transaction, orderId: string): Promise<boolean> {
  const taken = await trx
    .selectFrom('payments')
    .where('bookingId', '=', orderId)
    .where('disputedCents', '>', 0)
    .select('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function endWith(trx: Transaction, order: Order): Promise<void> {
  const first = order.period === 1
  // the member or the office let the next period go: what is paid goes on until its end
  if (order.state === 'cancelled' && !first) return endAtPeriod(trx, order)
  if (order.state === 'ended') return
  const because = order.paidAt ? 'refunded' : first ? 'never paid' : 'not paid'
  const ended = await trx
    .updateTable('memberships')
    .set({ state: 'over', overBecause: because })
    .where('id', '=', order.membershipId)
    .where('state', '<>', 'over')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  if (because === 'refunded') await cancelNextPeriods(trx, order)
  if (because === 'not paid')
    await queueMail(trx, membershipOver, {
      to: { userId: order.buyerId },
      cause: order.id,
      facts: { title: order.title ?? '', endsAt: null },
    })
}

/**
 * Ends a period whose money was taken back and not paid again, and its membership: at once, or with the last period that
 * is paid.
 */
async function endUnpaidAgain(trx: Transaction, order: Order, repeatsId: string): Promise<void> {
  if (!(await isTakenBack(trx, repeatsId))) return
  const period = await trx
    .selectFrom('orders')
    .where('id', '=', repeatsId)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (period.state === 'paid') await endOrder(trx, period, 'ended')
  const later = await trx
    .selectFrom('orders')
    .where('membershipId', '=', period.membershipId)
    .where('state', '=', 'paid')
    .where('untilAt', '>', clubNow)
    .orderBy('period', 'desc')
    .select('untilAt')
    .executeTakeFirst()
  const ended = await trx
    .updateTable('memberships')
    .set(
      later === undefined
        ? { state: 'over', overBecause: 'not paid' }
        : { endsAt: later.untilAt, cancelledAt: sql`coalesce(cancelled_at, ${clubNow})` },
    )
    .where('id', '=', period.membershipId)
    .where('state', '=', 'running')
    .$if(later !== undefined, (query) => query.where('endsAt', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await cancelNextPeriods(trx, period)
  await queueMail(trx, membershipOver, {
    to: { userId: order.buyerId },
    cause: order.id,
    facts: { title: order.title ?? '', endsAt: later?.untilAt ?? order.changedAt },
  })
}

/** Ends the membership of a first period from which its buyer withdraws, before its order ends. */
export async function endWithdrawn(trx: Transaction, order: Order): Promise<void> {
  if (order.membershipId === null) return
  await trx
    .updateTable('memberships')
    .set({ state: 'over', overBecause: 'withdrawn' })
    .where('id', '=', order.membershipId)
    .where('state', '<>', 'over')
    .execute()
  await cancelNextPeriods(trx, order)
}

/** Ends the membership where this period would have begun, unless it ends already. */
const endAtPeriod = async (trx: Transaction, order: Order): Promise<void> => {
  await trx
    .updateTable('memberships')
    .set({ endsAt: order.beginsAt, cancelledAt: clubNow })
    .where('id', '=', order.membershipId)
    .where('state', '=', 'running')
    .where('endsAt', 'is', null)
    .execute()
}

/** Cancels held orders of later periods. One that is being paid is refunded when its money arrives. */
async function cancelNextPeriods(trx: Transaction, { membershipId, period }: Order): Promise<void> {
  const next = await trx
    .selectFrom('orders')
    .where('membershipId', '=', membershipId)
    .where('period', '>', period)
    .where('state', '=', 'held')
    .selectAll()
    .forUpdate()
    .execute()
  for (const order of next) await endOrder(trx, order, 'cancelled')
}

/** Ends another order of the membership, with its places in classes. */
async function endOrder(trx: Transaction, order: Order, to: 'ended' | 'cancelled'): Promise<void> {
  await releasePlacesOf(trx, order.id)
  await moveOrder(trx, order, to)
}

const loss = (order: Order): OrderLoss =>
  lossOfTitled(order, {
    reason: message('reason.membershipOver'),
    summary: message('activity.tooLate'),
    detail: 'activity.tooLateForMembership',
  })

const paidAfterAll = (order: Order): OrderLoss =>
  lossOfTitled(order, {
    reason: message('reason.bankPaidAfterAll'),
    summary: message('activity.bankPaidAfterAll'),
    detail: 'activity.goesBack',
  })
