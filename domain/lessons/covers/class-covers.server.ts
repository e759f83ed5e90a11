import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubZone, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireActingTrainer } from '#domain/lessons/acting-trainer.server.ts'
import { lockClass, requireAhead, type LockedClass } from '#domain/lessons/classes/locked-class.server.ts'
import { classCovered } from '#domain/lessons/letters/class-covered.ts'
import { coverAssigned } from '#domain/lessons/letters/cover-assigned.ts'
import { coverTaken } from '#domain/lessons/letters/cover-taken.ts'
import { isTimeConflict, lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type MailOutcome, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { can } from '#domain/permissions.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { otherTrainersOf, requireFreeToGive } from './available-trainers.server.ts'

/** A class whose trainer is away and that another trainer can take. */
export type OpenClassCover = {
  lessonId: string
  title: string
  day: Day
  startHour: number
  startMinute: number
  minutes: number
  roomName: string
  trainerName: string
  /** Number of people with a place. */
  taken: number
  coverUntil: Date
  /** Date of the deadline in the club's time zone. */
  coverUntilDay: Day
  /** Trainers who can give it, by name: the actor alone, or for the office up to 50. */
  free: { id: string; name: string }[]
}

/**
 * Returns up to 50 classes that wait for cover, by deadline: all of them for the office, and for a trainer those that
 * they could give; of one class with its id. Throws `forbidden` without the permission `covers.take`.
 */
export async function listOpenClassCovers(
  actor: Actor,
  { lessonId }: { lessonId?: string } = {},
): Promise<OpenClassCover[]> {
  const person = requirePermission(actor, 'covers.take')
  const which =
    lessonId === undefined ? waitsForCover : sql<boolean>`${waitsForCover} and lessons.id = ${lessonId}`
  const isOffice = can(person, 'covers.assign')
  const { rows } = await sql<OpenClassCover>`
    select lessons.id as lesson_id, title, on_date as day, start_hour, start_minute, minutes, rooms.name as room_name,
      trainers.name as trainer_name, taken, cover_until, (cover_until at time zone ${clubZone})::date as cover_until_day,
      coalesce(free, '[]') as free
    from lessons join classes on classes.id = class_id join trainers on trainers.id = lessons.trainer_id
      join rooms on rooms.id = room_id
      ${isOffice ? sql`left join` : sql`join`} (
        select lesson_id, jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id) as free
        from (select *, row_number() over (partition by lesson_id order by name, id) as position
          from ${otherTrainersOf(which)} others where is_free and (${isOffice} or user_id = ${person.id})) numbered
        where position <= 50 group by lesson_id) offered on offered.lesson_id = lessons.id
    where ${which}
    order by cover_until, on_date, start_hour, start_minute, lessons.id limit 50`.execute(db)
  return rows
}

/** SQL predicate on `lessons`: a class whose trainer is away. */
const waitsForCover = sql<boolean>`lessons.kind = 'class' and lessons.state = 'planned' and cover_until > club_now()`

/**
 * Lets another trainer give a class: the actor, when it waits for cover, or at any time the one whom the office names.
 * One letter goes to each person with a place. Audited. Throws `forbidden` without the permission `covers.take`,
 * `not-found`, and `conflict` when the class has begun or needs no cover, or with the reason when the trainer is not free.
 */
export async function takeClassCover(
  actor: Actor,
  lessonId: string,
  { trainerId }: { trainerId?: string | undefined } = {},
): Promise<{ trainerName: string; notified: Notified }> {
  const person = requirePermission(actor, 'covers.take')
  return transaction(async (trx) => {
    await waitForScheduleLock(trx)
    const lesson = await lockClass(trx, lessonId)
    const cover = await requireActingTrainer(trx, person, trainerId)
    await lockCommitments(trx, { people: [cover.userId] })
    requireAhead(lesson)
    const isAway = await needsCover(trx, lesson.id)
    const mayAssign = can(person, 'covers.assign')
    if (cover.id === lesson.trainerId || (!isAway && !mayAssign))
      throw conflict(t('refusal.givesThisClass', { trainerName: lesson.trainerName }))
    await requireFreeToGive(trx, lesson.id, cover)
    await trx
      .updateTable('lessons')
      .set((eb) => ({
        trainerId: cover.id,
        // null when the trainer takes back their own class
        insteadOf: sql<string>`nullif(${eb.fn.coalesce('insteadOf', 'trainerId')}, ${cover.id})`,
        coverUntil: null,
      }))
      .where('id', '=', lesson.id)
      .execute()
      .catch((error: unknown) => {
        throw isTimeConflict(error) ? conflict(t('refusal.isntFreeAtThat', { name: cover.name })) : error
      })
    const outcomes = [
      ...(await tellParticipants(trx, lesson, { coverName: cover.name, isAway })),
      ...(await tellTrainers(trx, lesson, {
        ...cover,
        isAway,
        wasAssigned: mayAssign,
        isOwn: await isOwnClass(trx, lesson.id),
      })),
    ]
    await recordAudit(trx, {
      actorId: person.id,
      action: 'take cover',
      subjectKind: 'lesson',
      subjectId: lesson.id,
      after: { day: lesson.day, hour: lesson.clock, insteadOf: lesson.trainerName, by: cover.name },
    })
    return { trainerName: cover.name, notified: countNotified(outcomes) }
  })
}

async function needsCover(trx: Transaction, id: string): Promise<boolean> {
  const { isOpen } = await trx
    .selectFrom('lessons')
    .where('id', '=', id)
    .select(sql<boolean>`coalesce(cover_until > club_now(), false)`.as('isOpen'))
    .executeTakeFirstOrThrow()
  return isOpen
}

async function tellParticipants(
  trx: Transaction,
  { id, title, day, clock, startHour, trainerId, trainerName }: LockedClass,
  { coverName, isAway }: { coverName: string; isAway: boolean },
): Promise<MailOutcome[]> {
  const { rows } = await sql<{ memberId: string; name: string; sequence: number }>`
    select member_id, users.name, sequence from participants join users on users.id = member_id
      join lessons on lessons.id = lesson_id
    where lesson_id = ${id} and participants.state = 'booked' order by member_id`.execute(trx)
  const outcomes: MailOutcome[] = []
  for (const { memberId, name, sequence } of rows) {
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      summary: message('activity.gives', { coverName, title, day: { day }, clock }),
      detail: message(isAway ? 'activity.isAway' : 'activity.insteadOf', { trainerName }),
    })
    const isSent = await queueMail(trx, classCovered, {
      to: { userId: memberId },
      // one letter for each change of the trainer
      cause: `${id} ${sequence} ${memberId}`,
      facts: { lessonId: id, title, day, clock, trainerName, coverName, isAway },
      concerns: { hours: [{ day, startHour }], trainerIds: [trainerId] },
    })
    outcomes.push({ name, isSent })
  }
  return outcomes
}

type CoveringTrainer = {
  userId: string
  name: string
  /** The trainer whom they cover is away. */
  isAway: boolean
  wasAssigned: boolean
  isOwn: boolean
}

/** Whether the trainer who gives a class now took it back. */
async function isOwnClass(trx: Transaction, lessonId: string): Promise<boolean> {
  const { insteadOf } = await trx
    .selectFrom('lessons')
    .where('id', '=', lessonId)
    .select('insteadOf')
    .executeTakeFirstOrThrow()
  return insteadOf === null
}

/** Queues the letters to the trainer who is away and to the one who gives the class. */
async function tellTrainers(
  trx: Transaction,
  { id, title, day, clock, startHour, trainerId, trainerUserId, trainerName }: LockedClass,
  cover: CoveringTrainer,
): Promise<MailOutcome[]> {
  const { rows } = await sql<{ sequence: number; hasLeft: boolean }>`
    select sequence, retired_at is not null as has_left from lessons, trainers
    where lessons.id = ${id} and trainers.id = ${trainerId}`.execute(trx)
  const { sequence, hasLeft } = rows[0]!
  const cause = `${id} ${sequence}`
  const facts = { day, startHour, classClock: clock, memberName: title }
  const concerns = { hours: [{ day, startHour }] }
  const outcomes: MailOutcome[] = []
  // a retired trainer gets no letter
  if (!hasLeft && !cover.isOwn)
    outcomes.push({
      name: trainerName,
      isSent: await queueMail(trx, coverTaken, {
        to: { userId: trainerUserId },
        cause,
        facts: { ...facts, coverName: cover.name },
        concerns,
      }),
    })
  const isSent = await queueMail(trx, coverAssigned, {
    to: { userId: cover.userId },
    cause,
    facts: {
      ...facts,
      insteadOf: cover.isOwn ? null : trainerName,
      isAway: cover.isAway,
      wasAssigned: cover.wasAssigned,
    },
    ...(cover.wasAssigned && { concerns }),
  })
  if (cover.wasAssigned) outcomes.push({ name: cover.name, isSent })
  return outcomes
}
