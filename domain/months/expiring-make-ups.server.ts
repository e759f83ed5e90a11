import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

/** The make-ups of a month that the club owes and that expire within a week. */
export type ExpiringMakeUps = {
  bookingId: string
  memberName: string
  portrait: Portrait | null
  trainerName: string
  count: number
  /** Last day of the first. */
  until: Day
}

/**
 * Returns a page of the months with make-ups that the club owes and that expire unused within a week, so that the
 * office can refund them or grant others. Throws `forbidden` without the permission `makeUps.give`.
 */
export async function listExpiringMakeUps(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<ExpiringMakeUps>> {
  requirePermission(actor, 'makeUps.give')
  const { limit, offset } = clampPageRange(range)
  const expiring = sql`
    select booking_id, count(*)::integer as count, min(until) as until
    from make_ups join bookings on bookings.id = booking_id and bookings.state in ('paid', 'ended')
    where spent_on is null and refund_id is null and is_owed_by_club(because)
      and until between club_today() and club_today() + 7
    group by booking_id`
  const [{ rows: items }, { rows }] = await Promise.all([
    sql<ExpiringMakeUps>`
      select expiring.*, users.name as member_name, ${portraitJson('images', 'users')} as portrait,
        trainers.name as trainer_name
      from (${expiring} order by min(until), booking_id limit ${limit} offset ${offset}) expiring
        join bookings on bookings.id = expiring.booking_id
        join users on users.id = buyer_id join members on members.user_id = users.id
        left join images on images.id = members.photo_id
        join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
      order by until, booking_id`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from (${expiring}) expiring`.execute(db),
  ])
  return { items, total: rows[0]!.total }
}
