import { sql } from 'kysely'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { violates } from '#db/errors.ts'
import { conflict } from '#core/errors.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { currentPolicy, freeCancellationUntil, readPolicies } from '#domain/lessons/policies.server.ts'

/** An hour of a day that nobody has. */
export type FreeDate = { day: Day; startHour: number; trainerId: string; trainerName: string }

/** A free hour that has become somebody's. */
export type BookedLesson = FreeDate & { lessonId: string }

type MakeUpEntitlement = { memberId: string; trainerId: string; until: Day }
type ChosenDate = { day: Day; startHour: number; from: string }

/** An answer of all trainers' hours ends there: the soonest come first. */
const maxFreeDates = 300

/**
 * Hours of the next days that a member can have instead of one that they are owed, up to a day: those of the
 * trainer that nobody has or is about to buy, and of every trainer once theirs has left; or the chosen one of them.
 */
export async function listFreeDates(
  { memberId, trainerId, until }: MakeUpEntitlement,
  from: Queryable = db,
  chosen?: ChosenDate,
): Promise<FreeDate[]> {
  const { rows } = await sql<FreeDate>`
    with own as materialized (
      select on_date, start_hour from participants join lessons on lessons.id = lesson_id
      where member_id = ${memberId} and participants.state = 'booked' and on_date >= club_today())
    select dates.day, slots.start_hour, trainers.id as trainer_id, trainers.name as trainer_name
    from ${currentPolicy},
      lateral (select d::date as day from generate_series(club_today()::timestamp,
        least(club_today() + make_up_ahead_days, ${until}::date)::timestamp, interval '1 day') d) dates,
      trainers owed,
      -- an array, so that one trainer is found without looking at all of them
      lateral (select * from trainers where retired_at is null and id = any (case when owed.retired_at is null
        then array[owed.id] else array(select id from trainers) end)) trainers
        join slots on slots.trainer_id = trainers.id
    where owed.id = ${trainerId} and slots.removed_at is null and trainers.user_id <> ${memberId}
      ${chosen === undefined ? sql`` : sql`and dates.day = ${chosen.day}::date and slots.start_hour = ${chosen.startHour} and trainers.id = ${chosen.from}`}
      and not is_closed(dates.day) and not is_away(trainers.id, dates.day, slots.start_hour)
      and to_char(dates.day, 'FMDay') = any (trainers.weekdays)
      and club_instant(dates.day, make_time(slots.start_hour, 0, 0)) > club_now() + make_interval(mins => first_hour_notice_minutes)
      and not exists (select from bookings where slot_id = slots.id and state <> 'paid' and ${occupiesSlot})
      and not exists (select from own where own.on_date = dates.day and own.start_hour = slots.start_hour)
      and not exists (select from lessons where lessons.trainer_id = trainers.id and lessons.on_date = dates.day
        and lessons.start_hour = slots.start_hour and lessons.state = 'planned')
    order by dates.day, slots.start_hour, trainers.name limit ${maxFreeDates}`.execute(from)
  return rows
}

const dateTaken = () =>
  conflict('Somebody was faster: this hour has just been taken. Please choose another one.')

/** Gives a free hour to a member, after `waitForDaysOff`; throws `conflict` when it is not free. */
export async function bookFreeDate(
  trx: Transaction,
  bookingId: string,
  wanted: MakeUpEntitlement & ChosenDate,
): Promise<BookedLesson> {
  const { day, startHour } = wanted
  // of two that one member takes at once, the second sees the first
  await sql`select advisory_lock(${`hours of ${wanted.memberId}`})`.execute(trx)
  const [hour] = await listFreeDates(wanted, trx, wanted)
  if (!hour) throw dateTaken()
  const policy = await readPolicies(trx)
  const lesson = await trx
    .insertInto('lessons')
    .values({ bookingId, trainerId: hour.trainerId, onDate: day, startHour })
    .returning(['id', 'startsAt'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violates(error, 'one_lesson_an_hour') ? dateTaken() : error
    })
  await trx
    .insertInto('participants')
    .values({
      lessonId: lesson.id,
      memberId: wanted.memberId,
      policyVersion: policy.version,
      freeUntil: freeCancellationUntil(
        policy,
        startHour,
        sql`${day}::date`,
        sql`${lesson.startsAt}::timestamptz`,
      ),
    })
    .execute()
  return { ...hour, lessonId: lesson.id }
}
