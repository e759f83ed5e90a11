import { sql, type RawBuilder } from 'kysely'
import { clubNow, transaction } from '#db/client.ts'

/** Maximum number of lessons of one run. */
const batchSize = 100

/**
 * Job: moves the part of the share of each lesson that has begun from the trainer of its month to the trainer who gave
 * it. Idempotent: a lesson is paid once. What was moved stays with who gave the lesson: a later refund of the month
 * reduces the share of the month's own trainer only.
 */
export async function payCovers(): Promise<void> {
  await transaction(async (trx) => {
    const given = await trx
      .selectFrom('lessons')
      .where('coverPolicyVersion', 'is not', null)
      .where('startsAt', '<=', clubNow)
      .select('id as lessonId')
      .orderBy('startsAt')
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    if (given.length === 0) return
    await trx.insertInto('coverPayments').values(given).execute()
    await trx
      .updateTable('lessons')
      .set({ coverPolicyVersion: null })
      .where(
        'id',
        'in',
        given.map(({ lessonId }) => lessonId),
      )
      .execute()
  })
}

/**
 * SQL expression: the cents that a lesson moves to the trainer who takes it now, by the current policy. Null when
 * nothing moves, as for a lesson of that trainer's own month.
 */
export const coverCents = (lessonId: RawBuilder<string>, takerId: RawBuilder<string | null>) => sql<
  number | null
>`(select nullif(cover_cents(taken.id, (select max(version) from policies)), 0)
    from lessons taken join bookings on bookings.id = taken.booking_id join slots on slots.id = bookings.slot_id
    where taken.id = ${lessonId} and slots.trainer_id is distinct from ${takerId})`
