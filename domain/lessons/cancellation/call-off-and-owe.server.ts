import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, MakeUpReason } from '#db/tables.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'

/** Calls off the planned ones among the lessons and creates a make-up for each. Returns the make-ups' last day. */
export async function callOffAndOwe(
  trx: Transaction,
  lessonIds: string[],
  because: LessonCancellationReason & MakeUpReason,
): Promise<Day> {
  const { rows } = await sql<{ until: Day }>`
    with called_off as (
      update lessons set state = 'called_off', called_off_because = ${because}
      where id = any (${lessonIds}::uuid[]) and state = 'planned' returning id, booking_id, on_date),
    called_off_participants as (
      update participants set state = 'called_off' from called_off
      where participants.lesson_id = called_off.id and participants.state = 'booked' returning participants.member_id, called_off.*),
    last_day as (select club_today() + make_up_days as until from ${currentPolicy}),
    owed as (
      insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
      select member_id, booking_id, ${because}, id, on_date, until from called_off_participants, last_day)
    select until from last_day`.execute(trx)
  return rows[0]!.until
}
