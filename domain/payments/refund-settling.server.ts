import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import type { ProcessorRefund } from '#platform/cards/card-processor.ts'
import { queue } from '#platform/jobs.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { moveBooking } from '#domain/bookings/moves.server.ts'
import { paymentRefunded } from '#domain/mail/letters/payment-refunded.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { formatMoney } from '#words/format.ts'

/** Money that was received: a booking's payment, or a stray charge kept apart. */
export type Charge = Selectable<Tables['payments']> & { kind: 'payment' | 'stray' }
export type Refund = Selectable<Tables['refunds']>

const tableOf = (charge: Pick<Charge, 'kind'>) => (charge.kind === 'payment' ? 'payments' : 'strayCharges')
const keyOf = (charge: Pick<Charge, 'kind' | 'id'>) =>
  charge.kind === 'payment'
    ? { paymentId: charge.id, strayChargeId: null }
    : { paymentId: null, strayChargeId: charge.id }
const ofCharge = (charge: Pick<Charge, 'kind'>) =>
  charge.kind === 'payment' ? ('paymentId' as const) : ('strayChargeId' as const)

/** Refunds to be asked for at the card processor: tried for about a day, first within seconds. */
export const refunds = queue<{ refundId: string }>('refund', {
  retries: 30,
  firstPauseSeconds: 2,
  longestPauseSeconds: 3_600,
})

/** The key under which a failed refund is asked for again: once, however often it is pressed. */
export const againKey = (failedId: string) => `again:${failedId}`

/** Reserves the amount on the charge (the database refuses more than it has) and queues the refund. */
export async function queueRefund(
  trx: Transaction,
  request: {
    charge: Pick<Charge, 'kind' | 'id'>
    amountCents: number
    reason: string
    requestKey: string
    requestedBy?: string
  },
): Promise<Refund> {
  const { charge, ...fields } = request
  await reserve(trx, charge, request.amountCents)
  const refund = await trx
    .insertInto('refunds')
    .values({ ...fields, ...keyOf(charge) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await refunds.enqueue(trx, { refundId: refund.id }, { key: refund.id })
  return refund
}

/** Refunds are at most what was received: `refunded_cents` counts those under way and those done. */
async function reserve(
  trx: Transaction,
  charge: Pick<Charge, 'kind' | 'id'>,
  amountCents: number,
): Promise<void> {
  await trx
    .updateTable(tableOf(charge))
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', amountCents) }))
    .where('id', '=', charge.id)
    .execute()
}

/** What of a charge is neither refunded nor about to be, in cents. */
export async function leftOf(trx: Transaction, charge: Charge): Promise<number> {
  const { refundedCents } = await trx
    .selectFrom(tableOf(charge))
    .where('id', '=', charge.id)
    .select('refundedCents')
    .executeTakeFirstOrThrow()
  return charge.amountCents - refundedCents
}

/** Brings the club's refunds of a charge to what the processor lists, those made at the processor included. */
export async function syncRefunds(
  trx: Transaction,
  charge: Charge,
  listed: ProcessorRefund[],
): Promise<void> {
  if (listed.length === 0) return
  const known = await trx
    .selectFrom('refunds')
    .selectAll()
    .where(ofCharge(charge), '=', charge.id)
    .orderBy('createdAt', 'desc')
    .forUpdate()
    .execute()
  for (const entry of listed) {
    const own =
      known.find((refund) => refund.processorRefundId === entry.id) ??
      known.find((refund) => refund.processorRefundId === null && refund.id === entry.refundId)
    if (own) {
      if (own.state === 'failed' && entry.status === 'succeeded')
        await makeRoom(trx, charge, { known, listed, amountCents: own.amountCents, instead: own })
      await settleRefund(trx, charge, own, entry)
      own.processorRefundId = entry.id
    } else if (entry.status !== 'failed') await enterForeignRefund(trx, charge, known, listed, entry)
  }
}

/** Enters what became of one refund; what is known already changes nothing. */
export async function settleRefund(
  trx: Transaction,
  charge: Charge,
  refund: Refund,
  entry: Pick<ProcessorRefund, 'id' | 'status'>,
): Promise<void> {
  if (entry.status === 'pending' || refund.state === entry.status) {
    if (refund.processorRefundId === null)
      await trx
        .updateTable('refunds')
        .set({ processorRefundId: entry.id })
        .where('id', '=', refund.id)
        .execute()
    return
  }
  if (entry.status === 'failed') return failRefund(trx, charge, refund, entry.id)
  if (refund.state === 'failed') await reserve(trx, charge, refund.amountCents)
  await trx
    .updateTable('refunds')
    .set({ state: 'succeeded', processorRefundId: entry.id, settledAt: clubNow })
    .where('id', '=', refund.id)
    .execute()
  await tellOfRefund(trx, charge, refund)
  await closeWhenAllIsBack(trx, charge)
}

/** Enters that the processor definitely did not refund: the amount can be refunded anew. */
export async function failRefund(
  trx: Transaction,
  charge: Pick<Charge, 'kind' | 'id'>,
  refund: Refund,
  processorRefundId: string | null = null,
): Promise<void> {
  await reserve(trx, charge, -refund.amountCents)
  await trx
    .updateTable('refunds')
    .set({
      state: 'failed',
      settledAt: clubNow,
      ...(processorRefundId === null ? {} : { processorRefundId }),
    })
    .where('id', '=', refund.id)
    .execute()
}

/**
 * Gives up refunds of ours that the processor does not list, for one that turns out to be done: what was asked
 * for again instead of it, and then what no longer fits, the newest before others; the processor will refuse them.
 */
async function makeRoom(
  trx: Transaction,
  charge: Charge,
  done: { known: Refund[]; listed: ProcessorRefund[]; amountCents: number; instead?: Refund },
): Promise<void> {
  let leftCents = await leftOf(trx, charge)
  const again = repeatsOf(done.known, done.instead)
  const waiting = done.known.filter(
    (refund) => refund.state === 'pending' && !done.listed.some((other) => other.refundId === refund.id),
  )
  for (const refund of waiting) {
    if (leftCents >= done.amountCents && !again.includes(refund)) continue
    await failRefund(trx, charge, refund)
    refund.state = 'failed'
    leftCents += refund.amountCents
  }
}

/** The refunds that were asked for because this one failed, one after the other. */
function repeatsOf(known: Refund[], failed: Refund | undefined): Refund[] {
  const next = failed && known.find((refund) => refund.requestKey === againKey(failed.id))
  return next ? [next, ...repeatsOf(known, next)] : []
}

/** Enters a refund that was made at the processor. */
async function enterForeignRefund(
  trx: Transaction,
  charge: Charge,
  known: Refund[],
  listed: ProcessorRefund[],
  entry: ProcessorRefund,
): Promise<void> {
  await makeRoom(trx, charge, { known, listed, amountCents: entry.amountCents })
  await reserve(trx, charge, entry.amountCents)
  const refund = await trx
    .insertInto('refunds')
    .values({
      ...keyOf(charge),
      amountCents: entry.amountCents,
      reason: 'Refunded at the card processor.',
      requestKey: `processor:${entry.id}`,
      processorRefundId: entry.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  known.push(refund)
  await settleRefund(trx, charge, refund, entry)
}

async function tellOfRefund(trx: Transaction, charge: Charge, refund: Refund): Promise<void> {
  const { amountCents, reason } = refund
  const { buyerId, ...hour } = await trx
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('bookings.id', '=', charge.bookingId)
    .select(['buyerId', 'slots.name as slotName', 'startHour', 'trainers.name as trainerName'])
    .executeTakeFirstOrThrow()
  await queueMail(trx, paymentRefunded, {
    to: { userId: buyerId },
    cause: refund.id,
    facts: { ...hour, amountCents, reason, currency: charge.currency, bookingId: charge.bookingId },
  })
  await recordActivity(trx, {
    userId: buyerId,
    kind: 'refund',
    bookingId: charge.bookingId,
    summary: `You got ${formatMoney(amountCents, charge.currency)} back`,
    detail: 'It was refunded to your card.',
  })
}

/** A booking whose whole payment went back is refunded, and its hour is free. */
async function closeWhenAllIsBack(trx: Transaction, charge: Charge): Promise<void> {
  if (charge.kind === 'stray') return
  const { backCents } = await trx
    .selectFrom('refunds')
    .where('paymentId', '=', charge.id)
    .where('state', '=', 'succeeded')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('backCents'))
    .executeTakeFirstOrThrow()
  if (backCents < charge.amountCents) return
  const booking = await lockBooking(trx, charge.bookingId)
  if (booking.state === 'paid' || booking.state === 'refund_due') await moveBooking(trx, booking, 'refunded')
}
