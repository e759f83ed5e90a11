import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, MakeUpReason } from '#db/tables.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'

/**
 * Calls off those of the lessons that are planned, and owes each to its member. Answers the last day to use what is
 * owed for them.
 */
export async function callOffAndOwe(
  trx: Transaction,
  lessonIds: string[],
  because: LessonCancellationReason & MakeUpReason,
): Promise<Day> {
  const { rows } = await sql<{ until: Day }>`
    with off as (
      update lessons set state = 'called_off', called_off_because = ${because}
      where id = any (${lessonIds}::uuid[]) and state = 'planned' returning id, booking_id, on_date),
    left_places as (
      update participants set state = 'called_off' from off
      where participants.lesson_id = off.id and participants.state = 'booked' returning participants.member_id, off.*),
    last_day as (select club_today() + make_up_days as until from ${currentPolicy}),
    owed as (
      insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
      select member_id, booking_id, ${because}, id, on_date, until from left_places, last_day)
    select until from last_day`.execute(trx)
  return rows[0]!.until
}
