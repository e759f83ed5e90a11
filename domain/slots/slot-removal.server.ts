import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { Renewal } from '#db/tables.ts'

/** Takes an hour off the offer with the end of the month after which it is given up. */
export async function removeClosedSlot(
  trx: Transaction,
  month: { slotId: string; renewal: Renewal },
): Promise<void> {
  if (month.renewal !== 'closed') return
  // the trainer before the slot, as where they change it themselves
  const { id } = await trx
    .selectFrom('trainers')
    .where('id', '=', (eb) => eb.selectFrom('slots').where('id', '=', month.slotId).select('trainerId'))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await trx.updateTable('slots').set({ removedAt: clubNow }).where('id', '=', month.slotId).execute()
  await updateHoursADay(trx, id)
}

/** Writes how many hours a day a trainer offers; one without any is said to offer one. */
export async function updateHoursADay(trx: Transaction, trainerId: string): Promise<void> {
  await sql`
    update trainers set hours_a_day = greatest(1, (
      select count(*) from slots where trainer_id = trainers.id and removed_at is null))
    where id = ${trainerId}`.execute(trx)
}
