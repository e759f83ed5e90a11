import { clubNow, readDaysAgo, transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor, type Person } from '#domain/actor.ts'
import { priceWithPlan } from '#domain/bookings/bookings.rules.ts'
import {
  isTrainerRetiredError,
  lockBooking,
  requireOpen,
  trainerHasLeft,
  type BookingWithSlot,
} from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { conflict, invalidAt } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { afterCancellation, findOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import { formatMoney } from '#format/money.ts'
import { cancelPayment } from './cancel-payment.server.ts'
import { takePaymentInput, type DeskPayment, type TakePaymentInput } from './take-payment.input.ts'

/** A month that was sold at the desk, in cents; null when it cost nothing. */
export type DeskSale = { bookingId: string; amountCents: number; paymentId: string | null }

/**
 * Enters that a held booking was paid at the desk, less a discount: its hour is its buyer's at once. A month that is
 * discounted by all of it costs nothing and has no payment. What a card was about to pay is cancelled first. Admins
 * only. Throws `not-found`, `invalid`, `conflict` when the hold is over or the booking paid, and `unavailable` when the
 * card processor does not answer.
 */
export async function takePayment(
  actor: Actor,
  bookingId: string,
  input: TakePaymentInput,
): Promise<DeskSale> {
  const admin = requireRole(actor, 'admin')
  const id = requireId(bookingId, 'This booking')
  const taken = parseInput(takePaymentInput, input)
  // what is refused leaves the member's card payment as it is
  await transaction((trx) => lockPriced(trx, id, taken))
  const cancelled = await cancelPayment(id, paidByCard)
  return afterCancellation(cancelled, (trx) => recordSale(trx, { id, admin, taken, cancelled }))
}

const paidByCard = () => conflict('This booking has just been paid by card.')

type Sale = { id: string; admin: Person; taken: DeskPayment; cancelled: Attempt | null }

async function recordSale(trx: Transaction, { id, admin, taken, cancelled }: Sale): Promise<DeskSale> {
  // before the booking is locked: whoever retires just now, and ends what is held, does it before or after
  await waitForScheduleLock(trx)
  const { booking, amountCents } = await lockPriced(trx, id, taken)
  const open = await findOpenAttempt(trx, id)
  if (open && open.attempt !== cancelled?.attempt)
    throw conflict('This booking is being paid by card just now. Please wait a moment and look again.')
  const { plan, discountCents, discountReason } = taken
  const priced = await transitionBooking(trx, booking, 'paying', {
    plan,
    amountCents,
    discountCents,
    discountReason: discountCents > 0 ? discountReason : null,
  })
  const paymentId = await insertPayment(trx, priced, taken, admin.id)
  await transitionBooking(trx, priced, 'paid', { paidAt: clubNow }).catch((error: unknown) => {
    throw isTrainerRetiredError(error) ? trainerHasLeft() : error
  })
  await recordAudit(trx, {
    actorId: admin.id,
    action: 'take payment',
    subjectKind: 'booking',
    subjectId: id,
    after: {
      amountCents,
      ...(paymentId && { method: taken.method }),
      ...(paymentId && taken.method === 'terminal' && { slip: taken.slip }),
      ...(paymentId && taken.method === 'transfer' && { bankedOn: taken.bankedOn }),
      ...(discountCents > 0 && { discountCents, reason: discountReason }),
    },
  })
  return { bookingId: id, amountCents, paymentId }
}

/** The booking, locked, and what it costs in cents; throws what this sale is refused for. */
async function lockPriced(trx: Transaction, id: string, taken: DeskPayment) {
  const booking = await lockBooking(trx, id)
  requireOpen(booking)
  await requirePastDay(trx, taken.bankedOn)
  return { booking, amountCents: discountedPrice(booking, taken) }
}

/** Cents; a month cannot cost less than nothing. */
function discountedPrice({ slotPriceCents, currency }: BookingWithSlot, taken: DeskPayment): number {
  const priceCents = priceWithPlan(slotPriceCents, taken.plan)
  if (taken.discountCents <= priceCents) return priceCents - taken.discountCents
  throw invalidAt('discountCents', `The discount is at most the price, ${formatMoney(priceCents, currency)}.`)
}

/** Nothing is held for longer than days, so that no transfer for it is a year old. */
async function requirePastDay(trx: Transaction, day: string): Promise<void> {
  if (day === '') return
  const daysAgo = await readDaysAgo(trx, day)
  if (daysAgo < 0) throw invalidAt('bankedOn', 'This day is still ahead.')
  if (daysAgo > 366) throw invalidAt('bankedOn', 'This day is more than a year ago.')
}

async function insertPayment(
  trx: Transaction,
  { id: bookingId, currency, amountCents }: BookingWithSlot,
  { method, slip, bankedOn }: DeskPayment,
  takenBy: string,
): Promise<string | null> {
  // a month for nothing
  if (!amountCents) return null
  const { id } = await trx
    .insertInto('payments')
    .values({
      bookingId,
      amountCents,
      currency,
      method,
      takenBy,
      slip: method === 'terminal' ? slip : null,
      bankedOn: method === 'transfer' ? bankedOn : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
