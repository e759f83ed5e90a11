import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import type { Transaction } from '#db/client.ts'
import type { ParticipantState } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requireOpenClub } from '#domain/club/club.server.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { describeClash, requireBookable } from './bookable-class.server.ts'
import { freeUntil, lockClass, requireAhead, type LockedClass } from './locked-class.server.ts'
import { isTakenThen, promote } from './promotion.server.ts'

// Places that an unpaid order of a single class holds. The database books or frees them when the order is paid or ends.

/** A date of a class that an order pays for, and the member who takes it. */
type OrderedPlace = { lessonId: string; memberId: string }

/**
 * Holds a place for an order of the member, after the waiting list had its turn; the order exists already. Returns the
 * class. Throws `not-found`, and `conflict` when the class cannot be booked now, is full, or the member is in it or
 * elsewhere then.
 */
export async function holdPlace(
  trx: Transaction,
  { lessonId, memberId }: OrderedPlace,
): Promise<LockedClass> {
  const lesson = await lockClass(trx, lessonId)
  requireBookable(lesson)
  await requireOpenClub(lesson.day, trx)
  await lockCommitments(trx, { people: [memberId] })
  if (await isTakenThen(trx, memberId, lesson.id)) throw conflict(await describeClash(trx, memberId, lesson))
  if (!(await takePlace(trx, lesson, memberId))) {
    const state = await readState(trx, { lessonId: lesson.id, memberId })
    throw conflict(state === 'booked' ? t('refusal.youAreInThisClass') : t('refusal.allPlacesAreTaken'))
  }
  return lesson
}

/** Throws `conflict` unless the place of an unpaid order is still held. Locks the class. */
export async function requireHeldPlace(trx: Transaction, place: OrderedPlace): Promise<void> {
  const lesson = await lockClass(trx, place.lessonId)
  requireAhead(lesson)
  if ((await readState(trx, place)) !== 'held') throw conflict(t('refusal.thisPlaceIsGone'))
}

/**
 * Whether the place of an order can be had for money that arrived: it is still held, or free and held again. Locks the
 * class and the hours of its member.
 */
export async function canStillHold(trx: Transaction, place: OrderedPlace): Promise<boolean> {
  const lesson = await lockClass(trx, place.lessonId)
  await lockCommitments(trx, { people: [place.memberId] })
  if (lesson.state !== 'planned' || lesson.isOver) return false
  const state = await readState(trx, place)
  if (state === 'held') return true
  if (await isTakenThen(trx, place.memberId, lesson.id)) return false
  return takePlace(trx, lesson, place.memberId)
}

/** Gives the places that an ended order held to the waiting list. */
export async function promoteAfterHold(trx: Transaction, lessonId: string): Promise<void> {
  const lesson = await lockClass(trx, lessonId)
  await promote(trx, lesson, lesson.capacity - lesson.taken)
}

/** Records in the activity log of its member that an order which has just been paid booked its place. */
export async function recordPaidPlace(
  trx: Transaction,
  { lessonId, holderId: userId }: { lessonId: string; holderId: string },
): Promise<void> {
  const { title, day, clock, trainerName } = await lockClass(trx, lessonId)
  const summary = message('activity.youBooked', { title, day: { day }, clock })
  await recordActivity(trx, { userId, kind: 'booking', summary, detail: trainerName })
}

/** Throws `conflict` while an unpaid order holds a place for the member. */
export async function requireNoHeldPlace(trx: Transaction, place: OrderedPlace): Promise<void> {
  if ((await readState(trx, place)) === 'held') throw conflict(t('refusal.thisPlaceIsHeld'))
}

async function readState(
  trx: Transaction,
  { lessonId, memberId }: OrderedPlace,
): Promise<ParticipantState | null> {
  const { rows } = await sql<{ state: ParticipantState }>`
    select state from participants
    where lesson_id = ${lessonId} and member_id = ${memberId} and state in ('waiting', 'held', 'booked')`.execute(
    trx,
  )
  return rows[0]?.state ?? null
}

/** Holds a free place that the waiting list leaves. Returns false without one, and for a member with a place. */
async function takePlace(trx: Transaction, lesson: LockedClass, memberId: string): Promise<boolean> {
  const free = await promote(trx, lesson, lesson.capacity - lesson.taken)
  const state = await readState(trx, { lessonId: lesson.id, memberId })
  if (free === 0 || state === 'booked') return false
  await sql`update participants set state = 'left'
    where lesson_id = ${lesson.id} and member_id = ${memberId} and state = 'waiting'`.execute(trx)
  const terms = { policyVersion: lesson.policy.version, freeUntil: freeUntil(lesson) }
  await trx
    .insertInto('participants')
    .values({ ...terms, lessonId: lesson.id, memberId, state: 'held' })
    .execute()
  return true
}
