import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hoursChanged } from '#domain/lessons/letters/hours-changed.ts'
import { hoursSkipped } from '#domain/lessons/letters/hours-skipped.ts'
import {
  notifyTrainers,
  type ChangedLesson,
} from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'

/**
 * SQL for the make-ups that a change of time zone rules created within the last day. `changed` identifies the change.
 * The database itself creates them.
 */
const skippedLessons = sql`
  select make_ups.member_id, lessons.trainer_id, trainers.user_id, trainers.name as trainer_name, on_date as day,
    start_hour, until, extract(epoch from make_ups.created_at)::text as changed
  from make_ups join lessons on lessons.id = from_lesson_id join trainers on trainers.id = lessons.trainer_id
  where make_ups.because = 'no such hour' and make_ups.created_at > club_now() - interval '1 day'`

/**
 * Job: queues letters to members and trainers about lessons that the clock skips, one per person and change.
 * Idempotent.
 */
export async function sendSkippedLessonLetters(): Promise<void> {
  await transaction(async (trx) => {
    for (const { memberId, changed, until, hours } of await listSkippedByMember(trx))
      await queueMail(trx, hoursSkipped, {
        to: { userId: memberId },
        cause: `${memberId} ${changed}`,
        facts: { hours, until },
        concerns: { hours, trainerIds: hours.map(({ trainerId }) => trainerId) },
      })
    for (const [cause, removed] of Map.groupBy(await listSkippedByTrainer(trx), ({ changed }) => changed))
      await notifyTrainers(trx, { because: 'no such hour', cause, removed })
  })
}

type SkippedByMember = {
  memberId: string
  changed: string
  until: string
  hours: { day: Day; startHour: number; trainerId: string; trainerName: string }[]
}

async function listSkippedByMember(trx: Transaction): Promise<SkippedByMember[]> {
  const { rows } = await sql<SkippedByMember>`
    select member_id, changed, min(until) as until, json_agg(json_build_object(
      'day', day, 'startHour', start_hour, 'trainerId', trainer_id, 'trainerName', trainer_name) order by day, start_hour) as hours
    from (${skippedLessons}) skipped
    where not exists (select from letters where cause = ${hoursSkipped.name} || ' ' || member_id || ' ' || changed)
    group by member_id, changed order by changed, member_id limit 100`.execute(trx)
  return rows
}

async function listSkippedByTrainer(trx: Transaction): Promise<(ChangedLesson & { changed: string })[]> {
  const { rows } = await sql<ChangedLesson & { changed: string }>`
    select trainer_id, member_id, day, start_hour, changed from (${skippedLessons}) skipped
    where not exists (select from letters where cause = ${hoursChanged.name} || ' ' || changed || ' ' || trainer_id)
    order by day, start_hour`.execute(trx)
  return rows
}
