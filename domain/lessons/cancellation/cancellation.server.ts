import { conflict, notFound } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, MakeUpReason, ParticipantState } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { getLesson, lockLesson, type Lesson } from '#domain/lessons/lesson.server.ts'
import { freeDateInput, type FreeDateInput } from '#domain/lessons/lessons.input.ts'
import type { CancellationOutcome } from '#domain/lessons/lessons.rules.ts'
import { hourCalledOff } from '#domain/lessons/letters/hour-called-off.ts'
import { hourMoved } from '#domain/lessons/letters/hour-moved.ts'
import {
  listFreeDates,
  bookFreeDate,
  type FreeDate,
  type BookedLesson,
} from '#domain/lessons/make-ups/free-dates.server.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { can } from '#domain/permissions.ts'
import { formatHour } from '#format/hours.ts'
import { message, type StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/**
 * Cancels the actor's own lesson, which frees the hour, and notifies its trainer. In time, and within the monthly
 * limit, it creates a make-up; while the lesson waits for cover, it always does, as a cancellation by the club.
 * `getLesson` returns the outcome in advance. Throws `not-found` for other people's lessons, and `conflict` when it
 * has started or was called off.
 */
export async function cancelLesson(
  actor: Actor,
  lessonId: string,
): Promise<{ outcome: CancellationOutcome; until: Day | null }> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockOwnLesson(trx, person, lessonId)
    const outcome = requireUpcoming(lesson)
    const because = lesson.coverUntil === null ? 'given back' : 'trainer away'
    await setCalledOff(trx, lesson, because)
    const until = outcome === 'make-up' ? lesson.makeUpUntil : null
    if (until !== null) await insertMakeUp(trx, lesson, because)
    await recordLessonActivity(
      trx,
      lesson,
      message('activity.youGaveBack', lessonTime(lesson)),
      until === null
        ? lesson.trainerName
        : message('activity.makeUpOf', { trainerName: lesson.trainerName, until: { day: until } }),
    )
    await notifyTrainers(trx, { because: 'given back', cause: `given back ${lesson.id}`, removed: [lesson] })
    return { outcome, until }
  })
}

/**
 * Calls off a lesson for its member, on behalf of its trainer or the office. The member gets a letter and always a
 * make-up. Throws `not-found` for other trainers, and `conflict` when it has started or was called off.
 */
export async function callOffLesson(
  actor: Actor,
  lessonId: string,
): Promise<{ until: Day; notified: Notified }> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockLesson(trx, person, lessonId)
    if (lesson.isOwn) throw conflict(t('refusal.thisIsYourOwn'))
    requireUpcoming(lesson)
    const { id, memberId, memberName, day, startHour, trainerId, trainerName } = lesson
    const until = lesson.clubMakeUpUntil
    await setCalledOff(trx, lesson, 'by the club')
    await insertMakeUp(trx, lesson, 'by the club')
    const detail = message('activity.makeUpOf', { trainerName, until: { day: until } })
    await recordLessonActivity(trx, lesson, message('activity.hourCalledOff', lessonTime(lesson)), detail)
    const before = { day, hour: formatHour(startHour), memberId }
    await recordAudit(trx, {
      actorId: person.id,
      action: 'call off hour',
      subjectKind: 'lesson',
      subjectId: id,
      before,
    })
    const isSent = await queueMail(trx, hourCalledOff, {
      to: { userId: memberId },
      cause: id,
      facts: { day, startHour, trainerName, until },
      concerns: { hours: [lesson], trainerIds: [trainerId] },
    })
    const outcomes = can(person, 'lessons.manageAll')
      ? await notifyTrainers(trx, { because: 'by the club', cause: `by the club ${id}`, removed: [lesson] })
      : []
    return { until, notified: countNotified([{ name: memberName, isSent }, ...outcomes]) }
  })
}

/**
 * Returns the actor's own lesson and the free dates it can move to; none when it cannot move. Throws `not-found` for
 * other people's lessons.
 */
export async function listDatesToMoveTo(
  actor: Actor,
  lessonId: string,
): Promise<{ lesson: Lesson; hours: FreeDate[] }> {
  const lesson = await getLesson(actor, lessonId)
  if (!lesson.isOwn) throw notFound(t('refusal.thisHour'))
  const { memberId, ownTrainerId: trainerId, makeUpUntil: until } = lesson
  const isMovable = lesson.outcome === 'make-up'
  return {
    lesson,
    hours: isMovable
      ? await listFreeDates({ memberId, trainerId, until, isOwedByClub: lesson.coverUntil !== null })
      : [],
  }
}

/**
 * Moves the actor's own lesson to a free date in one transaction, and notifies member and trainers. While the lesson
 * waits for cover, the make-up is the club's and not one of the member's own. Throws `not-found` and `invalid`. Throws
 * `conflict` when a cancellation would create no make-up or the date is no longer free.
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
    const chosen = parseInput(freeDateInput, input)
    const outcome = requireUpcoming(lesson)
    if (outcome !== 'make-up') throw conflict(moveRefusals[outcome])
    const because = lesson.coverUntil === null ? 'moved' : 'trainer away'
    await setCalledOff(trx, lesson, because)
    const { memberId, ownTrainerId: trainerId, bookingId, makeUpUntil: until } = lesson
    const from = chosen.trainerId ?? trainerId
    const request = { ...chosen, memberId, trainerId, until, from, isOwedByClub: lesson.coverUntil !== null }
    const hour = await bookFreeDate(trx, bookingId, request)
    await insertMakeUp(trx, lesson, because, hour.lessonId)
    await recordLessonActivity(
      trx,
      lesson,
      message('activity.youMoved', lessonTime(lesson)),
      message('activity.movedTo', { ...lessonTime(hour), trainerName: hour.trainerName }),
    )
    await queueMail(trx, hourMoved, {
      to: { userId: memberId },
      cause: hour.lessonId,
      facts: { from: lesson, to: hour, trainerName: hour.trainerName },
    })
    const added = [{ ...hour, memberId }]
    await notifyTrainers(trx, { because: 'moved', cause: hour.lessonId, removed: [lesson], added })
    return hour
  })
}

const moveRefusals: Record<Exclude<CancellationOutcome, 'make-up'>, string> = {
  get 'too late'() {
    return t('refusal.tooLateToMove')
  },
  get 'make-ups used'() {
    return t('refusal.makeUpsUsed')
  },
  get 'was a make-up'() {
    return t('refusal.makeUpStays')
  },
}

function requireUpcoming({ outcome, isOver, isOwn, hasCome }: Lesson): CancellationOutcome {
  if (outcome !== null) return outcome
  if (isOwn && hasCome) throw conflict(t('refusal.youCameToThisHour'))
  throw conflict(isOver ? t('refusal.thisHourHasAlready') : t('refusal.thisHourHasAlreadyBeen'))
}

async function lockOwnLesson(trx: Transaction, person: Person, lessonId: string): Promise<Lesson> {
  const lesson = await lockLesson(trx, person, lessonId)
  if (!lesson.isOwn) throw notFound(t('refusal.thisHour'))
  return lesson
}

async function setCalledOff(
  trx: Transaction,
  { id, outcome }: Lesson,
  because: LessonCancellationReason,
): Promise<void> {
  const byMember = outcome === 'too late' ? 'late' : 'cancelled'
  const participantState: ParticipantState =
    because === 'given back' || because === 'moved' ? byMember : 'called_off'
  const cancellation = { state: 'called_off', calledOffBecause: because } as const
  await trx.updateTable('lessons').set(cancellation).where('id', '=', id).execute()
  await trx
    .updateTable('participants')
    .set({ state: participantState })
    .where('lessonId', '=', id)
    .where('state', '=', 'booked')
    .execute()
}

/** Inserts the make-up for a called-off lesson; `spentOn` is the lesson that replaces it. */
async function insertMakeUp(
  trx: Transaction,
  { id, bookingId, memberId, day, makeUpUntil, clubMakeUpUntil }: Lesson,
  because: MakeUpReason,
  spentOn: string | null = null,
): Promise<void> {
  const makeUp = {
    memberId,
    bookingId,
    because,
    fromLessonId: id,
    fromDate: day,
    until: because === 'given back' || because === 'moved' ? makeUpUntil : clubMakeUpUntil,
    spentOn,
  }
  await trx.insertInto('makeUps').values(makeUp).execute()
}

const lessonTime = ({ day, startHour }: Pick<Lesson, 'day' | 'startHour'>) => ({
  day: { day },
  hour: formatHour(startHour),
})

const recordLessonActivity = (
  trx: Transaction,
  { bookingId, memberId }: Lesson,
  summary: StoredMessage,
  detail: StoredMessage | string,
) => recordActivity(trx, { userId: memberId, kind: 'booking', bookingId, summary, detail })
