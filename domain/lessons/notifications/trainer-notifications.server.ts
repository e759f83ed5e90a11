import { anyOf, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { hoursChanged, type HoursChangedReason } from '#domain/lessons/letters/hours-changed.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'

/** An hour of a trainer, and who comes to it or does not any more. */
export type ChangedLesson = { trainerId: string; memberId: string; day: Day; startHour: number }

type LessonChanges = {
  because: HoursChangedReason
  /** What it is told for: one cause, one letter to each trainer. An hour that came by a letter goes by another. */
  cause: string
  gone?: ChangedLesson[]
  come?: ChangedLesson[]
}

const isSameLesson = (one: ChangedLesson) => (other: ChangedLesson) =>
  one.trainerId === other.trainerId && one.day === other.day && one.startHour === other.startHour

/** Which of these hours do not take place any more, and which came. */
export const diffLessons = (before: ChangedLesson[], after: ChangedLesson[]) => ({
  gone: before.filter((hour) => !after.some(isSameLesson(hour))),
  come: after.filter((hour) => !before.some(isSameLesson(hour))),
})

/** Tells every trainer by one letter which hours of theirs do not take place, and which came. */
export async function notifyTrainers(
  trx: Transaction,
  { because, cause, gone = [], come = [] }: LessonChanges,
) {
  const all = [...gone, ...come]
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
    .select(['id', 'userId'])
    .orderBy('id')
    .execute()
  for (const { id, userId } of trainers) {
    const own = (hours: ChangedLesson[]) =>
      hours.flatMap(({ trainerId, memberId, day, startHour }) =>
        trainerId === id ? [{ day, startHour, memberName: names.get(memberId) ?? '' }] : [],
      )
    await queueMail(trx, hoursChanged, {
      to: { userId },
      cause: `${cause} ${id}`,
      facts: { because, removed: own(gone), added: own(come) },
    })
  }
}
