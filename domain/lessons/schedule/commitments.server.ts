import { sql, type RawBuilder } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { formatOverlap, type Overlap } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

// The view `commitments` has every hour of a person: lessons taken and given, and months on hold. All operations that
// add an hour read it here, after `lockCommitments`.

/** SQL for the commitments of these people from today on. */
export const commitmentsOf = (people: RawBuilder<string[]>) => sql`(
  select person_id, on_date, start_hour from commitments where person_id = any (${people}) and on_date >= club_today())`

/** Serialises changes of the hours of these people and trainers. The database's own check takes the same locks. */
export const lockCommitments = (
  trx: Transaction,
  { people, trainerId = null }: { people: string[]; trainerId?: string | null },
) =>
  sql`
    select advisory_lock('hours of ' || id) from (
      select unnest(${people}::uuid[]) as id union select user_id from trainers where id = ${trainerId}::uuid order by id) locked`.execute(
    trx,
  )

/** Whether the database rejected a lesson because its trainer has another one at the time, given or taken. */
export const isTimeConflict = (error: unknown): boolean =>
  ['trainer_in_one_place', 'one_place_at_a_time'].some((rule) => violates(error, rule))

/** A month of a person, or the changed part of it: the hour of the slot, from `begins` until `ends`. */
type MonthHours = {
  personId: string
  bookingId: string
  slotId: string
  begins: RawBuilder<Date>
  ends: RawBuilder<Date>
}

type OverlapRow = Overlap & { gives: boolean; firstDay: Day; memberName: string }

/** Returns the person's other commitments at the hours of a month, one per trainer, those that they give first. */
async function readOverlaps(from: Queryable, month: MonthHours): Promise<OverlapRow[]> {
  const { rows } = await sql<OverlapRow>`
    with month as materialized (
      select start_hour, ${month.begins} as begins, ${month.ends} as ends,
        coalesce((select weekdays from months where booking_id = ${month.bookingId} order by dates_from desc limit 1), trainers.weekdays) as weekdays
      from slots join trainers on trainers.id = trainer_id where slots.id = ${month.slotId})
    select gives, trainers.name as trainer_name, (select name from users where id = ${month.personId}) as member_name, commitments.start_hour, min(on_date) as first_day,
      array_agg(distinct to_char(on_date, 'FMDay')) as weekdays, case when count(distinct on_date) = 1 then min(on_date) end as day
    from month join commitments on commitments.person_id = ${month.personId} and commitments.start_hour = month.start_hour
      join trainers on trainers.id = commitments.trainer_id
    where commitments.booking_id is distinct from ${month.bookingId} and on_date >= club_today() and to_char(on_date, 'FMDay') = any (month.weekdays)
      and (on_date + make_interval(hours => commitments.start_hour)) at time zone club_zone() >= month.begins
      and (on_date + make_interval(hours => commitments.start_hour)) at time zone club_zone() < month.ends
    group by gives, trainers.id, trainers.name, commitments.start_hour
    order by gives desc, min(on_date), trainers.name`.execute(from)
  return rows
}

/** SQL for begin and end of an unpaid booking's month if it were paid now. */
const beginOf = (bookingId: string) =>
  sql<Date>`(select greatest(begins_at, club_now()) from bookings where id = ${bookingId})`
const endOf = (bookingId: string) => sql<Date>`(
  select coalesce(month_end(anchor_at, month_number, carried_days), month_end(club_now(), 1)) from bookings where id = ${bookingId})`

type UnpaidMonth = { id: string; buyerId: string; slotId: string }

const monthOf = ({ id, buyerId, slotId }: UnpaidMonth): MonthHours => ({
  personId: buyerId,
  bookingId: id,
  slotId,
  begins: beginOf(id),
  ends: endOf(id),
})

const readTaken = async (from: Queryable, month: UnpaidMonth) =>
  (await readOverlaps(from, monthOf(month))).filter(({ gives }) => !gives)

/** Returns the other hours that the buyer of an unpaid month takes at its time, one per trainer. */
export const listOverlaps = (month: UnpaidMonth): Promise<Overlap[]> => readTaken(db, month)

/**
 * Throws `conflict` when the buyer of a new month gives an hour at its time, or when its trainer is booking an hour of
 * their own then. The message is for the buyer, or for staff. Requires `lockCommitments` for buyer and trainer.
 */
export async function requireNotTeaching(
  trx: Transaction,
  month: UnpaidMonth,
  isStaff: boolean,
): Promise<void> {
  const [overlap] = await readOverlaps(trx, monthOf(month))
  if (overlap?.gives) throw teachesThen(overlap, isStaff)
  const { rows } = await sql`
    select from commitments own join slots on slots.id = ${month.slotId} and own.start_hour = slots.start_hour
      join trainers on trainers.id = slots.trainer_id
    where own.person_id = (select user_id from slots join trainers on trainers.id = trainer_id where slots.id = ${month.slotId})
      and not gives and lesson_id is null and on_date >= club_today() and to_char(on_date, 'FMDay') = any (trainers.weekdays) limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw conflict(t('refusal.theTrainerIsBooking'))
}

/**
 * Throws `conflict` when the member has another hour at the changed hours of a month, given or taken. Requires
 * `lockCommitments`.
 */
export async function requireFree(trx: Transaction, month: MonthHours): Promise<void> {
  const [overlap] = await readOverlaps(trx, month)
  if (overlap?.gives) throw teachesThen(overlap, true)
  if (overlap) throw conflict(formatOverlap(overlap, overlap.memberName))
}

const teachesThen = ({ firstDay, startHour, memberName }: OverlapRow, isStaff: boolean) =>
  conflict(
    isStaff
      ? t('refusal.givesAnHourThen', {
          memberName,
          firstDay: formatDay(firstDay),
          startHour: formatHour(startHour),
        })
      : t('refusal.youGiveAnHour', { firstDay: formatDay(firstDay), startHour: formatHour(startHour) }),
  )

/**
 * Throws `conflict` when the buyer has another hour at the time of an unpaid month and has not accepted it. Returns
 * whether there is one. The message is for the buyer, or for staff.
 */
export async function requireOverlapAccepted(
  trx: Transaction,
  month: UnpaidMonth,
  isAccepted: boolean,
  isStaff = false,
): Promise<boolean> {
  const [overlap] = await readTaken(trx, month)
  if (overlap && !isAccepted)
    throw conflict(
      t('refusal.pleaseCheckBeforeYou', {
        overlap: formatOverlap(overlap, isStaff ? overlap.memberName : undefined),
      }),
    )
  return overlap !== undefined
}
