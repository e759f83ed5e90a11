import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day, LessonCancellationReason } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { noLessonReasonLabels, wakingDeadline } from '#domain/lessons/lessons.rules.ts'
import { classCalledOff } from '#domain/lessons/letters/class-called-off.ts'
import { readPolicies, type Policy } from '#domain/lessons/policies.server.ts'
import { countNotified, type MailOutcome, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { can } from '#domain/permissions.ts'
import { formatClock } from '#format/clock.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { lockClass, requireAhead } from './locked-class.server.ts'

type Affected = {
  lessonId: string
  title: string
  day: Day
  startHour: number
  startMinute: number
  trainerId: string
  trainerName: string
  memberId: string
  memberName: string
  wasBooked: boolean
}

/**
 * Calls off the planned ones among these classes: places and waiting lists end, what they cost is given back, and one
 * letter a class goes to each person. Returns who is told.
 */
export async function callOffClasses(
  trx: Transaction,
  lessonIds: string[],
  because: LessonCancellationReason,
): Promise<MailOutcome[]> {
  if (lessonIds.length === 0) return []
  const ids = [...lessonIds].sort()
  await sql`select from lessons where id = any (${ids}::uuid[]) order by id for no key update`.execute(trx)
  const { rows: affected } = await sql<Affected>`
    select lessons.id as lesson_id, title, on_date as day, start_hour, start_minute, trainers.id as trainer_id,
      trainers.name as trainer_name, member_id, users.name as member_name, participants.state = 'booked' as was_booked
    from lessons join classes on classes.id = class_id join trainers on trainers.id = lessons.trainer_id
      join participants on participants.lesson_id = lessons.id and participants.state in ('booked', 'waiting')
      join users on users.id = member_id
    where lessons.id = any (${ids}::uuid[]) and lessons.kind = 'class' and lessons.state = 'planned'
    order by on_date, start_hour, start_minute, member_id`.execute(trx)
  await sql`
    update lessons set state = 'called_off', called_off_because = ${because}
    where id = any (${ids}::uuid[]) and kind = 'class' and state = 'planned'`.execute(trx)
  await sql`
    update participants set state = 'called_off'
    where lesson_id = any (${ids}::uuid[]) and kind = 'class' and state in ('booked', 'held', 'waiting')`.execute(
    trx,
  )
  const outcomes: MailOutcome[] = []
  for (const person of affected) outcomes.push(await tell(trx, person, because))
  return outcomes
}

async function tell(
  trx: Transaction,
  { memberId, memberName, lessonId, trainerId, ...lesson }: Affected,
  because: LessonCancellationReason,
): Promise<MailOutcome> {
  const { title, day, startHour, startMinute, trainerName, wasBooked } = lesson
  const clock = formatClock(startHour, startMinute)
  await recordActivity(trx, {
    userId: memberId,
    kind: 'booking',
    summary: message('activity.classCalledOff', { title, day: { day }, clock }),
    detail: message(wasBooked ? 'activity.itCostNothing' : 'activity.youWereWaiting'),
  })
  const isSent = await queueMail(trx, classCalledOff, {
    to: { userId: memberId },
    cause: `${lessonId} ${memberId}`,
    facts: () => ({ title, day, clock, trainerName, wasBooked, because: noLessonReasonLabels[because] }),
    concerns: { hours: [{ day, startHour }], trainerIds: [trainerId] },
  })
  return { name: memberName, isSent }
}

/**
 * Calls off one class for everybody in it. Trainers do so for classes that they give, the office for all. Throws
 * `forbidden` without the permission `classTimes.manage`, `not-found`, and `conflict` when it has begun.
 */
export async function callOffClass(
  actor: Actor,
  lessonId: string,
): Promise<{ people: number; notified: Notified }> {
  const person = requirePermission(actor, 'classTimes.manage')
  return transaction(async (trx) => {
    const lesson = await lockClass(trx, lessonId)
    if (!can(person, 'classTimes.manageAll') && lesson.trainerUserId !== person.id)
      throw notFound(t('refusal.thisClass'))
    requireAhead(lesson)
    const outcomes = await callOffClasses(trx, [lesson.id], 'by the club')
    await recordAudit(trx, {
      actorId: person.id,
      action: 'call off class',
      subjectKind: 'lesson',
      subjectId: lesson.id,
      before: { title: lesson.title, day: lesson.day, clock: lesson.clock, people: outcomes.length },
    })
    return { people: outcomes.length, notified: countNotified(outcomes) }
  })
}

/** Calls off the classes from the first to the last day. Requires `lockSchedule`. Returns who is told. */
export async function callOffClassesOfDays(
  trx: Transaction,
  { fromDay, untilDay }: { fromDay: Day; untilDay: Day },
  because: LessonCancellationReason,
): Promise<MailOutcome[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lessons where kind = 'class' and state = 'planned' and starts_at > club_now()
      and on_date between ${fromDay}::date and ${untilDay}::date`.execute(trx)
  return callOffClasses(
    trx,
    rows.map(({ id }) => id),
    because,
  )
}

type AbsenceInterval = { fromDay: Day; fromHour: number; untilDay: Day; untilHour: number }

/** SQL predicate on `lessons`: a coming class of the trainer within the interval, or any, without a cover wanted. */
function isVacated(trainerId: string, interval?: AbsenceInterval) {
  const inInterval = interval
    ? sql`(on_date, (start_hour * 60 + start_minute + minutes - 1) / 60) >= (${interval.fromDay}::date, ${interval.fromHour}::integer)
        and (on_date, start_hour) < (${interval.untilDay}::date, ${interval.untilHour}::integer)`
    : sql`true`
  return sql`trainer_id = ${trainerId} and kind = 'class' and state = 'planned' and starts_at > club_now()
    and cover_until is null and ${inInterval}`
}

/** A class within an absence. */
export type AffectedClass = {
  lessonId: string
  title: string
  day: Day
  startHour: number
  startMinute: number
  /** Deadline for another trainer to take the class. */
  coverUntil: Date
  /** The deadline has passed, so the class is called off at once. */
  isTooSoon: boolean
}

/** Returns the classes of which `vacateClasses` would dispose, in order of time. */
export async function listAffectedClasses(
  from: Queryable,
  trainerId: string,
  policy: Policy,
  interval: AbsenceInterval,
): Promise<AffectedClass[]> {
  const { rows } = await sql<Omit<AffectedClass, 'coverUntil' | 'isTooSoon'>>`
    select lessons.id as lesson_id, (select title from classes where id = class_id) as title, on_date as day, start_hour, start_minute
    from lessons where ${isVacated(trainerId, interval)} order by on_date, start_hour, start_minute, lessons.id`.execute(
    from,
  )
  const deadlines = rows.map(({ startHour, startMinute }) =>
    wakingDeadline(startHour * 60 + startMinute, policy.coverHours * 60, policy),
  )
  const { rows: covers } = await sql<Pick<AffectedClass, 'coverUntil' | 'isTooSoon'>>`
    select until as cover_until, until <= club_now() as is_too_soon
    from unnest(${rows.map(({ day }) => day)}::date[], ${deadlines.map(({ daysBefore }) => daysBefore)}::integer[],
        ${deadlines.map(({ minute }) => minute)}::integer[]) with ordinality deadlines (day, days_before, minute, place),
      lateral (select (day - days_before + make_interval(mins => minute)) at time zone club_zone() as until) untils
    order by place`.execute(from)
  return rows.map((row, place) => ({ ...row, ...covers[place]! }))
}

/**
 * Lets the classes of an absent or retired trainer wait for cover, and calls off those that begin too soon for it.
 * Requires `lockSchedule`. Returns the counts of both.
 */
export async function vacateClasses(
  trx: Transaction,
  trainerId: string,
  interval?: AbsenceInterval,
): Promise<{ toCover: number; calledOff: number }> {
  const policy = await readPolicies(trx)
  const { rows } = await sql<{ id: string; startMinutes: number }>`
    select id, start_hour * 60 + start_minute as start_minutes from lessons
    where ${isVacated(trainerId, interval)} order by id for no key update`.execute(trx)
  const tooSoon: string[] = []
  for (const { id, startMinutes } of rows) {
    const { daysBefore, minute } = wakingDeadline(startMinutes, policy.coverHours * 60, policy)
    const { rows: waiting } = await sql`
      update lessons set cover_until = until from (
        select (on_date - ${daysBefore}::integer + make_interval(mins => ${minute})) at time zone club_zone() as until from lessons where id = ${id}) deadline
      where id = ${id} and until > club_now() returning id`.execute(trx)
    if (waiting.length === 0) tooSoon.push(id)
  }
  await callOffClasses(trx, tooSoon, 'trainer away')
  return { toCover: rows.length - tooSoon.length, calledOff: tooSoon.length }
}

/** Job: calls off the classes that no trainer covers in time. */
export async function callOffUncoveredClasses(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from lessons where kind = 'class' and cover_until <= club_now() order by id limit 100 for no key update skip locked`.execute(
      trx,
    )
    await callOffClasses(
      trx,
      rows.map(({ id }) => id),
      'trainer away',
    )
  })
}

/** Whether the viewer can call off a class that exists: its trainer before it begins, and the office. */
export async function canCallOff(actor: Actor, lessonId: string): Promise<boolean> {
  if (actor.kind !== 'person' || !can(actor, 'classTimes.manage')) return false
  const { rows } = await sql`
    select from lessons join trainers on trainers.id = trainer_id
    where lessons.id = ${lessonId} and state = 'planned' and starts_at > club_now()
      and (${can(actor, 'classTimes.manageAll')} or user_id = ${actor.id})`.execute(db)
  return rows.length > 0
}
