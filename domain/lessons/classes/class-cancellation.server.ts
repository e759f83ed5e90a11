import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { LessonCancellationReason } from '#db/tables.ts'

/**
 * Calls off the planned ones among these classes: places and waiting lists end, and what they cost is given back. Returns
 * the number of people who are told.
 */
export async function callOffClasses(
  trx: Transaction,
  lessonIds: string[],
  because: LessonCancellationReason,
): Promise<number> {
  if (lessonIds.length === 0) return 0
  const { rows } = await sql<{ memberId: string }>`
    with called_off as (
      update lessons set state = 'called_off', called_off_because = ${because}
      where id = any (${lessonIds}::uuid[]) and kind = 'class' and state = 'planned' returning id)
    update participants set state = 'called_off' from called_off
    where lesson_id = called_off.id and participants.state in ('booked', 'waiting')
    returning member_id`.execute(trx)
  return new Set(rows.map(({ memberId }) => memberId)).size
}
