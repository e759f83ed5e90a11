import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { currentPolicy, freeCancellationUntil, readPolicies } from '#domain/lessons/policies.server.ts'
import {
  commitmentsOf,
  isTimeConflict,
  lockCommitments,
} from '#domain/lessons/schedule/commitments.server.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { t } from '#messages/t.ts'

/** A date and hour of a slot without a lesson. */
export type FreeDate = { day: Day; startHour: number; trainerId: string; trainerName: string }

/** A free date that has been booked. */
export type BookedLesson = FreeDate & { lessonId: string }

type MakeUpEntitlement = {
  memberId: string
  trainerId: string
  until: Day
  /** The club caused it, so other trainers' hours are on offer when the own trainer has none. */
  isOwedByClub: boolean
}
type ChosenDate = { day: Day; startHour: number; from: string }

/** Limit of one result, in order of time. */
const maxFreeDates = 300

/**
 * Returns the dates on which a member can use a make-up, up to its last day: free hours of the trainer that are not on
 * hold. Returns those of all trainers once theirs has retired, and for a make-up owed by the club also when theirs has
 * none. With `chosen`, returns that date only, if it is free.
 */
export async function listFreeDates(
  makeUp: MakeUpEntitlement,
  from: Queryable = db,
  chosen?: ChosenDate,
): Promise<FreeDate[]> {
  const own = await readFreeDates(from, makeUp, { chosen })
  if (own.length > 0 || !makeUp.isOwedByClub || chosen?.from === makeUp.trainerId) return own
  const hasOwn = chosen !== undefined && (await readFreeDates(from, makeUp, { limit: 1 })).length > 0
  return hasOwn ? [] : readFreeDates(from, makeUp, { chosen, ofAll: true })
}

/** Returns whether the member of a make-up can choose any date now. */
export const hasFreeDate = async (from: Queryable, makeUp: MakeUpEntitlement): Promise<boolean> =>
  (await readFreeDates(from, makeUp, { limit: 1 })).length > 0 ||
  (await readFreeDates(from, makeUp, { limit: 1, ofAll: true })).length > 0

async function readFreeDates(
  from: Queryable,
  { memberId, trainerId, until }: MakeUpEntitlement,
  {
    chosen,
    ofAll = false,
    limit = maxFreeDates,
  }: { chosen?: ChosenDate | undefined; ofAll?: boolean; limit?: number },
): Promise<FreeDate[]> {
  const { rows } = await sql<FreeDate>`
    with offered as materialized (
      select trainers.* from trainers owing,
        -- an array, so that one trainer is found without looking at all of them
        lateral (select * from trainers where retired_at is null and id = any (case when owing.retired_at is null and not ${ofAll}
          then array[owing.id] else array(select id from trainers) end)) trainers
      where owing.id = ${trainerId} and trainers.user_id <> ${memberId}),
    committed as materialized ${commitmentsOf(sql`array(select user_id from offered union select ${memberId}::uuid)`)},
    notice as materialized (select first_hour_from(club_now()) as first)
    select dates.day, slots.start_hour, trainers.id as trainer_id, trainers.name as trainer_name
    from ${currentPolicy}, notice,
      lateral (select d::date as day from generate_series(club_today()::timestamp,
        least(club_today() + make_up_ahead_days, ${until}::date)::timestamp, interval '1 day') d) dates,
      offered trainers join slots on slots.trainer_id = trainers.id
    where slots.removed_at is null
      ${chosen === undefined ? sql`` : sql`and dates.day = ${chosen.day}::date and slots.start_hour = ${chosen.startHour} and trainers.id = ${chosen.from}`}
      and not is_closed(dates.day) and not is_away(trainers.id, dates.day, slots.start_hour)
      and to_char(dates.day, 'FMDay') = any (trainers.weekdays)
      and club_instant(dates.day, make_time(slots.start_hour, 0, 0)) >= notice.first
      and not exists (select from bookings where slot_id = slots.id and state <> 'paid' and ${occupiesSlot})
      and (trainers.user_id, dates.day, slots.start_hour) not in (select person_id, on_date, start_hour from committed)
      and (${memberId}::uuid, dates.day, slots.start_hour) not in (select person_id, on_date, start_hour from committed)
    order by dates.day, slots.start_hour, trainers.name limit ${limit}`.execute(from)
  return rows
}

const dateTaken = () => conflict(t('refusal.someoneWasFasterThis'))

/** Books a free date for a member. Requires `waitForScheduleLock`. Throws `conflict` when it is not free. */
export async function bookFreeDate(
  trx: Transaction,
  bookingId: string,
  request: MakeUpEntitlement & ChosenDate,
): Promise<BookedLesson> {
  const { day, startHour } = request
  await lockCommitments(trx, { people: [request.memberId], trainerId: request.from })
  const [hour] = await listFreeDates(request, trx, request)
  if (!hour) throw dateTaken()
  const policy = await readPolicies(trx)
  const lesson = await trx
    .insertInto('lessons')
    .values({ bookingId, trainerId: hour.trainerId, onDate: day, startHour })
    .returning(['id', 'startsAt'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isTimeConflict(error) ? dateTaken() : error
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
