import { transaction, type Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, MakeUpReason, ParticipantState } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { conflict, notFound } from '#core/errors.ts'
import { hourCalledOff } from '#domain/lessons/letters/hour-called-off.ts'
import { hourMoved } from '#domain/lessons/letters/hour-moved.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { parseInput } from '#domain/input.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import {
  listFreeDates,
  bookFreeDate,
  type FreeDate,
  type BookedLesson,
} from '#domain/lessons/make-ups/free-dates.server.ts'
import { getLesson, lockLesson, type Lesson } from '#domain/lessons/lesson.server.ts'
import { freeDateInput, type FreeDateInput } from '#domain/lessons/lessons.input.ts'
import type { CancellationOutcome } from '#domain/lessons/lessons.rules.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'

/** 'Mon 23 Nov, 07:00' */
export const describeLessonTime = ({ day, startHour }: Pick<Lesson, 'day' | 'startHour'>) =>
  `${formatDay(day)}, ${formatHour(startHour)}`

/**
 * Gives an own hour back, which frees it for others; its trainer is told by mail. In time it becomes a make-up, as long as there are some left
 * this month; `getLesson` tells the outcome before. Throws `not-found` for anybody else's, and `conflict` when it
 * has begun or nobody comes to it any more.
 */
export async function cancelLesson(
  actor: Actor,
  lessonId: string,
): Promise<{ outcome: CancellationOutcome; until: Day | null }> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockOwnLesson(trx, person, lessonId)
    const outcome = requireUpcoming(lesson)
    await setCalledOff(trx, lesson, 'given back', outcome === 'too late' ? 'late' : 'cancelled')
    const until = outcome === 'make-up' ? lesson.makeUpUntil : null
    if (until !== null) await insertMakeUp(trx, lesson, 'given back')
    const then = until === null ? '' : `. A make-up is yours, until ${formatDay(until)}`
    await recordLessonActivity(
      trx,
      lesson,
      `You gave back ${describeLessonTime(lesson)}`,
      `${lesson.trainerName}${then}`,
    )
    await notifyTrainers(trx, { because: 'given back', cause: `given back ${lesson.id}`, gone: [lesson] })
    return { outcome, until }
  })
}

/**
 * Calls an hour off for its member, who is told by mail and always gets a make-up: its trainer, or an admin. Throws
 * `not-found` for anybody else, and `conflict` when it has begun or nobody comes to it any more.
 */
export async function callOffLesson(actor: Actor, lessonId: string): Promise<{ until: Day }> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockLesson(trx, person, lessonId)
    if (lesson.isOwn) throw conflict('This is your own hour: give it back instead.')
    requireUpcoming(lesson)
    const { id, memberId, day, startHour, trainerName, makeUpUntil: until } = lesson
    await setCalledOff(trx, lesson, 'by the club', 'called_off')
    await insertMakeUp(trx, lesson, 'by the club')
    const detail = `${trainerName}. A make-up is yours, until ${formatDay(until)}`
    await recordLessonActivity(trx, lesson, `${describeLessonTime(lesson)} was called off`, detail)
    const before = { day, hour: formatHour(startHour), memberId }
    await recordAudit(trx, {
      actorId: person.id,
      action: 'call off hour',
      subjectKind: 'lesson',
      subjectId: id,
      before,
    })
    await queueMail(trx, hourCalledOff, {
      to: { userId: memberId },
      cause: id,
      facts: { day, startHour, trainerName, until },
    })
    if (person.role === 'admin')
      await notifyTrainers(trx, { because: 'by the club', cause: `by the club ${id}`, gone: [lesson] })
    return { until }
  })
}

/**
 * An own hour and the free ones that it can be moved to; none where it cannot be moved. Throws `not-found` for
 * anybody else's.
 */
export async function listDatesToMoveTo(
  actor: Actor,
  lessonId: string,
): Promise<{ lesson: Lesson; hours: FreeDate[] }> {
  const lesson = await getLesson(actor, lessonId)
  if (!lesson.isOwn) throw notFound('This hour')
  const { memberId, ownTrainerId: trainerId, makeUpUntil: until } = lesson
  const isMovable = lesson.outcome === 'make-up'
  return { lesson, hours: isMovable ? await listFreeDates({ memberId, trainerId, until }) : [] }
}

/**
 * Moves an own hour to a free one: gives it back in time and takes the other, or neither. Its member and
 * who gives either are told by mail. Throws `not-found`,
 * `invalid`, and `conflict` when giving it back would bring no make-up or the other is no longer free.
 */
export async function moveLesson(
  actor: Actor,
  lessonId: string,
  input: FreeDateInput,
): Promise<BookedLesson> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    await waitForScheduleLock(trx)
    const lesson = await lockOwnLesson(trx, person, lessonId)
    const wanted = parseInput(freeDateInput, input)
    const outcome = requireUpcoming(lesson)
    if (outcome !== 'make-up') throw conflict(moveRefusals[outcome])
    await setCalledOff(trx, lesson, 'moved', 'cancelled')
    const { memberId, ownTrainerId: trainerId, bookingId, makeUpUntil: until } = lesson
    const from = wanted.trainerId ?? trainerId
    const hour = await bookFreeDate(trx, bookingId, { ...wanted, memberId, trainerId, until, from })
    await insertMakeUp(trx, lesson, 'moved', hour.lessonId)
    await recordLessonActivity(
      trx,
      lesson,
      `You moved ${describeLessonTime(lesson)}`,
      `To ${describeLessonTime(hour)}, ${hour.trainerName}`,
    )
    await queueMail(trx, hourMoved, {
      to: { userId: memberId },
      cause: hour.lessonId,
      facts: { from: lesson, to: hour, trainerName: hour.trainerName },
    })
    const come = [{ ...hour, memberId }]
    await notifyTrainers(trx, { because: 'moved', cause: hour.lessonId, gone: [lesson], come })
    return hour
  })
}

const moveRefusals: Record<Exclude<CancellationOutcome, 'make-up'>, string> = {
  'too late': 'It is too late to move this hour.',
  'make-ups used':
    'You moved or gave back as many hours of this month as you can, so this hour stays where it is.',
  'was a make-up': 'A make-up stays where you put it.',
}

function requireUpcoming({ outcome, isOver }: Lesson): CancellationOutcome {
  if (outcome !== null) return outcome
  throw conflict(isOver ? 'This hour has begun.' : 'Nobody comes to this hour any more.')
}

async function lockOwnLesson(trx: Transaction, person: Person, lessonId: string): Promise<Lesson> {
  const lesson = await lockLesson(trx, person, lessonId)
  if (!lesson.isOwn) throw notFound('This hour')
  return lesson
}

async function setCalledOff(
  trx: Transaction,
  { id }: Lesson,
  because: LessonCancellationReason,
  place: ParticipantState,
): Promise<void> {
  const why = { state: 'called_off', calledOffBecause: because } as const
  await trx.updateTable('lessons').set(why).where('id', '=', id).execute()
  await trx
    .updateTable('participants')
    .set({ state: place })
    .where('lessonId', '=', id)
    .where('state', '=', 'booked')
    .execute()
}

/** Writes that the club owes the hour, or which other it became. */
async function insertMakeUp(
  trx: Transaction,
  { id, bookingId, memberId, day, makeUpUntil }: Lesson,
  because: MakeUpReason,
  spentOn: string | null = null,
): Promise<void> {
  const owed = { memberId, bookingId, because, fromLessonId: id, fromDate: day, until: makeUpUntil, spentOn }
  await trx.insertInto('makeUps').values(owed).execute()
}

const recordLessonActivity = (
  trx: Transaction,
  { bookingId, memberId }: Lesson,
  summary: string,
  detail: string,
) => recordActivity(trx, { userId: memberId, kind: 'booking', bookingId, summary, detail })
