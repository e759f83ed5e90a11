import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { deadJobsQueue } from '#platform/jobs.ts'

/** Upper limit of every count, to bound the cost in a large club. */
const countLimit = 10_000
const countLimitSql = sql.lit(countLimit)

export type ClubMetrics = {
  /** Due jobs by queue. */
  jobs: { queue: string; waiting: number; oldestSeconds: number }[]
  failedJobs: number
  letters: { waiting: number; oldestSeconds: number; failed: number }
  /** Slots on hold, unpaid or being paid. */
  holds: { held: number; paying: number }
  /** Payments of the last 24 hours by method. */
  payments: { method: string; count: number; cents: number }[]
  failedRefunds: number
  /** Age of the oldest refund that the card processor has not accepted. */
  unsentRefundSeconds: number
  /** PostgreSQL version. */
  database: string
  now: Date
  /** The database's real clock, which differs from the club's only in tests. */
  clock: Date
}

/** Returns anonymous figures for monitoring, from one statement. Each count is capped at 10,000. */
export async function readClubMetrics(): Promise<ClubMetrics> {
  const { rows } = await sql<ClubMetrics>`
    select
      (select coalesce(json_agg(each), '[]') from (
        select name as queue, count(*)::int as waiting,
          extract(epoch from now() - min(start_after))::int as "oldestSeconds"
        from (select name, start_after from pgboss.job
          where state < 'active' and name <> ${deadJobsQueue} and start_after <= now() limit ${countLimitSql}) due
        group by name order by name) each) as jobs,
      (select count(*)::int from (select from pgboss.job where name = ${deadJobsQueue} limit ${countLimitSql}) dead) as failed_jobs,
      (select json_build_object('waiting', count(*),
          'oldestSeconds', coalesce(extract(epoch from club_now() - min(queued_at))::int, 0),
          'failed', (select count(*) from (select from letters where failed_at is not null and email is not null limit ${countLimitSql}) failed))
        from (select queued_at from letters where next_try_at is not null limit ${countLimitSql}) waiting) as letters,
      (select json_build_object('held', count(*) filter (where state = 'held'),
          'paying', count(*) filter (where state = 'paying'))
        from (select state from bookings
          where state in ('held', 'paying') and hold_expires_at > club_now() limit ${countLimitSql}) live) as holds,
      (select coalesce(json_agg(each), '[]') from (
        select method, count(*)::int as count, sum(amount_cents)::bigint as cents
        from (select method, amount_cents from payments
          where received_at > club_now() - interval '1 day' limit ${countLimitSql}) lately
        group by method order by method) each) as payments,
      (select count(*)::int from (select from failed_refunds limit ${countLimitSql}) failed) as failed_refunds,
      (select coalesce(extract(epoch from club_now() - min(created_at))::int, 0) from refunds
        where state = 'pending' and processor_refund_id is null) as unsent_refund_seconds,
      current_setting('server_version') as database, club_now() as now, clock_timestamp() as clock`.execute(
    db,
  )
  return rows[0]!
}
