import { db, transaction, type Queryable } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { conflict, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { refundInTransaction, type RefundRequested } from '#domain/payments/refunds.server.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { refundMakeUpInput, type RefundMakeUpInput } from './months.input.ts'
import { readOwedMakeUps, type OwedMakeUp } from './owed-make-ups.server.ts'

/**
 * Gives the money of an hour back that the club owes: what the month cost, divided by the hours it was sold for. The
 * make-up is gone with it, and its member reads why. Admins only. Throws `not-found`, `invalid`, and `conflict` once it
 * was used, refunded or ran out, when it was not paid for, and when so much of the payment is not left. Where a month is
 * named, only a make-up of that month is found.
 */
export async function refundMakeUp(
  actor: Actor,
  makeUpId: string,
  input: RefundMakeUpInput,
  ofMonth?: string,
): Promise<RefundRequested> {
  const admin = requireRole(actor, 'admin')
  const id = requireId(makeUpId, 'This make-up')
  return transaction(async (trx) => {
    const bookingId = await findMonthOfMakeUp(admin, id, trx)
    if (ofMonth !== undefined && requireId(ofMonth, 'This month') !== bookingId)
      throw notFound('This make-up')
    await lockBooking(trx, bookingId)
    const { reason } = parseInput(refundMakeUpInput, input)
    const { month, paymentId } = await readOwedMakeUps(trx, bookingId)
    const hour = month.hours.find((each) => each.id === id)
    if (!hour) throw notFound('This make-up')
    if (hour.refundCents === null || paymentId === null) throw conflict(whyNotRefundable(hour))
    const refund = await refundInTransaction(trx, admin, {
      paymentId,
      amountCents: hour.refundCents,
      reason: `Make-up ${describeMakeUpOrigin(hour)}: ${reason}`,
      requestKey: `make-up-${id}`,
    })
    await trx.updateTable('makeUps').set({ refundId: refund.refundId }).where('id', '=', id).execute()
    return refund
  })
}

/** The booking of the month that a make-up is of. Admins only; throws `not-found`. */
export async function findMonthOfMakeUp(
  actor: Actor,
  makeUpId: string,
  from: Queryable = db,
): Promise<string> {
  requireRole(actor, 'admin')
  const id = requireId(makeUpId, 'This make-up')
  const makeUp = from.selectFrom('makeUps').where('id', '=', id).select('bookingId')
  const found = await makeUp.executeTakeFirst()
  if (!found) throw notFound('This make-up')
  return found.bookingId
}

function whyNotRefundable({ state, isGift }: OwedMakeUp): string {
  if (state === 'used') return 'This make-up is used already.'
  if (state === 'refunded') return 'The money of this make-up went back.'
  if (state === 'run out') return 'This make-up has run out.'
  return isGift
    ? 'The club gave this hour for nothing: nobody paid for it.'
    : 'No money of this month is left to give back.'
}
