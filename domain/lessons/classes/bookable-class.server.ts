import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import type { Transaction } from '#db/client.ts'
import { addDays, formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { requireAhead, type LockedClass } from './locked-class.server.ts'

/** Throws `conflict` when the class was called off or has begun, and before the first day on which it can be booked. */
export function requireBookable(lesson: LockedClass): void {
  requireAhead(lesson)
  const { daysAhead, day, policy } = lesson
  if (daysAhead > policy.bookAheadDays)
    throw conflict(t('refusal.thisClassCanBe', { addDays: formatDay(addDays(day, -policy.bookAheadDays)) }))
}

/** Returns the sentence of what keeps the member elsewhere at the time of a class. */
export async function describeClash(
  trx: Transaction,
  memberId: string,
  lesson: LockedClass,
): Promise<string> {
  const { rows } = await sql<{ trainerName: string; gives: boolean; title: string | null }>`
    select trainers.name as trainer_name, gives, (select title from lessons join classes on classes.id = class_id where lessons.id = lesson_id) as title
    from commitments join trainers on trainers.id = trainer_id
    where person_id = ${memberId} and on_date = ${lesson.day}::date and start_hour between ${lesson.startHour} and ${lesson.startHour + 4}
      and commitments.lesson_id is distinct from ${lesson.id}
    order by start_hour limit 1`.execute(trx)
  const [clash] = rows
  if (!clash) return t('refusal.youGiveThisClass')
  if (clash.gives) return t('refusal.youGiveALesson')
  return clash.title === null
    ? t('refusal.youAreWithThen', { trainerName: clash.trainerName })
    : t('refusal.youAreInThen', { title: clash.title })
}
