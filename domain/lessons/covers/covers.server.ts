import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { requireActingTrainer } from '#domain/lessons/acting-trainer.server.ts'
import { callOffAndOwe } from '#domain/lessons/cancellation/call-off-and-owe.server.ts'
import { coverAssigned } from '#domain/lessons/letters/cover-assigned.ts'
import { coverTaken } from '#domain/lessons/letters/cover-taken.ts'
import { hourCalledOff } from '#domain/lessons/letters/hour-called-off.ts'
import { hourCovered } from '#domain/lessons/letters/hour-covered.ts'
import { isTimeConflict, lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { can } from '#domain/permissions.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { requireFreeToGive } from './available-trainers.server.ts'

/**
 * Assigns another trainer to a lesson that needs cover: the actor, or the one an admin names. Queues letters to the
 * member and both trainers. The price does not change; the pay moves by the current policy once the lesson has begun.
 * Throws `forbidden` without the permission `covers.take`, and `not-found`. Throws `conflict` when the lesson needs no
 * cover any more, or with the reason when the trainer is not free.
 */
export async function takeCover(
  actor: Actor,
  lessonId: string,
  { trainerId }: { trainerId?: string } = {},
): Promise<{ trainerName: string; notified: Notified }> {
  const person = requirePermission(actor, 'covers.take')
  const id = requireId(lessonId, t('refusal.thisHour'))
  return transaction(async (trx) => {
    await waitForScheduleLock(trx)
    const hour = await lockLessonToCover(trx, id)
    const cover = await requireActingTrainer(trx, person, trainerId)
    await lockCommitments(trx, { people: [cover.userId] })
    if (!hour.needsCover) throw conflict(noCoverNeeded(hour))
    await requireFreeToGive(trx, id, cover)
    await trx
      .updateTable('lessons')
      .set((eb) => ({
        trainerId: cover.id,
        // null when the trainer takes back their own lesson
        insteadOf: sql<string>`nullif(${eb.fn.coalesce('insteadOf', 'trainerId')}, ${cover.id})`,
        coverUntil: null,
      }))
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isTimeConflict(error) ? conflict(t('refusal.isntFreeAtThat', { name: cover.name })) : error
      })
    const isOwn = cover.id === hour.insteadOfId
    const notified = await notifyCover(trx, hour, {
      ...cover,
      wasAssigned: can(person, 'covers.assign'),
      isOwn,
    })
    await recordAudit(trx, {
      actorId: person.id,
      action: 'take cover',
      subjectKind: 'lesson',
      subjectId: id,
      after: { day: hour.day, hour: formatHour(hour.startHour), insteadOf: hour.trainerName, by: cover.name },
    })
    return { trainerName: cover.name, notified }
  })
}

type LockedLesson = {
  id: string
  /** Deduplicates letters: one per change of trainer. */
  cause: string
  bookingId: string
  memberId: string
  memberName: string
  day: Day
  startHour: number
  trainerId: string
  trainerName: string
  trainerUserId: string
  /** The trainer whose lesson it is, when another one covers it. */
  insteadOfId: string | null
  hasLeft: boolean
  needsCover: boolean
  state: 'planned' | 'called_off'
}

async function lockLessonToCover(trx: Transaction, id: string): Promise<LockedLesson> {
  await sql`select from lessons where id = ${id} for no key update`.execute(trx)
  const { rows } = await sql<LockedLesson>`
    select ${lessonColumns} from ${lessonsWithNames} where lessons.id = ${id}`.execute(trx)
  const [hour] = rows
  if (!hour) throw notFound(t('refusal.thisHour'))
  return hour
}

const lessonColumns = sql`lessons.id, lessons.id || ' ' || lessons.sequence as cause, booking_id, buyer_id as member_id,
  users.name as member_name, on_date as day, start_hour, trainers.id as trainer_id, trainers.name as trainer_name,
  trainers.user_id as trainer_user_id, instead_of as instead_of_id, retired_at is not null as has_left, lessons.state,
  coalesce(cover_until > club_now(), false) as needs_cover`
const lessonsWithNames = sql`lessons join trainers on trainers.id = trainer_id
  join bookings on bookings.id = booking_id join users on users.id = buyer_id`

const noCoverNeeded = ({ state, trainerName }: LockedLesson) =>
  state === 'planned' ? t('refusal.givesThisHour', { trainerName }) : t('refusal.thisHourHasAlreadyBeen')

type CoveringTrainer = { id: string; userId: string; name: string; wasAssigned: boolean; isOwn: boolean }

async function notifyCover(trx: Transaction, hour: LockedLesson, cover: CoveringTrainer): Promise<Notified> {
  const { cause, bookingId, memberId: userId, memberName, day, startHour, trainerName } = hour
  const coverName = cover.name
  await recordActivity(trx, {
    userId,
    kind: 'booking',
    bookingId,
    summary: message('activity.takesOver', { coverName, day: { day }, hour: formatHour(startHour) }),
    detail: message('activity.isAway', { trainerName }),
  })
  const time = { day, startHour }
  const concerns = { hours: [time] }
  const payCents = await readPayCents(trx, hour.id)
  const isSent = await queueMail(trx, hourCovered, {
    to: { userId },
    cause,
    facts: { ...time, trainerName, coverName },
    concerns: { ...concerns, trainerIds: [hour.trainerId, cover.id] },
  })
  const outcomes = [{ name: memberName, isSent }]
  // a retired trainer gets no letter
  if (!hour.hasLeft)
    outcomes.push({
      name: trainerName,
      isSent: await queueMail(trx, coverTaken, {
        to: { userId: hour.trainerUserId },
        cause,
        facts: { ...time, coverName, memberName, payCents },
        concerns,
      }),
    })
  const isAssignmentSent = await queueMail(trx, coverAssigned, {
    to: { userId: cover.userId },
    cause,
    facts: {
      ...time,
      insteadOf: cover.isOwn ? null : trainerName,
      memberName,
      wasAssigned: cover.wasAssigned,
      payCents,
    },
    ...(cover.wasAssigned && { concerns }),
  })
  return countNotified([
    ...outcomes,
    ...(cover.wasAssigned ? [{ name: coverName, isSent: isAssignmentSent }] : []),
  ])
}

/** Returns what a lesson that was just taken pays, in cents; null when nothing moves. */
async function readPayCents(trx: Transaction, lessonId: string): Promise<number | null> {
  const { payCents } = await trx
    .selectFrom('lessons')
    .where('id', '=', lessonId)
    .select(sql<number | null>`nullif(cover_cents(id, cover_policy_version), 0)`.as('payCents'))
    .executeTakeFirstOrThrow()
  return payCents
}

/** Job: calls off lessons that no trainer took in time. Each member gets a make-up and a letter. */
export async function callOffUncovered(): Promise<void> {
  await transaction(async (trx) => {
    const overdue = await trx
      .selectFrom('lessons')
      .where('kind', '=', 'hour')
      .where('coverUntil', '<=', clubNow)
      .select('id')
      .orderBy('id')
      .limit(100)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    await callOffForAbsence(
      trx,
      overdue.map(({ id }) => id),
    )
  })
}

/** Calls off planned lessons whose trainer is away and that no other trainer gives. */
export async function callOffForAbsence(trx: Transaction, lessonIds: string[]): Promise<void> {
  if (lessonIds.length === 0) return
  const { rows: hours } = await sql<LockedLesson>`
    select ${lessonColumns} from ${lessonsWithNames}
    where lessons.id = any (${lessonIds}::uuid[]) and lessons.state = 'planned'
    for no key update of lessons`.execute(trx)
  const ends = await callOffAndOwe(
    trx,
    hours.map(({ id }) => id),
    'trainer away',
  )
  for (const { id, bookingId, memberId, day, startHour, trainerId, trainerName } of hours) {
    const until = ends.get(id)!
    const summary = message('activity.hourCalledOff', { day: { day }, hour: formatHour(startHour) })
    const detail = message('activity.isAwayMakeUp', { trainerName, until: { day: until } })
    await recordActivity(trx, { userId: memberId, kind: 'booking', bookingId, summary, detail })
    const facts = { day, startHour, trainerName, until }
    const concerns = { hours: [{ day, startHour }], trainerIds: [trainerId] }
    await queueMail(trx, hourCalledOff, { to: { userId: memberId }, cause: id, facts, concerns })
  }
}
