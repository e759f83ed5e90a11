import { anyOf, clubNow, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { liveStates } from '#domain/bookings/bookings.rules.ts'
import { expireOverdue } from '#domain/bookings/overdue.server.ts'

/**
 * Takes a trainer off the floor: they are listed no more and free slots are gone; held and sold ones stay
 * with their buyers until they end. Part of the transaction that changes the role. Answers false, having
 * done nothing, when this person is no trainer. `actorId` null is the operator.
 */
export async function retireTrainer(
  trx: Transaction,
  userId: string,
  actorId: string | null,
): Promise<boolean> {
  const trainer = await trx
    .updateTable('trainers')
    .set({ retiredAt: clubNow })
    .where('userId', '=', userId)
    .where('retiredAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!trainer) return false
  const removed = await removeFreeSlots(trx, trainer.id)
  await recordAudit(trx, {
    actorId,
    action: 'retire trainer',
    subjectKind: 'trainer',
    subjectId: trainer.id,
    after: { removedSlots: removed },
  })
  return true
}

async function removeFreeSlots(trx: Transaction, trainerId: string): Promise<number> {
  // locked first: a hold that is under way is then seen by the next statement, or waits and finds nothing
  const slots = await trx
    .selectFrom('slots')
    .select('id')
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const slotIds = slots.map((slot) => slot.id)
  if (slotIds.length === 0) return 0
  for (const slotId of slotIds) await expireOverdue(trx, { slotId })
  const { numUpdatedRows } = await trx
    .updateTable('slots')
    .set({ removedAt: clubNow })
    .where('id', '=', anyOf(slotIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookings')
            .select('bookings.id')
            .whereRef('bookings.slotId', '=', 'slots.id')
            .where('bookings.state', 'in', liveStates),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
