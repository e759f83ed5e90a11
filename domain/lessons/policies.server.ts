import { sql, type RawBuilder, type Selectable } from 'kysely'
import { clubZone, type Queryable } from '#db/client.ts'
import type { Day, Tables } from '#db/tables.ts'
import { cancellationDeadlineOf } from './lessons.rules.ts'

export type Policy = Selectable<Tables['policies']>

/** SQL for the club's current policy, to follow `from`. Every promise keeps the version it was made under. */
export const currentPolicy = sql`(select * from policies order by version desc limit 1) policy`

/** Returns the current policy. */
export const readPolicies = (from: Queryable): Promise<Policy> =>
  from.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()

/**
 * SQL expression for the deadline of a free cancellation. After a booking at short notice it is the end of the grace
 * period, and never later than the start.
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
