import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { deskHoldHours, deskPauseDays } from '#domain/bookings/bookings.rules.ts'
import { lockMember } from '#domain/bookings/hold.server.ts'
import { lockBooking, requireOpen } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { isUnverified } from '#domain/members/email-address.server.ts'
import { isUnpaid, unpaidStates } from '#domain/orders/orders.rules.ts'
import { afterCancellation } from '#domain/payments/attempts.server.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { cancelPayment } from './cancel-payment.server.ts'

/** Returns whether the club allows members to hold an hour for payment at the desk. */
export async function deskIsOpen(): Promise<boolean> {
  const { paysAtDesk } = await db.selectFrom('club').select('paysAtDesk').executeTakeFirstOrThrow()
  return paysAtDesk
}

/**
 * Holds a booking with a plan for payment at the desk, for 48 hours from its creation, and cancels an open card
 * payment. Idempotent. Throws `not-found` for other people's bookings. Throws `conflict` where the club does not allow
 * it, for a second slot, for a slot held for the desk before and not paid, for members with neither a verified address
 * nor a paid month, and when the booking is over or just being paid.
 */
export async function payAtDesk(actor: Actor, bookingId: string): Promise<{ bookingId: string }> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const own = await db
    .selectFrom('bookings')
    .where('id', '=', id)
    .select(['buyerId', 'forDesk'])
    .executeTakeFirst()
  if (own?.buyerId !== person.id) throw notFound(t('refusal.thisBooking'))
  if (own.forDesk) return { bookingId: id }
  if (!(await deskIsOpen())) throw conflict(t('refusal.thisClubDoesntHold'))
  const cancelled = await cancelPayment(id, () => conflict(t('refusal.thisBookingHasJustBeen')))
  return afterCancellation(cancelled, async (trx) => {
    await lockMember(trx, person)
    const booking = await lockBooking(trx, id, person.id)
    requireOpen(booking)
    if (booking.plan === null) throw conflict(t('refusal.chooseAPlanBefore'))
    await requireKnownBuyer(trx, person.id)
    await requireNoEarlierDeskHold(trx, booking)
    await transitionBooking(trx, booking, 'held', {
      forDesk: true,
      holdExpiresAt: sql<Date>`created_at + make_interval(hours => ${deskHoldHours})`,
    })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.youPayAtTheDesk'),
      detail: message('activity.heldForHours', { hour: hourWithTrainer(booking), hours: deskHoldHours }),
    })
    return { bookingId: id }
  })
}

/** Throws `conflict` unless the buyer has a verified email address or has paid before. */
async function requireKnownBuyer(trx: Transaction, personId: string): Promise<void> {
  const { hasPaid, ...person } = await trx
    .selectFrom('users')
    .where('id', '=', personId)
    .select(['emailVerified'])
    .select(
      sql<boolean>`exists (select from bookings where buyer_id = users.id and paid_at is not null)`.as(
        'hasPaid',
      ),
    )
    .executeTakeFirstOrThrow()
  if (!hasPaid && isUnverified(person)) throw conflict(t('refusal.pleaseConfirmYourEmail'))
}

/** Throws `conflict` when the buyer has another desk hold, or did not pay for an earlier one of this slot. */
async function requireNoEarlierDeskHold(
  trx: Transaction,
  booking: { buyerId: string; slotId: string },
): Promise<void> {
  const earlier = await trx
    .selectFrom('bookings')
    .where('buyerId', '=', booking.buyerId)
    .where('forDesk', '=', true)
    .where((eb) =>
      eb.or([
        eb('state', 'in', unpaidStates),
        eb.and([
          eb('slotId', '=', booking.slotId),
          eb('state', 'in', ['expired', 'cancelled']),
          eb('createdAt', '>', sql<Date>`${clubNow} - make_interval(days => ${deskPauseDays})`),
        ]),
      ]),
    )
    .select('state')
    .executeTakeFirst()
  if (!earlier) return
  const isHeld = isUnpaid(earlier.state)
  throw conflict(isHeld ? t('refusal.youAlreadyHaveAn') : t('refusal.weHeldThisHour'))
}
