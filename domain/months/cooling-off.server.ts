import { conflict } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { requireUndisputed } from '#domain/payments/disputes.server.ts'
import { queueRefund } from '#domain/payments/refund-settlement.server.ts'
import { inEnglish, message, slotWithTrainer } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { readProspects } from './month.server.ts'

/**
 * Cancels a month under the right of withdrawal: refunds it in full, calls off its lessons and frees the slot. Returns
 * the amount in cents. Throws `not-found` for other people's months. Throws `conflict` after the deadline or the start of
 * the first lesson, after a partial refund, and for a month that was free of charge.
 */
export async function coolOff(
  actor: Actor,
  bookingId: string,
): Promise<{ amountCents: number; method: PaymentMethod }> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, id, person.id)
    if (booking.state !== 'paid') throw conflict(t('refusal.thisHourIsNoLongerYours'))
    if (booking.amountCents === 0) throw conflict(t('refusal.thisMonthWasFree'))
    const { isCoolingOff } = await readProspects(trx, id)
    if (!isCoolingOff) throw conflict(t('refusal.theTimeForChanging'))
    const { amountCents, refundedCents, currency, ...payment } = await trx
      .selectFrom('payments')
      .selectAll()
      .where('bookingId', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const failed = await trx
      .selectFrom('failedRefunds')
      .where('paymentId', '=', payment.id)
      .select('id')
      .executeTakeFirst()
    if (refundedCents > 0 || failed) throw conflict(t('refusal.partOfThisPayment'))
    await requireUndisputed(trx, { kind: 'payment', id: payment.id })
    await queueRefund(trx, {
      charge: { kind: 'payment', id: payment.id },
      amountCents,
      reason: inEnglish(message('reason.givenBack')),
      requestKey: `cooling off:${payment.id}`,
    })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'refund',
      bookingId: id,
      summary: message('activity.youChangedYourMind'),
      detail: message('activity.refund', {
        amount: { cents: amountCents, currency },
        what: slotWithTrainer(booking),
        method: payment.method,
      }),
    })
    await transitionBooking(trx, booking, 'refund_due')
    return { amountCents, method: payment.method }
  })
}
