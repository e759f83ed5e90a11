import { sql, type RawBuilder } from 'kysely'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Slot } from '#domain/slots/slots.server.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'

/** The first date with an hour of a slot and its trainer in the query, in this time. */
const firstDate = (from: RawBuilder<Date>, until: RawBuilder<Date>) => sql<Day | null>`(select min(on_date)
  from dates_of_hour(trainers.id, trainers.weekdays, start_hour, ${from}, ${until}) dates where because is null)`

/**
 * The first date of each hour that can be booked now, by slot; of one that is given up, from when it is free. None
 * for hours that are taken, and where no date of the month to come has an hour. Open to all. On pages that are kept, days
 * that are closed and hours that are taken up meanwhile show within a second.
 */
export async function listFirstDates(
  slots: readonly Pick<Slot, 'id' | 'state' | 'freeFrom'>[],
): Promise<Map<string, Day>> {
  const offered = slots.filter(({ state, freeFrom }) => state === 'free' || freeFrom !== null)
  if (offered.length === 0) return new Map()
  const [ids, begins] = [offered.map(({ id }) => id), offered.map(({ freeFrom }) => freeFrom)]
  const { rows } = await sql<{ id: string; day: Day | null }>`
    select slots.id,
      -- nearly always soon: the other weeks of the month are looked at only then
      coalesce(${firstDate(sql<Date>`begins`, sql<Date>`begins + interval '8 days'`)},
        ${firstDate(sql<Date>`begins + interval '8 days'`, sql<Date>`month_end(begins, 1)`)}) as day
    from ${currentPolicy}, unnest(${ids}::uuid[], ${begins}::timestamptz[]) as offered (id, free_from)
      join slots on slots.id = offered.id join trainers on trainers.id = slots.trainer_id,
      lateral (select coalesce(free_from, club_now() + make_interval(mins => first_hour_notice_minutes)) as begins) month
  `.execute(db)
  return new Map(rows.flatMap(({ id, day }) => (day === null ? [] : [[id, day] as const])))
}
