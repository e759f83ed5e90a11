import { anyOf, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hoursChanged, type HoursChangedReason } from '#domain/lessons/letters/hours-changed.ts'
import type { MailOutcome } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'

/** A lesson of a trainer that was added or called off. */
export type ChangedLesson = { trainerId: string; memberId: string; day: Day; startHour: number }

type LessonChanges = {
  because: HoursChangedReason
  /** Deduplicates letters: one per trainer and cause. A later change of the same lesson needs another cause. */
  cause: string
  removed?: ChangedLesson[]
  added?: ChangedLesson[]
}

const isSameLesson = (one: ChangedLesson) => (other: ChangedLesson) =>
  one.trainerId === other.trainerId && one.day === other.day && one.startHour === other.startHour

/** Compares lessons before and after a change, by trainer, date and hour. */
export const diffLessons = (before: ChangedLesson[], after: ChangedLesson[]) => ({
  removed: before.filter((hour) => !after.some(isSameLesson(hour))),
  added: after.filter((hour) => !before.some(isSameLesson(hour))),
})

/** Queues one letter to each affected trainer with the lessons removed and added. Returns the outcomes. */
export async function notifyTrainers(
  trx: Transaction,
  { because, cause, removed = [], added = [] }: LessonChanges,
): Promise<MailOutcome[]> {
  const all = [...removed, ...added]
  const members = await trx
    .selectFrom('users')
    .where('id', '=', anyOf(all.map(({ memberId }) => memberId)))
    .select(['id', 'name'])
    .execute()
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const trainers = await trx
    .selectFrom('trainers')
    .where('id', '=', anyOf(all.map(({ trainerId }) => trainerId)))
    .where('retiredAt', 'is', null)
    .select(['id', 'userId', 'name'])
    .orderBy('id')
    .execute()
  const outcomes: MailOutcome[] = []
  for (const { id, userId, name } of trainers) {
    const own = (hours: ChangedLesson[]) =>
      hours.flatMap(({ trainerId, memberId, day, startHour }) =>
        trainerId === id ? [{ day, startHour, memberName: names.get(memberId) ?? '' }] : [],
      )
    const facts = { because, removed: own(removed), added: own(added) }
    const isSent = await queueMail(trx, hoursChanged, {
      to: { userId },
      cause: `${cause} ${id}`,
      facts,
      concerns: { hours: [...facts.removed, ...facts.added] },
    })
    outcomes.push({ name, isSent })
  }
  return outcomes
}
