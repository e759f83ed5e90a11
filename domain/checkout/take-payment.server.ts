import { conflict } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import {
  isTrainerRetiredError,
  lockBooking,
  requireOpen,
  trainerHasLeft,
  type BookingWithSlot,
} from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { requireDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { requireOverlapAccepted } from '#domain/lessons/schedule/commitments.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { planPrices } from '#domain/offers/plans.rules.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { afterCancellation, findOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import { t } from '#messages/t.ts'
import { cancelPayment } from './cancel-payment.server.ts'
import { auditDeskSale, discountedPrice, insertDeskPayment, requirePastDay } from './desk-sale.server.ts'
import { takePaymentInput, type DeskPayment, type TakePaymentInput } from './take-payment.input.ts'

/** A month sold at the desk, in cents. `paymentId` is null when it was free of charge. */
export type DeskSale = { bookingId: string; amountCents: number; paymentId: string | null }

/**
 * Records a desk payment for a held booking, less a discount; the month starts at once. A full discount creates no
 * payment. An open card payment is cancelled first. Throws `forbidden` without the permission `desk.use`, `not-found`
 * and `invalid`. Throws `conflict` when the hold is over, the booking is paid or its month has no date, and when the
 * member has another hour at its time that is not accepted. Throws `unavailable` when the card processor does not
 * respond.
 */
export async function takePayment(
  actor: Actor,
  bookingId: string,
  input: TakePaymentInput,
): Promise<DeskSale> {
  const admin = requirePermission(actor, 'desk.use')
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const payment = parseInput(takePaymentInput, input)
  // validates first, so that a rejected sale leaves the member's card payment untouched
  await transaction((trx) => lockPriced(trx, id, payment))
  const cancelled = await cancelPayment(id, paidByCard)
  return afterCancellation(cancelled, (trx) => recordSale(trx, { id, admin, payment, cancelled }))
}

const paidByCard = () => conflict(t('refusal.thisBookingHasJustBeen'))

type SaleParams = { id: string; admin: Person; payment: DeskPayment; cancelled: Attempt | null }

async function recordSale(
  trx: Transaction,
  { id, admin, payment, cancelled }: SaleParams,
): Promise<DeskSale> {
  // before the booking is locked: serialises with a trainer's retirement, which ends holds
  await waitForScheduleLock(trx)
  const { booking, price, overlaps } = await lockPriced(trx, id, payment)
  const { amountCents } = price
  const open = await findOpenAttempt(trx, id)
  if (open && open.attempt !== cancelled?.attempt) throw conflict(t('refusal.thisBookingIsBeingPaidForBy'))
  const priced = await transitionBooking(trx, booking, 'paying', {
    plan: payment.plan,
    ...(overlaps && { overlapAcceptedAt: clubNow }),
    ...price,
  })
  const sale = { id, amountCents, currency: booking.currency, admin, payment }
  const paymentId = await insertDeskPayment(trx, sale)
  await transitionBooking(trx, priced, 'paid', { paidAt: clubNow }).catch((error: unknown) => {
    throw isTrainerRetiredError(error) ? trainerHasLeft() : error
  })
  await auditDeskSale(trx, 'booking', { ...sale, paymentId })
  return { bookingId: id, amountCents, paymentId }
}

/** Locks the booking and returns its price in cents. Throws if the sale is not possible. */
async function lockPriced(trx: Transaction, id: string, payment: DeskPayment) {
  const booking = await lockBooking(trx, id)
  requireOpen(booking)
  await requireDates(trx, booking)
  await requirePastDay(trx, payment.bankedOn)
  const overlaps = await requireOverlapAccepted(trx, booking, payment.acceptsOverlap, true)
  const price = discountedPrice(await priceOf(trx, booking, payment), booking.currency, payment)
  return { booking, price, overlaps }
}

async function priceOf(
  trx: Transaction,
  { slotPriceCents }: BookingWithSlot,
  { plan }: DeskPayment,
): Promise<number> {
  const { plans } = await readPriceSettings(trx)
  return planPrices(slotPriceCents, plans)[plan]
}
