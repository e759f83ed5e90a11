import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'

/** Days ahead for which the lessons of classes are planned: six weeks. */
export const plannedDays = 42

/** Job: plans the lessons of all class times, six weeks ahead. Idempotent. */
export const planClasses = (): Promise<void> =>
  transaction(async (trx) => {
    await lockClassTimes(trx)
    await insertClassLessons(trx)
  })

/** Locks for operations that plan classes: one at a time, because two that meet in an exclusion constraint deadlock. */
export async function lockClassTimes(trx: Transaction): Promise<void> {
  await waitForScheduleLock(trx)
  await sql`select advisory_lock('class times')`.execute(trx)
}

/**
 * Inserts the missing lessons of the class times. Leaves out closed days, absences, times that the clock skips, and times
 * at which the trainer or the room is taken. Requires `lockClassTimes`.
 */
export async function insertClassLessons(trx: Transaction): Promise<void> {
  await sql`
    insert into lessons (kind, class_id, class_time_id, room_id, trainer_id, on_date, start_hour, start_minute, minutes, capacity)
    select 'class', class_id, times.id, room_id, trainer_id, day, start_hour, start_minute, minutes, capacity
    from class_times times join trainers on trainers.id = trainer_id,
      lateral (select d::date as day from generate_series(greatest(club_today(), lower(valid))::timestamp,
        (club_today() + ${plannedDays}::integer)::timestamp, interval '1 day') d) days,
      lateral (select tsrange(day + make_time(start_hour, start_minute, 0),
        day + make_time(start_hour, start_minute, 0) + make_interval(mins => minutes)) as span) spans
    where coalesce(upper(valid), 'infinity') > club_today() and valid @> day and extract(isodow from day) = weekday
      and not is_closed(day) and not is_away(trainer_id, day, start_hour)
      and not is_away(trainer_id, day, (start_hour * 60 + start_minute + minutes - 1) / 60)
      and club_instant(day, make_time(start_hour, start_minute, 0)) > club_now()
      and not exists (select from lessons where class_time_id = times.id and on_date = day)
      and not exists (select from participants join lessons on lessons.id = lesson_id
        where member_id = trainers.user_id and participants.state = 'booked' and lessons.state = 'planned' and lessons.span && spans.span)
    order by day, start_hour, start_minute, times.id
    on conflict do nothing`.execute(trx)
}
