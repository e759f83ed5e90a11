import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { db, transaction, readToday, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { callOffClasses } from './class-cancellation.server.ts'
import { insertClassLessons, lockClassTimes } from './class-planning.server.ts'
import { classTimeInput, type ClassTimeInput } from './class-times.input.ts'
import { isCurrent, tooSmall } from './rooms.server.ts'

/** A weekly time of a class, current or to come. */
export type ClassTime = {
  id: string
  classId: string
  title: string
  trainerId: string
  trainerName: string
  roomName: string
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
  startHour: number
  startMinute: number
  minutes: number
  capacity: number
  /** The first day, and the last one if it was ended. */
  fromDay: Day
  lastDay: Day | null
}

/**
 * Returns the class times that have not ended, by weekday and time: all for an admin, their own for a trainer. Throws
 * `forbidden` without the permission `classTimes.manage`.
 */
export async function listClassTimes(actor: Actor): Promise<ClassTime[]> {
  const person = requirePermission(actor, 'classTimes.manage')
  const { rows } = await sql<ClassTime>`
    select class_times.id, class_id, title, trainers.id as trainer_id, trainers.name as trainer_name, rooms.name as room_name,
      weekday, start_hour, start_minute, minutes, class_times.capacity, lower(valid) as from_day, upper(valid) - 1 as last_day
    from class_times join classes on classes.id = class_id join rooms on rooms.id = room_id
      join trainers on trainers.id = class_times.trainer_id
    where ${isCurrent} and (${can(person, 'classTimes.manageAll')} or trainers.user_id = ${person.id})
    order by weekday, start_hour, start_minute, rooms.name limit 1000`.execute(db)
  return rows
}

/** A class that can get times, with its trainer. */
export type SchedulableClass = { id: string; title: string; trainerName: string }

/** Returns the classes that the actor can give times. Throws `forbidden` without the permission `classTimes.manage`. */
export async function listSchedulableClasses(actor: Actor): Promise<SchedulableClass[]> {
  const person = requirePermission(actor, 'classTimes.manage')
  return db
    .selectFrom('classes')
    .innerJoin('trainers', 'trainers.id', 'classes.trainerId')
    .where('trainers.retiredAt', 'is', null)
    .where('classes.removedAt', 'is', null)
    .$if(!can(person, 'classTimes.manageAll'), (query) => query.where('trainers.userId', '=', person.id))
    .select(['classes.id', 'title', 'trainers.name as trainerName'])
    .orderBy('title')
    .limit(1000)
    .execute()
}

/**
 * Adds a weekly time to a class and plans its lessons. Trainers do so for their own classes, admins for all. Throws
 * `forbidden` without the permission `classTimes.manage`, `not-found`, `invalid`, and `conflict` when trainer or room is
 * taken.
 */
export async function addClassTime(actor: Actor, input: ClassTimeInput): Promise<{ id: string }> {
  const person = requirePermission(actor, 'classTimes.manage')
  const time = parseInput(classTimeInput, input)
  return transaction(async (trx) => {
    await lockClassTimes(trx)
    const { trainerId, title } = await requireOwnClass(trx, person, time.classId)
    await requireRoom(trx, time)
    const today = await readToday(trx)
    const { fromDay = today, ...fields } = time
    if (fromDay < today) throw invalidAt('fromDay', t('refusal.chooseTodayOrA'))
    const added = await trx
      .insertInto('classTimes')
      .values({ ...fields, trainerId, valid: sql<string>`daterange(${fromDay}::date, null)` })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainClash)
    await sql`set constraints slot_or_class immediate`.execute(trx).catch(explainClash)
    await insertClassLessons(trx)
    await recordAudit(trx, {
      actorId: person.id,
      action: 'add class time',
      subjectKind: 'class time',
      subjectId: added.id,
      after: { class: title, ...fields, fromDay },
    })
    return added
  })
}

async function requireOwnClass(trx: Transaction, person: Person, classId: string) {
  const found = await trx
    .selectFrom('classes')
    .innerJoin('trainers', 'trainers.id', 'classes.trainerId')
    .where('classes.id', '=', classId)
    .where('classes.removedAt', 'is', null)
    .where('trainers.retiredAt', 'is', null)
    .$if(!can(person, 'classTimes.manageAll'), (query) => query.where('trainers.userId', '=', person.id))
    .select(['trainers.id as trainerId', 'title'])
    .forShare()
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisClass'))
  return found
}

async function requireRoom(trx: Transaction, { roomId, capacity }: { roomId: string; capacity: number }) {
  const room = await trx
    .selectFrom('rooms')
    .where('id', '=', roomId)
    .where('removedAt', 'is', null)
    .select('capacity')
    .forShare()
    .executeTakeFirst()
  if (!room) throw invalidAt('roomId', t('refusal.chooseARoom'))
  if (room.capacity < capacity)
    throw invalidAt('capacity', t('refusal.theRoomHasPlaces', { capacity: room.capacity }))
}

function explainClash(error: unknown): never {
  if (violates(error, 'trainer_free_weekly')) throw conflict(t('refusal.theTrainerHasAnother'))
  if (violates(error, 'room_free_weekly')) throw conflict(t('refusal.thereIsAnotherClass'))
  if (violates(error, 'slot_or_class')) throw conflict(t('refusal.theTrainerHasAn'))
  throw violates(error, 'room_has_places') ? tooSmall() : error
}

/**
 * Ends a class time today: its later lessons are called off. Returns the number of those lessons and of the people who
 * are told. Throws `forbidden` without the permission `classTimes.manage`, and `not-found`.
 */
export async function endClassTime(
  actor: Actor,
  classTimeId: string,
): Promise<{ lessons: number; people: number }> {
  const person = requirePermission(actor, 'classTimes.manage')
  const id = requireId(classTimeId, t('refusal.thisClassTime'))
  return transaction(async (trx) => {
    const time = await trx
      .selectFrom('classTimes')
      .innerJoin('trainers', 'trainers.id', 'classTimes.trainerId')
      .where('classTimes.id', '=', id)
      .where(sql<boolean>`upper(valid) is null`)
      .$if(!can(person, 'classTimes.manageAll'), (query) => query.where('trainers.userId', '=', person.id))
      .select('classTimes.id')
      .forNoKeyUpdate('classTimes')
      .executeTakeFirst()
    if (!time) throw notFound(t('refusal.thisClassTime'))
    // a time that has not begun ends before it does: its first day stays, without a lesson
    await sql`
      update class_times set valid = daterange(lower(valid), greatest(club_today() + 1, lower(valid) + 1)) where id = ${id}`.execute(
      trx,
    )
    const ahead = await trx
      .selectFrom('lessons')
      .where('classTimeId', '=', id)
      .where('state', '=', 'planned')
      .where('onDate', '>', sql<Day>`club_today()`)
      .select('id')
      .orderBy('id')
      .execute()
    const told = await callOffClasses(
      trx,
      ahead.map((lesson) => lesson.id),
      'by the club',
    )
    await recordAudit(trx, {
      actorId: person.id,
      action: 'end class time',
      subjectKind: 'class time',
      subjectId: id,
      after: { lessons: ahead.length },
    })
    return { lessons: ahead.length, people: told.length }
  })
}

/** Ends the class times of a trainer who leaves. Their lessons wait for cover, or are called off. */
export const endTimesOfTrainer = (trx: Transaction, trainerId: string) =>
  sql`
    update class_times set valid = daterange(lower(valid), greatest(club_today() + 1, lower(valid) + 1))
    where trainer_id = ${trainerId} and upper(valid) is null`.execute(trx)

/** Whether a class ever had a time: then it is removed, and never deleted. */
export async function hadTimes(trx: Transaction, classId: string): Promise<boolean> {
  const { rows } = await sql`select from class_times where class_id = ${classId} limit 1`.execute(trx)
  return rows.length > 0
}

/** Throws `conflict` while a class has a weekly time or a lesson ahead. */
export async function requireNoTimes(trx: Transaction, classId: string): Promise<void> {
  const { rows } = await sql`
    select from class_times where class_id = ${classId} and upper(valid) is null union all
    select from lessons where class_id = ${classId} and state = 'planned' and starts_at > club_now() limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw conflict(t('refusal.thisClassIsIn'))
}
