import { sql, type RawBuilder, type Selectable } from 'kysely'
import { clubZone, type Queryable } from '#db/client.ts'
import type { Day, Tables } from '#db/tables.ts'
import { cancellationDeadlineOf } from './lessons.rules.ts'

export type Policy = Selectable<Tables['policies']>

/** The club's policies as they are now, as what follows `from`. Every promise keeps the version that it was made under. */
export const currentPolicy = sql`(select * from policies order by version desc limit 1) policy`

/** The same, to make promises with. */
export const readPolicies = (from: Queryable): Promise<Policy> =>
  from.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()

/**
 * Until when a place in this hour can be given back for nothing. Whoever has just got it has some minutes to think
 * it over, but never longer than until it begins.
 */
export function freeCancellationUntil(
  policy: Policy,
  startHour: number,
  day: RawBuilder<Day>,
  startsAt: RawBuilder<Date>,
): RawBuilder<Date> {
  const { daysBefore, minute } = cancellationDeadlineOf(startHour, policy)
  return sql<Date>`greatest(
    (${day} - ${daysBefore}::integer + make_interval(mins => ${minute})) at time zone ${clubZone},
    least(club_now() + make_interval(mins => ${policy.graceMinutes}), ${startsAt}))`
}
