import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, readToday, type Queryable } from '#db/client.ts'
import { settleAll } from '#db/settle-all.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { requireActingTrainer } from '#domain/lessons/acting-trainer.server.ts'
import { listAffectedClasses, type AffectedClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { coverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { absenceInput, type AbsenceInput } from '#domain/lessons/lessons.input.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { lockSchedule, requireFutureDay } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import {
  vacateLessons,
  listAffectedLessons,
  reclaimLessons,
  type AbsenceInterval,
  type AffectedLesson,
  type VacatedLessons,
} from './affected-lessons.server.ts'

/** What an absence would affect. */
export type AbsencePreview = { hours: AffectedLesson[]; classes: AffectedClass[] }

export type Absence = {
  id: string
  trainerName: string
  fromDay: Day
  fromHour: number
  untilDay: Day
  untilHour: number
}

/**
 * Returns a page of the absences that end today or later, and the club's date. Trainers see their own, admins all.
 * Throws `forbidden` for other roles.
 */
export async function listAbsences(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<Absence> & { today: Day }> {
  const person = requirePermission(actor, 'absences.declare')
  const { limit, offset } = clampPageRange(range)
  const absences = db
    .selectFrom('absences')
    .innerJoin('trainers', 'trainers.id', 'absences.trainerId')
    .where('untilDay', '>=', sql<Day>`club_today()`)
    .$if(!can(person, 'absences.manageAll'), (query) => query.where('trainers.userId', '=', person.id))
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
 * Returns the hours and classes that an absence would affect, without writing anything. Throws the errors of
 * `declareAbsence`.
 */
export async function previewAbsence(actor: Actor, input: AbsenceInput): Promise<AbsencePreview> {
  const person = requirePermission(actor, 'absences.declare')
  const absence = parseInput(absenceInput, input)
  const [, trainer, policy] = await settleAll([
    requireFutureDay(db, absence),
    requireActingTrainer(db, person, absence.trainerId),
    readPolicies(db),
  ])
  const [, hours, classes] = await settleAll([
    refuseOverlap(db, trainer.id, absence),
    listAffectedLessons(db, trainer.id, policy, absence),
    listAffectedClasses(db, trainer.id, policy, absence),
  ])
  return { hours, classes }
}

/**
 * Records an absence and returns the counts of affected lessons. Their hours are offered to the other trainers in one
 * letter each; lessons that start too soon are called off. Members see the outcome, never the reason. Prices do not
 * change. Trainers declare their own absences, admins any. Throws `forbidden` without the permission
 * `absences.declare`, `invalid`, and `conflict` for an overlapping absence.
 */
export async function declareAbsence(actor: Actor, input: AbsenceInput): Promise<VacatedLessons> {
  const person = requirePermission(actor, 'absences.declare')
  const absence = parseInput(absenceInput, input)
  return transaction(async (trx) => {
    await requireFutureDay(trx, absence)
    await lockSchedule(trx)
    const { id: trainerId, name } = await requireActingTrainer(trx, person, absence.trainerId)
    const { fromDay, fromHour, untilDay, untilHour } = absence
    const interval = { fromDay, fromHour, untilDay, untilHour }
    await refuseOverlap(trx, trainerId, interval)
    const added = await trx
      .insertInto('absences')
      .values({ ...interval, trainerId, setBy: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const vacated = await vacateLessons(trx, trainerId, absence)
    if (vacated.toCover > 0) await coverRequests.enqueue(trx, { absenceId: added.id })
    await recordAudit(trx, {
      actorId: person.id,
      action: 'declare absence',
      subjectKind: 'absence',
      subjectId: added.id,
      after: { trainer: name, ...interval, hours: vacated.toCover + vacated.calledOff },
    })
    return vacated
  })
}

/**
 * Deletes an absence and returns the trainer's uncovered lessons to them. Trainers end their own absences, admins
 * any. Throws `forbidden` without the permission `absences.declare`, and `not-found`.
 */
export async function endAbsence(actor: Actor, absenceId: string): Promise<{ hours: number }> {
  const person = requirePermission(actor, 'absences.declare')
  const id = requireId(absenceId, t('refusal.thisAbsence'))
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const ownTrainer = trx.selectFrom('trainers').where('userId', '=', person.id).select('id')
    const before = await trx
      .deleteFrom('absences')
      .where('id', '=', id)
      .$if(!can(person, 'absences.manageAll'), (query) => query.where('trainerId', 'in', ownTrainer))
      .returning(['trainerId', 'fromDay', 'fromHour', 'untilDay', 'untilHour'])
      .executeTakeFirst()
    if (!before) throw notFound(t('refusal.thisAbsence'))
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

async function refuseOverlap(from: Queryable, trainerId: string, interval: AbsenceInterval): Promise<void> {
  const { fromDay, fromHour, untilDay, untilHour } = interval
  const { rows } = await sql`
    select id from absences where trainer_id = ${trainerId}
      and (from_day, from_hour) < (${untilDay}::date, ${untilHour}::integer)
      and (until_day, until_hour) > (${fromDay}::date, ${fromHour}::integer)`.execute(from)
  if (rows.length > 0) throw conflict(t('refusal.partOfThatTime'))
}
