import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** Months shown of joining and leaving, and months of joining that are followed. */
const monthsShown = 24
const monthsFollowed = 36

/** Ages in months at which a month's joiners are counted again. */
export const agesInMonths = [1, 3, 6, 12, 24] as const

/** Past weeks in which offers and sales are counted. */
export const weeksOfOccupancy = 8

/** Members at the end of a month, or now in the current one. */
export type MonthOfPeople = { month: string; joined: number; left: number; running: number }

/** The people who joined in a month; an age that some of them have not reached is null. */
export type Cohort = { month: string; joined: number; stayed: (number | null)[] }

/** An hour of the week, 1 for Monday to 7 for Sunday, with what began in it. */
export type WeekHour = {
  weekday: number
  hour: number
  hoursOffered: number
  hoursSold: number
  placesOffered: number
  placesTaken: number
}

export type PeopleFigures = { months: MonthOfPeople[]; cohorts: Cohort[]; week: WeekHour[] }

/** Periods for which people paid: months of an hour, memberships and packs. What went back in full does not count. */
const spells = sql`
  select buyer_id as member_id, begins_at as begins, paid_until as ends
  from bookings where state in ('paid', 'ended')
  union all
  select member_id, lower(during), least(upper(during), ended_at)
  from allowances join orders on orders.id = order_id
  where kind in ('membership', 'pack') and state in ('paid', 'ended')`

/** A person's stays. Spells at most 14 days apart are one; `left_at` is null until 14 days after its end. Local times. */
const stays = sql`
  select member_id, min(begins) at time zone ${clubZone} as joined_at,
    case when max(ends) + interval '14 days' <= club_now() then max(ends) at time zone ${clubZone} end as left_at
  from (
    select *, count(*) filter (where before is null or begins > before + interval '14 days')
      over (partition by member_id order by begins, ends rows unbounded preceding) as stay
    from (
      select *, max(ends) over (partition by member_id order by begins, ends
        rows between unbounded preceding and 1 preceding) as before
      from (${spells}) spells where begins <= club_now() and begins < ends) ordered) numbered
  group by member_id, stay`

/**
 * Returns who joined, left and runs by month for two years, oldest first; how long people stay by month of joining for
 * three; and what was sold of offered by hour of the week for eight weeks. Throws `forbidden` without the permission
 * `office.overview`.
 */
export async function readPeopleFigures(actor: Actor): Promise<PeopleFigures> {
  requirePermission(actor, 'office.overview')
  const [months, cohorts, week] = await Promise.all([readMonths(), readCohorts(), readWeek()])
  return { months, cohorts, week }
}

const monthsUntilNow = (count: number) => sql`
  generate_series(date_trunc('month', club_today()::timestamp) - make_interval(months => ${count - 1}),
    date_trunc('month', club_today()::timestamp), interval '1 month') first`

async function readMonths(): Promise<MonthOfPeople[]> {
  const { rows } = await sql<MonthOfPeople>`
    with stays as materialized (${stays})
    select to_char(first, 'YYYY-MM') as month,
      count(*) filter (where date_trunc('month', joined_at) = first)::integer as joined,
      count(*) filter (where date_trunc('month', left_at) = first)::integer as left,
      (count(joined_at) - count(*) filter (where left_at < first + interval '1 month'))::integer as running
    from ${monthsUntilNow(monthsShown)} left join stays on joined_at < first + interval '1 month'
    group by first order by first`.execute(db)
  return rows
}

async function readCohorts(): Promise<Cohort[]> {
  const ages = sql`unnest(array[${sql.join(agesInMonths)}]::integer[]) age`
  const { rows } = await sql<Cohort>`
    with stays as materialized (${stays})
    select to_char(first, 'YYYY-MM') as month, count(joined_at)::integer as joined,
      array(select case when first + make_interval(months => age + 1) <= club_now() at time zone ${clubZone} then (
          select count(*)::integer from stays where date_trunc('month', joined_at) = first
            and (left_at is null or left_at > joined_at + make_interval(months => age))) end
        from ${ages} order by age) as stayed
    from ${monthsUntilNow(monthsFollowed)} left join stays on date_trunc('month', joined_at) = first
    group by first order by first`.execute(db)
  return rows
}

async function readWeek(): Promise<WeekHour[]> {
  const { rows } = await sql<WeekHour>`
    with days as (
      select day::date as day from generate_series((club_today() - ${weeksOfOccupancy * 7}::integer)::timestamp,
        (club_today() - 1)::timestamp, interval '1 day') day),
    held as (
      select lessons.* from days join lessons on on_date = day where state = 'planned'),
    offered as (
      select trainer_id, day, start_hour from slots join trainers on trainers.id = trainer_id
        join days on to_char(day, 'FMDay') = any (weekdays)
        cross join lateral club_instant(day, make_time(start_hour, 0, 0)) begins
      where slots.created_at <= begins and (slots.removed_at is null or slots.removed_at > begins)
        and not is_closed(day) and not is_away(trainer_id, day, start_hour)
      union
      select trainer_id, on_date, start_hour from held where kind = 'hour'),
    counted as (
      select day, start_hour, 1 as hours_offered, 0 as hours_sold, 0 as places_offered, 0 as places_taken from offered
      union all
      select on_date, start_hour, 0, (kind = 'hour')::integer, coalesce(capacity, 0), taken from held)
    select extract(isodow from day)::integer as weekday, start_hour as hour,
      sum(hours_offered)::integer as hours_offered, sum(hours_sold)::integer as hours_sold,
      sum(places_offered)::integer as places_offered, sum(places_taken)::integer as places_taken
    from counted group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
