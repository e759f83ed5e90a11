import { sql, type RawBuilder } from 'kysely'

type PageRange = { limit: number; offset: number }

/** Lists whose rows a day and a month are counted by triggers. */
const countedLists = {
  posts: { days: 'post_days', months: 'post_months', counted: 'posts' },
  subscribers: { days: 'subscriber_days', months: 'subscriber_months', counted: 'people' },
} as const

/**
 * Returns SQL for the ids of a page, newest first. The cost does not depend on the page: sums select the months, then
 * the days.
 */
export function newestPageIds(
  list: keyof typeof countedLists,
  { limit, offset }: PageRange,
): RawBuilder<string> {
  const { days, months, counted } = countedLists[list]
  const many = sql.ref(counted)
  return sql`(
    with busy_months as materialized (${bucketsContaining(
      sql`select month as begins, ${many} as many from ${sql.table(months)} where ${many} > 0`,
      { from: sql`${offset}`, to: sql`${offset + limit}` },
    )}),
    busy_days as materialized (${bucketsContaining(
      sql`select day as begins, ${many} as many from ${sql.table(days)} where ${many} > 0
        and day >= (select first from busy_months) and day < (select last + interval '1 month' from busy_months)`,
      { from: sql`(select skipped from busy_months)`, to: sql`(select skipped + ${limit} from busy_months)` },
    )})
    select id from ${sql.table(list)}
    where created_at >= (select first::timestamp at time zone 'UTC' from busy_days)
      and created_at < (select (last + 1)::timestamp at time zone 'UTC' from busy_days)
    order by created_at desc, id desc
    limit ${limit} offset (select skipped from busy_days))`
}

type RowRange = { from: RawBuilder<unknown>; to: RawBuilder<unknown> }

/**
 * SQL for the first and last bucket that contain rows `from` to `to`, newest first, and the number of rows to skip.
 * Empty buckets are left out.
 */
const bucketsContaining = (sums: RawBuilder<unknown>, { from, to }: RowRange) => sql`
  select min(begins) as first, max(begins) as last, ${from} - min(newer) as skipped
  from (
    select begins, sum(many) over newest - many as newer, sum(many) over newest as upto
    from (${sums} order by begins desc limit ${to}) sums window newest as (order by begins desc)) counted
  where newer < ${to} and upto > ${from}`

/** The number of newest rows that decide whether a word is frequent. */
const sampleSize = 250
/**
 * Returns SQL for the newest of `people` whose name or email contains the text. A frequent text is found among the
 * newest rows, a rare one by the trigram index.
 */
export function searchNewest(
  people: RawBuilder<unknown>,
  { words, most }: { words: string; most: number },
): RawBuilder<{ id: string }> {
  // scan this many of the newest if they should contain twice the wanted number
  const nearest = Math.max(4_000, most * 10)
  const many = Math.ceil((most * sampleSize * 2) / nearest)
  const order = sql`order by created_at desc, id desc`
  const text = sql`searchable(name || chr(10) || email)`
  const searched = sql`searchable(${words})`
  const contain = sql`strpos(${text}, ${searched}) > 0`
  const piecesOf = sql`pieces(${searched}, least(length(${searched}), 3))`
  const newest = (limit: RawBuilder<unknown>) =>
    sql`(${people} ${order} limit ${limit}) newest where ${contain}`
  return sql`(
    with sample as (select count(*) >= ${sql.lit(many)} as many from ${newest(sql.lit(sampleSize))}),
    near as materialized (
      select * from ${newest(sql`(select case when many then ${sql.lit(nearest)} else 0 end from sample)`)}
      ${order} limit ${sql.lit(most)}),
    enough as materialized (select count(*) >= ${sql.lit(most)} as are from near),
    far as (
      select * from (${people}) everybody
      where pieces(${text}) @> ${piecesOf} and ${contain} and not (select are from enough)
      ${order} limit ${sql.lit(most)})
    select id, created_at from near where (select are from enough) union all select id, created_at from far)`
}
