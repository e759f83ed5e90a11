import { sql, type RawBuilder } from 'kysely'

type Stretch = { limit: number; offset: number }

/** Lists whose rows of each day are counted, by triggers (migrations 042 and 047). */
const counts = { posts: ['post_days', 'posts'], subscribers: ['subscriber_days', 'people'] } as const

/**
 * The ids that stand in a stretch of such a list, newest first. It costs the same wherever that lies: the sums of the
 * days say where to look.
 */
export function newestIds(list: keyof typeof counts, { limit, offset }: Stretch): RawBuilder<string> {
  const [days, counted] = counts[list]
  const many = sql.ref(counted)
  return sql`(
    with days as (
      -- each of them has a row, so that no more are touched
      select day, ${many} as many from ${sql.table(days)} where ${many} > 0 order by day desc limit ${offset + limit}),
    counted as (
      select day, sum(many) over newest - many as newer, sum(many) over newest as upto
      from days window newest as (order by day desc)),
    touched as materialized (
      select min(day)::timestamp at time zone 'UTC' as begins, (max(day) + 1)::timestamp at time zone 'UTC' as ends,
        ${offset} - min(newer) as skipped
      from counted where newer < ${offset + limit} and upto > ${offset})
    select id from ${sql.table(list)}
    where created_at >= (select begins from touched) and created_at < (select ends from touched)
    order by created_at desc, id desc
    limit ${limit} offset (select skipped from touched))`
}

/** So many of the newest tell whether a word is one that many have. */
const sample = 250
/**
 * The newest of `people` whose name or address contains these words in small letters, at most so many. What many
 * have in their names is found soon among the newest; what few have, by its pieces (migration 047).
 */
export function newestNamed(
  people: RawBuilder<unknown>,
  { words, most }: { words: string; most: number },
): RawBuilder<{ id: string }> {
  // a word that many have is looked for among so many of the newest, if twice as many as are wanted should be there
  const nearest = Math.max(4_000, most * 10)
  const many = Math.ceil((most * sample * 2) / nearest)
  const order = sql`order by created_at desc, id desc`
  const contain = sql`(strpos(lower(name), ${words}) > 0 or strpos(email, ${words}) > 0)`
  const piecesOf = sql`pieces(${words}, least(length(${words}), 3))`
  const newest = (limit: RawBuilder<unknown>) =>
    sql`(${people} ${order} limit ${limit}) newest where ${contain}`
  return sql`(
    with sample as (select count(*) >= ${sql.lit(many)} as many from ${newest(sql.lit(sample))}),
    near as materialized (
      select * from ${newest(sql`(select case when many then ${sql.lit(nearest)} else 0 end from sample)`)}
      ${order} limit ${sql.lit(most)}),
    enough as materialized (select count(*) >= ${sql.lit(most)} as are from near),
    far as (
      select * from (${people}) everybody
      where pieces(lower(name) || chr(10) || email) @> ${piecesOf} and ${contain} and not (select are from enough)
      ${order} limit ${sql.lit(most)})
    select id, created_at from near where (select are from enough) union all select id, created_at from far)`
}
