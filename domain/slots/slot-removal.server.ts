import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { Renewal } from '#db/tables.ts'

/** Event handler: removes a slot from sale when the last month of a closed slot ends. */
export async function removeClosedSlot(
  trx: Transaction,
  month: { slotId: string; renewal: Renewal },
): Promise<void> {
  if (month.renewal !== 'closed') return
  // lock order: trainer before slot, as in the operations of trainers
  const { id } = await trx
    .selectFrom('trainers')
    .where('id', '=', (eb) => eb.selectFrom('slots').where('id', '=', month.slotId).select('trainerId'))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await trx.updateTable('slots').set({ removedAt: clubNow }).where('id', '=', month.slotId).execute()
  await updateHoursADay(trx, id)
}

/** Recomputes `trainers.hours_a_day` from the slots on sale; the minimum is 1. */
export async function updateHoursADay(trx: Transaction, trainerId: string): Promise<void> {
  await sql`
    update trainers set hours_a_day = greatest(1, (
      select count(*) from slots where trainer_id = trainers.id and removed_at is null))
    where id = ${trainerId}`.execute(trx)
}
