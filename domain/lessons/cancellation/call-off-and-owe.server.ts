import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, MakeUpReason } from '#db/tables.ts'

/**
 * Calls off the planned ones among the lessons and creates a make-up for each. Returns the last day of each make-up, by
 * lesson.
 */
export async function callOffAndOwe(
  trx: Transaction,
  lessonIds: string[],
  because: LessonCancellationReason & MakeUpReason,
): Promise<Map<string, Day>> {
  const { rows } = await sql<{ lessonId: string; until: Day }>`
    with called_off as (
      update lessons set state = 'called_off', called_off_because = ${because}
      where id = any (${lessonIds}::uuid[]) and state = 'planned' returning id, booking_id, on_date),
    called_off_participants as (
      update participants set state = 'called_off' from called_off
      where participants.lesson_id = called_off.id and participants.state = 'booked' returning participants.member_id, called_off.*)
    insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
    select member_id, booking_id, ${because}, id, on_date, make_up_end(on_date) from called_off_participants
    returning from_lesson_id as lesson_id, until`.execute(trx)
  return new Map(rows.map(({ lessonId, until }) => [lessonId, until]))
}
