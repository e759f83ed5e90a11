import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { choosePlanInput, type ChoosePlanInput } from '#domain/bookings/bookings.input.ts'
import { holdMinutes, maxHoldMinutes, type PlanName } from '#domain/bookings/bookings.rules.ts'
import { lockBooking, requireOpen, requirePrice } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { requireOverlapAccepted } from '#domain/lessons/schedule/commitments.server.ts'
import { planPrices } from '#domain/offers/plans.rules.ts'
import { plansJson, readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { afterCancellation, findOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { cancelPayment } from './cancel-payment.server.ts'

/** The plan chosen and its monthly price, in cents. */
export type PlanChoice = { bookingId: string; plan: PlanName; amountCents: number }

/**
 * Sets the plan of an unpaid booking and extends its hold to 15 minutes from now, at most 60 in total; a desk hold
 * keeps its end. A payment started for another plan is cancelled at the card processor first. Throws `not-found` for
 * other people's bookings. Throws `conflict` when the booking is over, priced differently or just being paid, and when
 * the buyer has another hour at its time that they do not accept. Throws `unavailable` when the processor does not
 * respond.
 */
export async function choosePlan(
  actor: Actor,
  bookingId: string,
  input: ChoosePlanInput,
): Promise<PlanChoice> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const found = await findOwnBooking(id, person.id)
  const { plan, expectedPriceCents, acceptsOverlap } = parseInput(choosePlanInput, input)
  requireOpen(found)
  const amountCents = planPrices(found.slotPriceCents, found.plans)[plan]
  requirePrice(expectedPriceCents, amountCents)
  const isSame = found.plan === plan && found.amountCents === amountCents
  const cancelled = isSame ? null : await cancelPayment(id, alreadyPaid)
  return afterCancellation(cancelled, (trx) =>
    applyPlan(trx, { id, buyerId: person.id, plan, amountCents, acceptsOverlap, cancelled }),
  )
}

const alreadyPaid = () => conflict(t('refusal.thisBookingHasJust'))

async function findOwnBooking(id: string, buyerId: string) {
  const row = await db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('bookings.id', '=', id)
    .where('buyerId', '=', buyerId)
    .select(['state', 'plan', 'slotPriceCents', 'amountCents', 'retiredAt', plansJson.as('plans')])
    .select(holdIsOver.as('holdIsOver'))
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisBooking'))
  return row
}

async function applyPlan(
  trx: Transaction,
  choice: {
    id: string
    buyerId: string
    plan: PlanName
    amountCents: number
    acceptsOverlap: boolean
    cancelled: Attempt | null
  },
): Promise<PlanChoice> {
  const { id, plan, amountCents } = choice
  const booking = await lockBooking(trx, id, choice.buyerId)
  requireOpen(booking)
  const { plans } = await readPriceSettings(trx)
  requirePrice(amountCents, planPrices(booking.slotPriceCents, plans)[plan])
  const open = await findOpenAttempt(trx, id)
  const isNew = booking.plan !== plan || booking.amountCents !== amountCents
  if (isNew && open !== null && open.attempt !== choice.cancelled?.attempt)
    throw conflict(t('refusal.thisBookingIsBeingPaid'))
  const overlaps = await requireOverlapAccepted(trx, booking, choice.acceptsOverlap)
  await transitionBooking(trx, booking, isNew || open === null ? 'held' : booking.state, {
    plan,
    priceCents: amountCents,
    amountCents,
    ...(overlaps && { overlapAcceptedAt: clubNow }),
    holdExpiresAt: sql<Date>`case when for_desk then hold_expires_at else least(
      ${clubNow} + make_interval(mins => ${holdMinutes}),
      created_at + make_interval(mins => ${maxHoldMinutes})) end`,
  })
  if (isNew)
    await recordActivity(trx, {
      userId: booking.buyerId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.youChosePlan', { plan: capitalize(plan) }),
      detail: hourWithTrainer(booking),
    })
  return { bookingId: id, plan, amountCents }
}
