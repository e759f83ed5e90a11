import { sql } from 'kysely'
import { clubZone, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hoursAhead, type HoursAhead } from '#domain/mail/letters/hours-ahead.ts'
import { getsLetters, queueMail } from '#domain/mail/outbox.server.ts'
import { currentPolicy } from './policies.server.ts'

/**
 * Reminds people by one letter an evening: of the hours of the week on a Sunday, and on other days of what they do
 * not have every week, tomorrow's first and chosen hours. However often it runs, nobody is told twice.
 */
export async function remindOfHours(): Promise<void> {
  const evening = await readEvening()
  if (!evening) return
  const { rows } = await sql<{ memberId: string }>`
    select distinct places.member_id from ${hoursOf(evening)} and ${getsLetters('places.member_id', 'hours')}
      -- asked here as well, so that a round after the first reads nobody's hours
      and not exists (select from letters where cause = ${hoursAhead.name} || ' ' || places.member_id || ' ' || ${evening.today})
    limit 500`.execute(db)
  for (const { memberId } of rows) await transaction((trx) => remind(trx, memberId, evening))
}

type Evening = { today: Day; isWeek: boolean }

/** Today, once it is late enough to remind anybody; null before. */
async function readEvening(): Promise<Evening | null> {
  const { rows } = await sql<Evening & { isTime: boolean }>`
    select club_today() as today, to_char(club_today(), 'FMDay') = 'Sunday' as is_week,
      (club_now() at time zone ${clubZone})::time >= remind_at as is_time
    from ${currentPolicy}`.execute(db)
  const [evening] = rows
  return evening?.isTime ? evening : null
}

/** The hours ahead that somebody is reminded of, as what follows `from`. */
const hoursOf = ({ isWeek }: Evening) => sql`lessons
    join places on places.lesson_id = lessons.id and places.state = 'booked'
    join trainers on trainers.id = lessons.trainer_id
  where lessons.state = 'planned' and on_date > club_today() and on_date <= club_today() + ${isWeek ? 7 : 1}::integer
    and (${isWeek} or exists (select from make_ups where spent_on = lessons.id)
      or not exists (select from lessons earlier where earlier.booking_id = lessons.booking_id and earlier.on_date < lessons.on_date))`

/** Reads the hours again and queues the letter in one transaction: an hour given back meanwhile is not in it. */
async function remind(trx: Transaction, memberId: string, evening: Evening): Promise<void> {
  const { rows } = await sql<HoursAhead[number]>`
    select on_date as day, start_hour, trainers.name as trainer_name from ${hoursOf(evening)}
      and places.member_id = ${memberId}
    order by on_date, start_hour
    for share of places`.execute(trx)
  const [first, ...others] = rows
  if (!first) return
  const hours: HoursAhead = [first, ...others]
  await queueMail(trx, hoursAhead, {
    to: { userId: memberId },
    cause: `${memberId} ${evening.today}`,
    facts: { hours, isWeek: evening.isWeek },
  })
}
