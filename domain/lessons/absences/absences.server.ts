import { sql } from 'kysely'
import { db, transaction, type Queryable } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { settleAll } from '#db/driver/statement-batching.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { conflict, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import {
  vacateLessons,
  listAffectedLessons,
  reclaimLessons,
  type AbsenceInterval,
  type AffectedLesson,
  type VacatedLessons,
} from './affected-lessons.server.ts'
import { coverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { lockSchedule, readToday, requireFutureDay } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { absenceInput, type AbsenceInput } from '#domain/lessons/lessons.input.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { requireActingTrainer } from '#domain/lessons/acting-trainer.server.ts'

export type Absence = {
  id: string
  trainerName: string
  fromDay: Day
  fromHour: number
  untilDay: Day
  untilHour: number
}

/**
 * The absences of today and later, with which day is today: a trainer's own, every trainer's for an admin. Trainers and
 * admins.
 */
export async function listAbsences(
  actor: Actor,
  asked: Partial<PageRange> = {},
): Promise<Page<Absence> & { today: Day }> {
  const person = requireRole(actor, 'trainer', 'admin')
  const { limit, offset } = clampPageRange(asked)
  const absences = db
    .selectFrom('absences')
    .innerJoin('trainers', 'trainers.id', 'absences.trainerId')
    .where('untilDay', '>=', sql<Day>`club_today()`)
    .$if(person.role === 'trainer', (query) => query.where('trainers.userId', '=', person.id))
  const [items, { total }, today] = await Promise.all([
    absences
      .select(['absences.id', 'trainers.name as trainerName', 'fromDay', 'fromHour', 'untilDay', 'untilHour'])
      .orderBy('fromDay')
      .orderBy('fromHour')
      .orderBy('absences.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    absences.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    readToday(),
  ])
  return { items, total, today }
}

/**
 * Which hours need somebody while a trainer is away; changes nothing. A trainer asks for themselves, an admin for
 * anybody. Throws as `declareAbsence`.
 */
export async function previewAbsence(actor: Actor, input: AbsenceInput): Promise<AffectedLesson[]> {
  const person = requireRole(actor, 'trainer', 'admin')
  const absence = parseInput(absenceInput, input)
  const [, trainer, policy] = await settleAll([
    requireFutureDay(db, absence),
    requireActingTrainer(db, person, absence.trainerId),
    readPolicies(db),
  ])
  const [, hours] = await settleAll([
    refuseOverlap(db, trainer.id, absence),
    listAffectedLessons(db, trainer.id, policy, absence),
  ])
  return hours
}

/**
 * A trainer is away: their hours then are offered to the other trainers, who get one letter together, and those that
 * begin too soon are called off. Says how many of each. Members hear what came of it, and never why; pay and prices
 * stay as they are. A trainer says it for themselves, an admin for anybody. Throws `invalid`, and `conflict` when they
 * are away already.
 */
export async function declareAbsence(actor: Actor, input: AbsenceInput): Promise<VacatedLessons> {
  const person = requireRole(actor, 'trainer', 'admin')
  const absence = parseInput(absenceInput, input)
  return transaction(async (trx) => {
    await requireFutureDay(trx, absence)
    await lockSchedule(trx)
    const { id: trainerId, name } = await requireActingTrainer(trx, person, absence.trainerId)
    const { fromDay, fromHour, untilDay, untilHour } = absence
    const stretch = { fromDay, fromHour, untilDay, untilHour }
    await refuseOverlap(trx, trainerId, stretch)
    const added = await trx
      .insertInto('absences')
      .values({ ...stretch, trainerId, setBy: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const left = await vacateLessons(trx, trainerId, absence)
    if (left.toCover > 0) await coverRequests.enqueue(trx, { absenceId: added.id })
    await recordAudit(trx, {
      actorId: person.id,
      action: 'declare absence',
      subjectKind: 'absence',
      subjectId: added.id,
      after: { trainer: name, ...stretch, hours: left.toCover + left.calledOff },
    })
    return left
  })
}

/**
 * The trainer can come after all: hours that nobody has taken are theirs again. Their own for a trainer, any for an
 * admin; throws `not-found` otherwise.
 */
export async function endAbsence(actor: Actor, absenceId: string): Promise<{ hours: number }> {
  const person = requireRole(actor, 'trainer', 'admin')
  const id = requireId(absenceId, 'This absence')
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const mine = trx.selectFrom('trainers').where('userId', '=', person.id).select('id')
    const before = await trx
      .deleteFrom('absences')
      .where('id', '=', id)
      .$if(person.role === 'trainer', (query) => query.where('trainerId', 'in', mine))
      .returning(['trainerId', 'fromDay', 'fromHour', 'untilDay', 'untilHour'])
      .executeTakeFirst()
    if (!before) throw notFound('This absence')
    const hours = await reclaimLessons(trx, before.trainerId)
    await recordAudit(trx, {
      actorId: person.id,
      action: 'end absence',
      subjectKind: 'absence',
      subjectId: id,
      before,
    })
    return { hours }
  })
}

async function refuseOverlap(from: Queryable, trainerId: string, stretch: AbsenceInterval): Promise<void> {
  const { fromDay, fromHour, untilDay, untilHour } = stretch
  const { rows } = await sql`
    select id from absences where trainer_id = ${trainerId}
      and (from_day, from_hour) < (${untilDay}::date, ${untilHour}::integer)
      and (until_day, until_hour) > (${fromDay}::date, ${fromHour}::integer)`.execute(from)
  if (rows.length > 0) throw conflict('A part of that time is an absence already.')
}
