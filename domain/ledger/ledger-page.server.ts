import { sql, type RawBuilder } from 'kysely'
import { clubZone } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import type { PageRange } from '#domain/pagination.ts'

type Line = Tables['ledger'] & {
  /** Balance after the line, in cents. */
  balanceCents: number
}

/**
 * Query for a page of the ledger, newest first, at constant cost: daily sums locate the days of the page, and only
 * their lines are read.
 */
export const ledgerPage = ({ limit, offset }: PageRange): RawBuilder<Line> => sql<Line>`(
  -- each day has at least one line, so that these days suffice
  with days as (
    select day, sum(entries) as entries, sum(cents) as cents
    from ledger_days group by day having sum(entries) > 0 order by day desc limit ${offset + limit}),
  counted as (
    select day, sum(entries) over newest - entries as newer, sum(entries) over newest as upto,
      sum(cents) over newest - cents as newer_cents
    from days window newest as (order by day desc)),
  touched as materialized (
    select min(day)::timestamp at time zone ${clubZone} as begins, (max(day) + 1)::timestamp at time zone ${clubZone} as ends,
      ${offset} - min(newer) as skipped, (array_agg(newer_cents order by day desc))[1] as newer_cents
    from counted where newer < ${offset + limit} and upto > ${offset})
  select ledger.*, ((select sum(cents) from ledger_days) - (select newer_cents from touched) + cents
    - sum(cents) over (order by entered_at desc, entry_id desc, cents desc rows unbounded preceding))::bigint as balance_cents
  from ledger
  where entered_at >= (select begins from touched) and entered_at < (select ends from touched)
  order by entered_at desc, entry_id desc, cents desc
  limit ${limit} offset (select skipped from touched))`
