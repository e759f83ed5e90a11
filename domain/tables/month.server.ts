import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubZone } from '#db/client.ts'
import { t } from '#messages/t.ts'

/** Returns the month, such as `2026-11`. Throws `not-found` if it is none. */
export function requireMonth(month: string): string {
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month)) throw notFound(t('refusal.thisMonth'))
  return month
}

/** Condition on a time: it is in this month of the club's calendar. */
export const isInMonth = (moment: RawBuilder<unknown>, month: string) => {
  const first = sql`${`${month}-01`}::date`
  return sql<boolean>`${moment} >= ${first}::timestamp at time zone ${clubZone}
    and ${moment} < (${first} + interval '1 month') at time zone ${clubZone}`
}
