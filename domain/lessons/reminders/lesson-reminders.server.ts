import { sql } from 'kysely'
import { clubZone, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hoursAhead, type HoursAhead } from '#domain/lessons/letters/hours-ahead.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { wantsLettersCondition, queueMail } from '#domain/mail/outbox.server.ts'

/**
 * Job: queues the evening's reminders, one letter per member. On Sundays it lists the lessons of the week. On other
 * days it lists tomorrow's classes and the hours that are not weekly: first hours and make-ups. Idempotent.
 */
export async function sendLessonReminders(): Promise<void> {
  const evening = await readEvening()
  if (!evening) return
  const { rows } = await sql<{ memberId: string }>`
    select distinct participants.member_id from ${upcomingLessons(evening)} and ${wantsLettersCondition('participants.member_id', 'reminders')}
      -- checked here as well, so that later runs read no lessons
      and not exists (select from letters where cause = ${hoursAhead.name} || ' ' || participants.member_id || ' ' || ${evening.today})
    limit 500`.execute(db)
  for (const { memberId } of rows) await transaction((trx) => sendReminder(trx, memberId, evening))
}

type ReminderEvening = { today: Day; isWeek: boolean }

/** Returns today's evening once the reminder time has passed; null before. */
async function readEvening(): Promise<ReminderEvening | null> {
  const { rows } = await sql<ReminderEvening & { isTime: boolean }>`
    select club_today() as today, to_char(club_today(), 'FMDay') = 'Sunday' as is_week,
      (club_now() at time zone ${clubZone})::time >= remind_at as is_time
    from ${currentPolicy}`.execute(db)
  const [evening] = rows
  return evening?.isTime ? evening : null
}

/** SQL for the lessons to remind of, to follow `from`. Leaves out lessons without cover in time. */
const upcomingLessons = ({ isWeek }: ReminderEvening) => sql`lessons
    join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
    join trainers on trainers.id = lessons.trainer_id
  where lessons.state = 'planned' and coalesce(cover_until > club_now(), true)
    and on_date > club_today() and on_date <= club_today() + ${isWeek ? 7 : 1}::integer
    and (${isWeek} or lessons.kind = 'class' or exists (select from make_ups where spent_on = lessons.id)
      or not exists (select from lessons earlier where earlier.booking_id = lessons.booking_id and earlier.on_date < lessons.on_date))`

/** Reads the lessons and queues the letter in one transaction, so that a lesson cancelled meanwhile is left out. */
async function sendReminder(trx: Transaction, memberId: string, evening: ReminderEvening): Promise<void> {
  const { rows } = await sql<HoursAhead[number]>`
    select on_date as day, start_hour, start_minute, trainers.name as trainer_name, cover_until,
      (select title from classes where classes.id = class_id) as title,
      case when lessons.kind = 'class' and free_until > club_now() then free_until end as free_until,
      (select name from trainers where id = instead_of) as instead_of from ${upcomingLessons(evening)}
      and participants.member_id = ${memberId}
    order by on_date, start_hour, start_minute
    for share of participants`.execute(trx)
  const [first, ...others] = rows
  if (!first) return
  const hours: HoursAhead = [first, ...others]
  await queueMail(trx, hoursAhead, {
    to: { userId: memberId },
    cause: `${memberId} ${evening.today}`,
    facts: { hours, isWeek: evening.isWeek },
  })
}
