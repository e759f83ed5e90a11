import { sql } from 'kysely'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { violates } from '#db/errors.ts'
import { conflict } from '#core/errors.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { currentPolicy, freeCancellationUntil, readPolicies } from '#domain/lessons/policies.server.ts'

/** A date and hour of a slot without a lesson. */
export type FreeDate = { day: Day; startHour: number; trainerId: string; trainerName: string }

/** A free date that has been booked. */
export type BookedLesson = FreeDate & { lessonId: string }

type MakeUpEntitlement = { memberId: string; trainerId: string; until: Day }
type ChosenDate = { day: Day; startHour: number; from: string }

/** Limit of one result, in order of time. */
const maxFreeDates = 300

/**
 * Returns the dates on which a member can use a make-up, up to its last day: free hours of the trainer that are not on
 * hold, or of all trainers once theirs has retired. With `chosen`, returns that date only, if it is free.
 */
export async function listFreeDates(
  { memberId, trainerId, until }: MakeUpEntitlement,
  from: Queryable = db,
  chosen?: ChosenDate,
): Promise<FreeDate[]> {
  const { rows } = await sql<FreeDate>`
    with own as materialized (
      select on_date, start_hour from participants join lessons on lessons.id = lesson_id
      where member_id = ${memberId} and participants.state = 'booked' and on_date >= club_today()),
    notice as materialized (select first_hour_from(club_now()) as first)
    select dates.day, slots.start_hour, trainers.id as trainer_id, trainers.name as trainer_name
    from ${currentPolicy}, notice,
      lateral (select d::date as day from generate_series(club_today()::timestamp,
        least(club_today() + make_up_ahead_days, ${until}::date)::timestamp, interval '1 day') d) dates,
      trainers owing,
      -- an array, so that one trainer is found without looking at all of them
      lateral (select * from trainers where retired_at is null and id = any (case when owing.retired_at is null
        then array[owing.id] else array(select id from trainers) end)) trainers
        join slots on slots.trainer_id = trainers.id
    where owing.id = ${trainerId} and slots.removed_at is null and trainers.user_id <> ${memberId}
      ${chosen === undefined ? sql`` : sql`and dates.day = ${chosen.day}::date and slots.start_hour = ${chosen.startHour} and trainers.id = ${chosen.from}`}
      and not is_closed(dates.day) and not is_away(trainers.id, dates.day, slots.start_hour)
      and to_char(dates.day, 'FMDay') = any (trainers.weekdays)
      and club_instant(dates.day, make_time(slots.start_hour, 0, 0)) >= notice.first
      and not exists (select from bookings where slot_id = slots.id and state <> 'paid' and ${occupiesSlot})
      and not exists (select from own where own.on_date = dates.day and own.start_hour = slots.start_hour)
      and not exists (select from lessons where lessons.trainer_id = trainers.id and lessons.on_date = dates.day
        and lessons.start_hour = slots.start_hour and lessons.state = 'planned')
    order by dates.day, slots.start_hour, trainers.name limit ${maxFreeDates}`.execute(from)
  return rows
}

const dateTaken = () =>
  conflict('Someone was faster: this hour has just been taken. Please choose another one.')

/** Books a free date for a member. Requires `waitForScheduleLock`. Throws `conflict` when it is not free. */
export async function bookFreeDate(
  trx: Transaction,
  bookingId: string,
  request: MakeUpEntitlement & ChosenDate,
): Promise<BookedLesson> {
  const { day, startHour } = request
  // serialises bookings of one member, so that the second sees the first
  await sql`select advisory_lock(${`hours of ${request.memberId}`})`.execute(trx)
  const [hour] = await listFreeDates(request, trx, request)
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
      memberId: request.memberId,
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
