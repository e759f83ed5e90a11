import { sql, type RawBuilder } from 'kysely'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Slot } from '#domain/slots/slots.server.ts'

/** SQL expression: the first date with a lesson of `slots` and `trainers` within the interval. */
const firstDate = (from: RawBuilder<Date>, until: RawBuilder<Date>) => sql<Day | null>`(select min(on_date)
  from dates_of_hour(trainers.id, trainers.weekdays, start_hour, ${from}, ${until}) dates where because is null)`

/**
 * Returns the first lesson date of each slot on sale, by slot id; for a month that is not renewed, counted from its
 * end. Slots that are taken, or without a date in the coming month, are left out. Public. Cached pages show changes
 * within a second.
 */
export async function listFirstDates(
  slots: readonly Pick<Slot, 'id' | 'state' | 'freeFrom'>[],
): Promise<Map<string, Day>> {
  const offered = slots.filter(({ state, freeFrom }) => state === 'free' || freeFrom !== null)
  if (offered.length === 0) return new Map()
  const [ids, begins] = [offered.map(({ id }) => id), offered.map(({ freeFrom }) => freeFrom)]
  const { rows } = await sql<{ id: string; day: Day | null }>`
    select slots.id,
      -- nearly always within eight days: reads the rest of the month only if necessary
      coalesce(${firstDate(sql<Date>`begins`, sql<Date>`begins + interval '8 days'`)},
        ${firstDate(sql<Date>`begins + interval '8 days'`, sql<Date>`month_end(begins, 1)`)}) as day
    from unnest(${ids}::uuid[], ${begins}::timestamptz[]) as offered (id, free_from)
      join slots on slots.id = offered.id join trainers on trainers.id = slots.trainer_id,
      lateral (select coalesce(free_from, first_hour_from(club_now())) as begins) month
  `.execute(db)
  return new Map(rows.flatMap(({ id, day }) => (day === null ? [] : [[id, day] as const])))
}
