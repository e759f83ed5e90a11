import { sql } from 'kysely'
import { conflict, DomainError, notFound } from '#core/errors.ts'
import type { Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { t } from '#messages/t.ts'
import { renewalWindowIsOpen } from './renewal-window.server.ts'

/** Columns of a booking's order. */
export const orderColumns = [
  'orders.amountCents',
  'orders.discountCents',
  'orders.discountReason',
  'orders.currency',
  'orders.attempt',
  'orders.forDesk',
] as const

/** Bookings with their orders and the names of slot and trainer, for further conditions and a lock. */
export const bookingsWithSlot = (trx: Transaction) =>
  trx
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.id')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .selectAll('bookings')
    .select(orderColumns)
    .select([
      'slots.name as slotName',
      'slots.startHour',
      monthWeekdays().as('weekdays'),
      'slots.removedAt',
      sql<boolean>`greatest(slots.offered_at, trainers.offered_at) > bookings.created_at`.as('isOtherOffer'),
      'trainers.name as trainerName',
      'trainers.retiredAt',
    ])

export type BookingWithSlot = Awaited<
  ReturnType<ReturnType<typeof bookingsWithSlot>['executeTakeFirstOrThrow']>
>
/** A booking that is locked until the transaction ends. */
export type LockedBooking = Awaited<ReturnType<typeof lockBooking>>

/** Locks a booking and its order until the transaction ends. Throws `not-found`, also for another buyer's when one is given. */
export async function lockBooking(trx: Transaction, bookingId: string, buyerId?: string) {
  const lock = () =>
    bookingsWithSlot(trx)
      .where('bookings.id', '=', bookingId)
      .select([holdIsOver.as('holdIsOver'), renewalWindowIsOpen.as('renewalWindowIsOpen')])
      .forUpdate(['bookings', 'orders'])
      .executeTakeFirst()
  // a booking that moved to another slot while the lock was awaited no longer joins its old slot: read it again
  const row = (await lock()) ?? (await lock())
  if (!row || (buyerId !== undefined && row.buyerId !== buyerId)) throw notFound(t('refusal.thisBooking'))
  return row
}

/** Replaces slot name and hour by those at the time of the hold, which the trainer may have changed since. */
export const withHeldSlot = (booking: LockedBooking): LockedBooking => ({
  ...booking,
  slotName: booking.heldSlot ?? booking.slotName,
  startHour: booking.heldHour ?? booking.startHour,
})

/** Whether the database rejected a month because the slot is taken or its holder has first refusal. */
export const isSlotConflict = (error: unknown): boolean =>
  ['one_live_booking', 'one_upcoming_booking', 'first_refusal', 'first_refusal_of_former_holder'].some(
    (rule) => violates(error, rule),
  )

/** Whether the database rejected a month because the trainer has just retired. */
export const isTrainerRetiredError = (error: unknown): boolean => violates(error, 'trainer_works_here')

export const trainerHasLeft = () => conflict(t('refusal.thisHourIsNoLonger'))

/** Messages for bookings that are neither held nor being paid. */
export const closedMessages = {
  get paid() {
    return t('refusal.bookingIsPaid')
  },
  get expired() {
    return t('refusal.holdRanOut')
  },
  get cancelled() {
    return t('refusal.bookingLetGo')
  },
  get refund_due() {
    return t('refusal.bookingIsBeingRefunded')
  },
  get refunded() {
    return t('refusal.bookingWasRefunded')
  },
  get ended() {
    return t('refusal.bookingIsOver')
  },
}

/** Throws `conflict` unless the booking is held or paying, its hold is valid and its trainer still works here. */
export function requireOpen(booking: Pick<LockedBooking, 'state' | 'holdIsOver' | 'retiredAt'>): void {
  const { state } = booking
  if (booking.retiredAt !== null && ['held', 'paying', 'expired', 'cancelled'].includes(state))
    throw trainerHasLeft()
  if (state !== 'held' && state !== 'paying') throw conflict(closedMessages[state], { state })
  if (booking.holdIsOver) throw conflict(closedMessages.expired, { state })
}

/** Throws `conflict` when the price displayed is no longer the price. */
export function requirePrice(expectedCents: number | undefined, priceCents: number): void {
  if (expectedCents !== undefined && expectedCents !== priceCents)
    throw new DomainError('conflict', t('refusal.thePriceHasChanged'), {
      facts: { priceCents },
    })
}
