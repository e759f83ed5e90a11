import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** Numbers of tasks that wait on pages of the dashboard. */
export type MenuCounts = { covers: number; appliedTrainers: number; reports: number }

/** Counts what the office's menu says, by partial indexes, because each page of the dashboard reads it. Admins only. */
export async function readMenuCounts(actor: Actor): Promise<MenuCounts> {
  requirePermission(actor, 'office.overview')
  const { rows } = await sql<MenuCounts>`
    select
      (select count(*) from lessons where cover_until > club_now()
        and (kind = 'class' and state = 'planned' or kind = 'hour' and exists (select from participants
          where lesson_id = lessons.id and participants.state = 'booked'))) as covers,
      (select count(*) from trainer_applications where state = 'pending') as applied_trainers,
      (select count(distinct post_id) from reports where left_at is null) as reports`.execute(db)
  return rows[0]!
}
