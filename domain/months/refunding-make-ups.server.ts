import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { languageForMember } from '#domain/mail/outbox.server.ts'
import { refundInTransaction, type RefundRequested } from '#domain/payments/refunds.server.ts'
import { inLanguage, t } from '#messages/t.ts'
import { readOwedMakeUps, type OwedMakeUp } from './month-make-ups.server.ts'
import { refundMakeUpInput, type RefundMakeUpInput } from './months.input.ts'

/**
 * Refunds an unused make-up, for the price of the month divided by the number of its dates. The make-up ends and the
 * member reads the reason. With `ofMonth`, only a make-up of that month is found. Throws `forbidden` without the
 * permission `refunds.make`, `not-found` and `invalid`. Throws `conflict` when it was used, refunded, expired or
 * never paid for, and when less than its price is left of the payment.
 */
export async function refundMakeUp(
  actor: Actor,
  makeUpId: string,
  input: RefundMakeUpInput,
  ofMonth?: string,
): Promise<RefundRequested> {
  const admin = requirePermission(actor, 'refunds.make')
  const id = requireId(makeUpId, t('refusal.thisMakeUp'))
  return transaction(async (trx) => {
    const bookingId = await findMonthOfMakeUp(admin, id, trx)
    if (ofMonth !== undefined && requireId(ofMonth, t('refusal.thisMonth')) !== bookingId)
      throw notFound(t('refusal.thisMakeUp'))
    await lockBooking(trx, bookingId)
    const { reason } = parseInput(refundMakeUpInput, input)
    const { month, paymentId } = await readOwedMakeUps(trx, bookingId)
    const hour = month.hours.find(({ id: hourId }) => hourId === id)
    if (!hour) throw notFound(t('refusal.thisMakeUp'))
    if (hour.refundCents === null || paymentId === null) throw conflict(whyNotRefundable(hour))
    const language = await languageForMember(month.memberId, trx)
    const refund = await refundInTransaction(trx, admin, {
      paymentId,
      amountCents: hour.refundCents,
      // the member reads it, on the credit note too
      reason: inLanguage(language, () => t('reason.makeUp', { origin: describeMakeUpOrigin(hour), reason })),
      requestKey: `make-up-${id}`,
    })
    await trx.updateTable('makeUps').set({ refundId: refund.refundId }).where('id', '=', id).execute()
    return refund
  })
}

/** Returns the booking of a make-up. Throws `forbidden` without the permission `refunds.make`, and `not-found`. */
export async function findMonthOfMakeUp(
  actor: Actor,
  makeUpId: string,
  from: Queryable = db,
): Promise<string> {
  requirePermission(actor, 'refunds.make')
  const id = requireId(makeUpId, t('refusal.thisMakeUp'))
  const makeUp = from.selectFrom('makeUps').where('id', '=', id).select('bookingId')
  const found = await makeUp.executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisMakeUp'))
  return found.bookingId
}

function whyNotRefundable({ state, isGift }: OwedMakeUp): string {
  if (state === 'used') return t('refusal.thisMakeUpHasAlready')
  if (state === 'refunded') return t('refusal.theMoneyForThis')
  if (state === 'run out') return t('refusal.thisMakeUpHas')
  return isGift ? t('refusal.freeMakeUp') : t('refusal.nothingLeftToReturn')
}
