import { conflict } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { buyerOf, requirePerson, type Actor } from '#domain/actor.ts'
import { holdMinutes } from '#domain/bookings/bookings.rules.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import {
  findOwnHold,
  findSlot,
  insertHold,
  lockMember,
  requireHoldLimit,
  type Hold,
} from '#domain/bookings/hold.server.ts'
import { lockBooking, requirePrice, type LockedBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { formatHour } from '#format/hours.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { readProspects, type Prospects } from './month.server.ts'
import { renewBookingInput, type RenewBookingInput } from './months.input.ts'

/**
 * Holds the month after the actor's own for 15 minutes, to be paid like any other. Idempotent. Throws `not-found` for
 * other people's months. Throws `conflict` outside the renewal window, when the next month is taken or has no date that
 * can be given, when the slot is closed or priced differently, and when the person already holds three or gives an hour
 * at that time.
 */
export async function renewBooking(
  actor: Actor,
  bookingId: string,
  input: RenewBookingInput = {},
): Promise<Hold> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  return transaction(async (trx) => {
    const month = await lockBooking(trx, id, person.id)
    const { expectedPriceCents } = parseInput(renewBookingInput, input)
    await lockMember(trx, person)
    requireCurrentMonth(month)
    const slot = await findSlot(trx, { slotId: month.slotId })
    await expireOverdue(trx, { slotId: slot.id, buyerId: person.id })
    requireUpcomingMonthFree(person.id, await readProspects(trx, id))
    if (!month.renewalWindowIsOpen) throw conflict(t('refusal.youCanBuyThe'))
    requirePrice(expectedPriceCents, slot.priceCents)
    const own = await findOwnHold(trx, slot.id, person.id, { period: 'upcoming' })
    if (own) return { bookingId: own, isNew: false }
    await requireHoldLimit(trx, person.id)
    const heldId = await insertHold(trx, slot, { ...buyerOf(person), network: null, followsId: id })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: heldId,
      summary: message('activity.youHeldAnother', { hour: formatHour(slot.startHour) }),
      detail: message('activity.heldFor', {
        slotName: slot.name,
        trainerName: slot.trainerName,
        minutes: holdMinutes,
      }),
    })
    return { bookingId: heldId, isNew: true }
  })
}

/**
 * Declines renewal, so that anyone can book the next month. Idempotent. Throws `not-found` for other people's months,
 * and `conflict` when the month is over, the slot is closed or the next month is on hold.
 */
export const declineRenewal = (actor: Actor, bookingId: string) => setRenewal(actor, bookingId, 'declined')

/** Withdraws `declineRenewal`. Throws the same errors, and `conflict` when the next month is taken. */
export const undoDeclineRenewal = (actor: Actor, bookingId: string) =>
  setRenewal(actor, bookingId, 'undecided')

async function setRenewal(actor: Actor, bookingId: string, renewal: 'declined' | 'undecided'): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  await transaction(async (trx) => {
    const month = await lockBooking(trx, id, person.id)
    requireCurrentMonth(month)
    if (month.renewal === renewal) return
    await expireOverdue(trx, { slotId: month.slotId })
    const { next } = await readProspects(trx, id)
    requireUpcomingMonthFree(person.id, { next })
    if (next)
      throw conflict(next.state === 'paid' ? t('refusal.nextMonthIsYours') : t('refusal.nextMonthIsHeld'))
    await transitionBooking(trx, month, 'paid', { renewal })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: id,
      summary: message(renewal === 'declined' ? 'activity.youDeclined' : 'activity.youCanKeep'),
      detail: hourWithTrainer(month),
    })
  })
}

export function requireCurrentMonth({ state, period, renewal, trainerName }: LockedBooking): void {
  if (state !== 'paid') throw conflict(t('refusal.thisHourIsNoLongerYours'))
  if (period === 'upcoming') throw conflict(t('refusal.thisMonthHasntBegun'))
  if (renewal === 'closed') throw conflict(t('refusal.wontOfferThisHour', { trainerName }))
}

function requireUpcomingMonthFree(personId: string, { next }: Pick<Prospects, 'next'>): void {
  if (next && next.buyerId !== personId)
    throw conflict(
      next.state === 'paid' ? t('refusal.someoneElseHasAlready') : t('refusal.someoneElseIsBooking'),
    )
}
