import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, readToday, type Queryable } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { settleAll } from '#db/settle-all.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { callOffAndOwe } from '#domain/lessons/cancellation/call-off-and-owe.server.ts'
import { callOffClassesOfDays } from '#domain/lessons/classes/class-cancellation.server.ts'
import { closureInput, type ClosureInput } from '#domain/lessons/lessons.input.ts'
import { daysClosed } from '#domain/lessons/letters/days-closed.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { lockSchedule, requireFutureDay } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type MailOutcome, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

export type Closure = { id: string; fromDay: Day; untilDay: Day; reason: string }

/** A lesson on the days of a closure. */
export type ClosedLesson = {
  lessonId: string
  bookingId: string
  memberId: string
  memberName: string
  /** The member's portrait. */
  portrait: Portrait | null
  trainerId: string
  trainerUserId: string
  trainerName: string
  day: Day
  startHour: number
}

/** Returns the closures that end today or later. Throws `forbidden` without the permission `closures.manage`. */
export async function listClosures(actor: Actor): Promise<Closure[]> {
  requirePermission(actor, 'closures.manage')
  return db
    .selectFrom('closures')
    .select(['id', 'fromDay', 'untilDay', 'reason'])
    .where('untilDay', '>=', sql<Day>`club_today()`)
    .orderBy('fromDay')
    .limit(100)
    .execute()
}

/** A closure and the number of lessons called off for it. */
export type ClosureSummary = Closure & { hours: number }

/**
 * Returns current and future closures, the ten latest past ones (newest first) and the club's date. Throws
 * `forbidden` without the permission `closures.manage`.
 */
export async function listClosureSummaries(
  actor: Actor,
): Promise<{ ahead: ClosureSummary[]; past: ClosureSummary[]; today: Day }> {
  requirePermission(actor, 'closures.manage')
  const closures = db
    .selectFrom('closures')
    .select(['id', 'fromDay', 'untilDay', 'reason'])
    .select((eb) =>
      eb
        .selectFrom('lessons')
        .where('kind', '=', 'hour')
        .where('onDate', '>=', eb.ref('fromDay'))
        .where('onDate', '<=', eb.ref('untilDay'))
        // a literal, so that the partial index on this value is used
        .where('calledOffBecause', '=', sql.lit('closed'))
        .select(eb.fn.countAll<number>().as('hours'))
        .$asScalar()
        .$notNull()
        .as('hours'),
    )
  const now = sql<Day>`club_today()`
  const [ahead, past, today] = await Promise.all([
    closures.where('untilDay', '>=', now).orderBy('fromDay').limit(100).execute(),
    closures.where('untilDay', '<', now).orderBy('fromDay', 'desc').limit(10).execute(),
    readToday(),
  ])
  return { ahead, past, today }
}

/** Returns the lessons that a closure would call off, without writing anything. Throws the errors of `closeDays`. */
export async function previewClosure(actor: Actor, input: ClosureInput): Promise<ClosedLesson[]> {
  requirePermission(actor, 'closures.manage')
  const closure = parseInput(closureInput, input)
  const [, , hours] = await settleAll([
    requireFutureDay(db, closure),
    refuseOverlap(closure),
    listAffectedLessons(db, closure),
  ])
  return hours
}

/**
 * Closes the club on the given days: calls off their lessons, creates a make-up for each and queues one letter to
 * each affected member and trainer. Throws `forbidden` without the permission `closures.manage`, `invalid`, and
 * `conflict` when one of the days is already closed.
 */
export async function closeDays(
  actor: Actor,
  input: ClosureInput,
): Promise<{ hours: number; notified: Notified }> {
  const admin = requirePermission(actor, 'closures.manage')
  const closure = parseInput(closureInput, input)
  const closed = await transaction(async (trx) => {
    await requireFutureDay(trx, closure)
    await lockSchedule(trx)
    const { fromDay, untilDay, reason } = closure
    const added = await trx
      .insertInto('closures')
      .values({ fromDay, untilDay, reason, setBy: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw violates(error, 'closed_once') ? alreadyClosed() : error
      })
    const hours = await listAffectedLessons(trx, closure)
    const ends = await callOffAndOwe(
      trx,
      hours.map(({ lessonId }) => lessonId),
      'closed',
    )
    const outcomes: MailOutcome[] = []
    for (const [memberId, own] of Map.groupBy(hours, (hour) => hour.memberId)) {
      const detail = message('activity.closedMakeUps', { reason, count: own.length })
      const hasLaterDays = own.some(({ day }) => day !== own[0]!.day)
      const summary = message('activity.closed', {
        day: { day: own[0]!.day },
        hasLaterDays: hasLaterDays ? 'yes' : 'no',
      })
      await recordActivity(trx, { userId: memberId, kind: 'booking', summary, detail })
      const facts = { reason, hours: own, until: ends.get(own[0]!.lessonId)! }
      const isSent = await queueMail(trx, daysClosed, {
        to: { userId: memberId },
        cause: `${added.id} ${memberId}`,
        facts,
        concerns: { hours: own, trainerIds: own.map(({ trainerId }) => trainerId) },
      })
      outcomes.push({ name: own[0]!.memberName, isSent })
    }
    outcomes.push(...(await callOffClassesOfDays(trx, closure, 'closed')))
    outcomes.push(...(await notifyTrainers(trx, { because: 'closed', cause: added.id, removed: hours })))
    const after = { ...closure, hours: hours.length }
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'close days',
      subjectKind: 'closure',
      subjectId: added.id,
      after,
    })
    return { hours: hours.length, notified: countNotified(outcomes) }
  })
  evictClub()
  return closed
}

/**
 * Deletes a closure; lessons already called off stay so. Throws `forbidden` without the permission `closures.manage`,
 * and `not-found`.
 */
export async function reopenDays(actor: Actor, closureId: string): Promise<void> {
  const admin = requirePermission(actor, 'closures.manage')
  const id = requireId(closureId, t('refusal.thisClosure'))
  await transaction(async (trx) => {
    const before = await trx
      .deleteFrom('closures')
      .where('id', '=', id)
      .returning(['fromDay', 'untilDay', 'reason'])
      .executeTakeFirst()
    if (!before) throw notFound(t('refusal.thisClosure'))
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'reopen days',
      subjectKind: 'closure',
      subjectId: id,
      before,
    })
  })
  evictClub()
}

const alreadyClosed = () => conflict(t('refusal.theClubIsAlready'))

type ClosureDays = Pick<Closure, 'fromDay' | 'untilDay'>

async function refuseOverlap({ fromDay, untilDay }: ClosureDays): Promise<void> {
  const { rows } = await sql`
    select id from closures where from_day <= ${untilDay}::date and until_day >= ${fromDay}::date`.execute(db)
  if (rows.length > 0) throw alreadyClosed()
}

async function listAffectedLessons(
  from: Queryable,
  { fromDay, untilDay }: ClosureDays,
): Promise<ClosedLesson[]> {
  const { rows } = await sql<ClosedLesson>`
    select lessons.id as lesson_id, booking_id, participants.member_id, users.name as member_name,
      trainers.id as trainer_id, trainers.user_id as trainer_user_id, trainers.name as trainer_name, on_date as day, start_hour,
      ${portraitJson('images', 'users')} as portrait
    from lessons join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
      join users on users.id = participants.member_id join trainers on trainers.id = lessons.trainer_id
      join members on members.user_id = users.id left join images on images.id = members.photo_id
    where lessons.kind = 'hour' and lessons.state = 'planned' and on_date between ${fromDay}::date and ${untilDay}::date
      and starts_at > club_now()
    order by on_date, start_hour, trainers.name`.execute(from)
  return rows
}
