import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hasFreeDate } from './free-dates.server.ts'

type DueMakeUps = { memberId: string; trainerId: string; until: Day; today: Day; ids: string[] }

/**
 * Job: extends the terms of make-ups owed by the club by each day on which their member could not choose any hour.
 * Checks at most 200 groups of make-ups, each make-up once a day. Idempotent.
 */
export async function extendMakeUpTerms(): Promise<void> {
  const { rows } = await sql<DueMakeUps>`
    select make_ups.member_id, trainer_id, until, club_today() as today, array_agg(make_ups.id) as ids
    from make_ups join bookings on bookings.id = booking_id and bookings.state in ('paid', 'ended')
      join slots on slots.id = slot_id
    where spent_on is null and refund_id is null and is_owed_by_club(because)
      and checked_on < least(club_today(), until)
    group by make_ups.member_id, trainer_id, until order by until, make_ups.member_id limit 200`.execute(db)
  for (const { ids, today, ...makeUp } of rows) {
    const isUsable = await hasFreeDate(db, { ...makeUp, isOwedByClub: true })
    await sql`
      update make_ups set checked_on = ${today}::date, was_usable = ${isUsable},
        until = case when ${isUsable} then until else until + (${today}::date - checked_on) end
      where id = any (${ids}::uuid[]) and spent_on is null and refund_id is null and checked_on < ${today}::date`.execute(
      db,
    )
  }
}
