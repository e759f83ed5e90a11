import { sql, type RawBuilder } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { seatWalkIn } from '#domain/lessons/classes/class-guests.server.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { requireWaiver } from '#domain/waivers/required-waiver.server.ts'
import { t } from '#messages/t.ts'

/** A visit to record. `id` is made where it is recorded, so that sending it again changes nothing. */
export type NewVisit = {
  id: string
  memberId: string
  lessonId: string | null
  /** Seconds since then, for a device that had no connection; 0 by default. */
  secondsAgo?: number
}

/** `isNew` is false if the visit was recorded before. */
export type RecordedVisit = { id: string; name: string; isNew: boolean }

/** Minutes in which a person can undo their own visit. */
const undoMinutes = 10

/**
 * Records that a member came, at the desk; without a lesson, that they came to train. A second visit to one lesson, or
 * within an hour without a lesson, is the first one. A member without a place takes a free place of a class. Audited.
 * Throws `forbidden` without the permission `visits.record`, `not-found` for another member or lesson, and `conflict`
 * for a lesson that the member cannot take.
 */
export async function recordVisit(actor: Actor, visit: NewVisit): Promise<RecordedVisit> {
  const staff = requirePermission(actor, 'visits.record')
  const id = requireId(visit.id, t('refusal.thisVisit'))
  const memberId = requireId(visit.memberId, t('refusal.thisPerson'))
  const lessonId = visit.lessonId === null ? null : requireId(visit.lessonId, t('refusal.thisLesson'))
  return transaction(async (trx) => {
    const recorded = await insertVisit(
      trx,
      { ...visit, id, memberId, lessonId },
      { source: 'desk', recordedBy: staff.id },
    )
    if (recorded.isNew)
      await recordAudit(trx, {
        actorId: staff.id,
        action: 'record visit',
        subjectKind: 'member',
        subjectId: memberId,
      })
    return recorded
  })
}

/** Undoes a visit. Audited; nothing happens to one that is undone. Throws `forbidden` and `not-found`. */
export async function undoVisit(actor: Actor, visitId: string): Promise<void> {
  const staff = requirePermission(actor, 'visits.record')
  const id = requireId(visitId, t('refusal.thisVisit'))
  await transaction(async (trx) => {
    const found = await trx.selectFrom('visits').where('id', '=', id).select('memberId').executeTakeFirst()
    if (!found) throw notFound(t('refusal.thisVisit'))
    if (!(await markUndone(trx, id))) return
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'undo visit',
      subjectKind: 'member',
      subjectId: found.memberId,
    })
  })
}

/** Undoes one's own visit within ten minutes. Throws `not-found`, and `conflict` later. */
export async function undoOwnVisit(actor: Actor, visitId: string): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(visitId, t('refusal.thisVisit'))
  await transaction(async (trx) => {
    const found = await trx
      .selectFrom('visits')
      .where('id', '=', id)
      .where('memberId', '=', person.id)
      .select(
        sql<boolean>`received_at > club_now() - make_interval(mins => ${undoMinutes}::integer)`.as(
          'isRecent',
        ),
      )
      .executeTakeFirst()
    if (!found) throw notFound(t('refusal.thisVisit'))
    if (!found.isRecent) throw conflict(t('refusal.thatWasMoreThan'))
    await markUndone(trx, id)
  })
}

/**
 * Undoes a visit and the mark of its participant, and gives back the place that a walk-in took with it. Returns whether
 * it counted until now.
 */
async function markUndone(trx: Transaction, id: string): Promise<boolean> {
  await sql`select from lessons where id = (select lesson_id from visits where id = ${id}) for no key update`.execute(
    trx,
  )
  const undone = await trx
    .updateTable('visits')
    .set({ undoneAt: clubNow })
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .returning('lessonId')
    .executeTakeFirst()
  if (undone?.lessonId)
    await sql`
      update participants set attendance = null, marked_by = null,
        state = case when kind = 'class' and booked_at = received_at then 'cancelled' else participants.state end
      from visits
      where visits.id = ${id} and participants.lesson_id = visits.lesson_id and participants.member_id = visits.member_id
        and attendance = 'attended'`.execute(trx)
  return undone !== undefined
}

type VisitOrigin = { source: 'door' | 'desk' | 'trainer'; recordedBy: string | null }

/**
 * Inserts a visit, or returns the one that is there already, with the earlier of both times, and marks the participant
 * as attended. The member is locked, so that two devices record one visit. A trainer records it later too, at the time
 * of the lesson. Throws `not-found`, and `conflict` for a lesson in which the member has no place; the desk gives a
 * free place of a class.
 */
export async function insertVisit(
  trx: Transaction,
  { id, memberId, lessonId, secondsAgo = 0 }: NewVisit,
  { source, recordedBy }: VisitOrigin,
): Promise<RecordedVisit> {
  const now = sql<Date>`(club_now() - make_interval(secs => ${secondsAgo}))`
  const lesson = lessonId === null ? null : await lockLesson(trx, lessonId, { source, now })
  if (lesson) await lockCommitments(trx, { people: [memberId] })
  const member = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where('members.userId', '=', memberId)
    .where('users.erasedAt', 'is', null)
    .select('users.name')
    .forNoKeyUpdate('members')
    .executeTakeFirst()
  if (!member) throw notFound(t('refusal.thisPerson'))
  // a visit that was recorded without a connection is not lost
  if (source !== 'trainer' && secondsAgo === 0) await requireWaiver(trx, memberId, 'visit')
  const same = await trx
    .selectFrom('visits')
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([
          eb('memberId', '=', memberId),
          eb('undoneAt', 'is', null),
          lessonId === null
            ? eb.and([
                eb('lessonId', 'is', null),
                sql<boolean>`came_at between ${now} - interval '1 hour' and ${now} + interval '1 hour'`,
              ])
            : eb('lessonId', '=', lessonId),
        ]),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  if (same) {
    await sql`update visits set came_at = least(came_at, ${lesson?.cameAt ?? now}) where id = ${same.id} and member_id = ${memberId}`.execute(
      trx,
    )
    return { id: same.id, name: member.name, isNew: false }
  }
  if (lesson?.kind === 'class' && source === 'desk')
    await seatWalkIn(trx, lesson.id, { id: memberId, name: member.name })
  if (lesson) await requirePlace(trx, lesson.id, memberId, member.name)
  const at = lesson?.cameAt ?? now
  await trx.insertInto('visits').values({ id, memberId, lessonId, cameAt: at, source, recordedBy }).execute()
  await sql`
    update members set last_seen_on = seen from (select (${at}::timestamptz at time zone club_zone())::date as seen) visit
    where user_id = ${memberId} and last_seen_on < seen`.execute(trx)
  if (lessonId !== null)
    await trx
      .updateTable('participants')
      .set({ attendance: 'attended', markedBy: recordedBy ?? memberId })
      .where('lessonId', '=', lessonId)
      .where('memberId', '=', memberId)
      .where('state', '=', 'booked')
      .where('attendance', 'is', null)
      .execute()
  return { id, name: member.name, isNew: true }
}

type OpenLesson = {
  id: string
  kind: 'hour' | 'class'
  /** When a member came who is recorded now: before the end. */
  cameAt: Date
}

/** Locks a lesson of today; a trainer records visits of other days too. Throws `not-found` and `conflict`. */
async function lockLesson(
  trx: Transaction,
  lessonId: string,
  { source, now }: Pick<VisitOrigin, 'source'> & { now: RawBuilder<Date> },
): Promise<OpenLesson> {
  const lesson = await trx
    .selectFrom('lessons')
    .where('id', '=', lessonId)
    .select([
      'id',
      'kind',
      'state',
      sql<boolean>`on_date = (${now} at time zone club_zone())::date`.as('isToday'),
      sql<Date>`least(${now}, starts_at + make_interval(mins => minutes))`.as('cameAt'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!lesson) throw notFound(t('refusal.thisLesson'))
  if (lesson.state !== 'planned') throw conflict(t('refusal.thisLessonWasCalled'))
  if (!lesson.isToday && source !== 'trainer') throw conflict(t('refusal.thisLessonIsNot'))
  return lesson
}

async function requirePlace(
  trx: Transaction,
  lessonId: string,
  memberId: string,
  name: string,
): Promise<void> {
  const place = await trx
    .selectFrom('participants')
    .where('lessonId', '=', lessonId)
    .where('memberId', '=', memberId)
    .where('state', '=', 'booked')
    .select('id')
    .executeTakeFirst()
  if (!place) throw conflict(t('refusal.hasNoPlaceIn', { name }))
}
