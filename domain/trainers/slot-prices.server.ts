import { conflict, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { slotsWithBookings } from '#domain/slots/slots.server.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { slotPriceInput, type SlotPriceInput } from './trainers.input.ts'

/** A slot with its monthly price, which an admin can change while the slot is free. */
export type SlotPrice = {
  id: string
  name: string
  /** 0 to 23, in the club's time zone. */
  startHour: number
  priceCents: number
  currency: string
  isFree: boolean
}

/** Returns the trainers by name. Throws `forbidden` without the permission `prices.manage`. */
export async function listTrainersWithPrices(
  actor: Actor,
): Promise<{ id: string; name: string; lowestCents: number | null; highestCents: number | null }[]> {
  requirePermission(actor, 'prices.manage')
  return db
    .selectFrom('trainers')
    .leftJoin('slots', (join) =>
      join.onRef('slots.trainerId', '=', 'trainers.id').on('slots.removedAt', 'is', null),
    )
    .where('retiredAt', 'is', null)
    .groupBy(['trainers.id', 'trainers.name'])
    .orderBy('trainers.name')
    .orderBy('trainers.id')
    .select(['trainers.id', 'trainers.name'])
    .select((eb) => [
      eb.fn.min('slots.priceCents').as('lowestCents'),
      eb.fn.max('slots.priceCents').as('highestCents'),
    ])
    .execute()
}

/**
 * Returns a trainer's name and slots by hour. Throws `forbidden` without the permission `prices.manage`, and
 * `not-found`, also for a trainer who left.
 */
export async function listSlotPrices(
  actor: Actor,
  trainerId: string,
): Promise<{ name: string; slots: SlotPrice[] }> {
  requirePermission(actor, 'prices.manage')
  const id = requireId(trainerId, t('refusal.thisTrainer'))
  const [trainer, rows] = await Promise.all([
    db
      .selectFrom('trainers')
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .select('name')
      .executeTakeFirst(),
    slotsWithBookings()
      .where('slots.trainerId', '=', id)
      .orderBy('slots.startHour')
      .select(['slots.id', 'slots.name', 'slots.startHour', 'slots.priceCents', 'slots.currency'])
      .select('bookings.id as bookingId')
      .execute(),
  ])
  if (!trainer) throw notFound(t('refusal.thisTrainer'))
  return {
    name: trainer.name,
    slots: rows.map(({ bookingId, ...slot }) => ({ ...slot, isFree: bookingId === null })),
  }
}

/**
 * Changes the price of a free slot; audited, and recorded in its trainer's activity log. Throws `forbidden` without the
 * permission `prices.manage`, `not-found`, `invalid` for a price out of bounds, and `conflict` when it is held or sold.
 */
export async function changeSlotPrice(actor: Actor, slotId: string, input: SlotPriceInput): Promise<void> {
  const admin = requirePermission(actor, 'prices.manage')
  const id = requireId(slotId, t('refusal.thisSlot'))
  const { priceCents } = parseInput(slotPriceInput, input)
  try {
    await transaction(async (trx) => {
      const slot = await trx
        .selectFrom('slots')
        .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
        .where('slots.id', '=', id)
        .where('removedAt', 'is', null)
        .select(['slots.name', 'startHour', 'priceCents', 'currency', 'trainers.userId'])
        .forUpdate('slots')
        .executeTakeFirst()
      if (!slot) throw notFound(t('refusal.thisSlot'))
      if (slot.priceCents === priceCents) return
      // an overdue hold counts as free, even before the job expires it
      await expireOverdue(trx, { slotId: id })
      await trx.updateTable('slots').set({ priceCents }).where('id', '=', id).execute()
      await recordActivity(trx, {
        userId: slot.userId,
        kind: 'application',
        summary: message('activity.priceChanged', { name: slot.name }),
        detail: message('activity.priceBeforeNow', {
          hour: formatHour(slot.startHour),
          hour2: formatHour(slot.startHour + 1),
          before: { cents: slot.priceCents, currency: slot.currency },
          now: { cents: priceCents, currency: slot.currency },
        }),
      })
      await recordAudit(trx, {
        actorId: admin.id,
        action: 'change slot',
        subjectKind: 'slot',
        subjectId: id,
        before: { name: slot.name, startHour: slot.startHour, priceCents: slot.priceCents },
        after: { name: slot.name, startHour: slot.startHour, priceCents },
      })
    })
  } catch (error) {
    if (violates(error, 'sold_slot_frozen')) throw conflict(t('refusal.thisSlotIsHeldOr'))
    throw error
  }
}
