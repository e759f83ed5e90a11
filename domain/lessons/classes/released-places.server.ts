import { sql, type RawBuilder } from 'kysely'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { ParticipantState } from '#db/tables.ts'
import { lockClass } from './locked-class.server.ts'
import { promote } from './promotion.server.ts'

type Place = { id: string; lessonId: string }

const comingPlaces = sql`participants join lessons on lessons.id = lesson_id
  where participants.kind = 'class' and participants.state in ('booked', 'waiting') and lessons.state = 'planned' and starts_at > club_now()`

/**
 * Gives back the coming places that an order pays for, 200 at most, and promotes the next in line. Runs in the transaction
 * that ends the order, before it ends; the job gives back the rest.
 */
export async function releasePlacesOf(trx: Transaction, orderId: string): Promise<void> {
  const isPaidByIt = sql<boolean>`participants.state = 'booked' and allowance_id = ${orderId}`
  // classes are locked before their allowances
  await sql`select from ${comingPlaces} and ${isPaidByIt} order by lessons.id for no key update of lessons`.execute(
    trx,
  )
  const { rows } = await sql`
    select from allowances where order_id = ${orderId} and ended_at is null for no key update`.execute(trx)
  // places of an order that ended before are the job's
  if (rows.length === 0) return
  for (const place of await readPlaces(trx, isPaidByIt)) await release(trx, place)
}

/**
 * Job: gives back coming places that are no longer paid for, because a month moved or a membership rests, and those of
 * erased people, who also leave the waiting lists. Promotes the next in line. Idempotent.
 */
export const releaseEndedPlaces = (): Promise<void> =>
  releaseEach(
    sql`(exists (select from users where users.id = member_id and erased_at is not null) or ${isUncovered})`,
  )

/** Gives back the coming places that a membership no longer pays for, such as those of a pause. The job does the rest. */
export const releaseUncoveredPlaces = (membershipId: string): Promise<void> =>
  releaseEach(
    sql`(${isUncovered} and allowance_id in (select id from orders where membership_id = ${membershipId}))`,
  )

const isUncovered = sql<boolean>`(participants.state = 'booked' and exists (select from allowances
  where order_id = allowance_id and (ended_at is not null or not covers_moment(allowances, starts_at))))`

async function releaseEach(condition: RawBuilder<boolean>): Promise<void> {
  for (const place of await readPlaces(db, condition)) await transaction((trx) => release(trx, place))
}

async function readPlaces(from: Queryable, condition: RawBuilder<boolean>): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select participants.id, lesson_id from ${comingPlaces} and ${condition} order by lesson_id limit 200`.execute(
    from,
  )
  return rows
}

async function release(trx: Transaction, { id, lessonId }: Place): Promise<void> {
  const lesson = await lockClass(trx, lessonId)
  const { rows } = await sql<{ state: ParticipantState }>`
    update participants set state = case state when 'booked' then 'cancelled' else 'left' end
    where id = ${id} and state in ('booked', 'waiting') returning state`.execute(trx)
  if (rows[0]?.state === 'cancelled') await promote(trx, lesson, lesson.capacity - lesson.taken + 1)
}
