import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { coverWanted } from '#domain/mail/letters/cover-wanted.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'

/** Letters to be written to all trainers who could give an hour of somebody who is away. */
export const coverCalls = queue<{ absenceId: string }>('cover-calls', {
  retries: 10,
  firstPauseSeconds: 2,
  longestPauseSeconds: 300,
})

/** Writes one letter to every other trainer about all hours of an absence that want cover, however often it runs. */
export async function callForCover({ absenceId }: { absenceId: string }): Promise<void> {
  const { rows: hours } = await sql<{ day: Day; startHour: number; trainerId: string; trainerName: string }>`
    select on_date as day, start_hour, trainers.id as trainer_id, trainers.name as trainer_name
    from absences join trainers on trainers.id = absences.trainer_id
      join lessons on lessons.trainer_id = trainers.id and cover_until > club_now()
        and (on_date, start_hour) >= (from_day, from_hour) and (on_date, start_hour) < (until_day, until_hour)
    where absences.id = ${absenceId} order by on_date, start_hour`.execute(db)
  const [first] = hours
  if (!first) return
  const others = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .where('id', '<>', first.trainerId)
    .select('userId')
    .execute()
  for (const { userId } of others) {
    const errand = {
      to: { userId },
      cause: `${absenceId} ${userId}`,
      facts: { trainerName: first.trainerName, hours },
    }
    await transaction((trx) => queueMail(trx, coverWanted, errand))
  }
}
