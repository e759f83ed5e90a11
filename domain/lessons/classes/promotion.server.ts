import { sql } from 'kysely'
import { db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { hasLeft, lockAllowancesAt } from '#domain/allowances/allowances.server.ts'
import { classPlaceFree } from '#domain/lessons/letters/class-place-free.ts'
import { classPromoted } from '#domain/lessons/letters/class-promoted.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { message } from '#format/stored-message.ts'
import { lockClass, type LockedClass } from './locked-class.server.ts'

type Waiting = { id: string; memberId: string }

/**
 * Gives the free places of a locked class to its waiting list, in order. Skips members without a class left and those who
 * take another lesson then; they stay in line. After the deadline of free cancellation it promotes no one and tells
 * all of the line once. Returns the number of free places that are left.
 */
export async function promote(trx: Transaction, lesson: LockedClass, free: number): Promise<number> {
  if (free <= 0 || lesson.state !== 'planned' || lesson.isOver) return Math.max(0, free)
  const { rows: line } = await sql<Waiting>`
    select id, member_id from participants where lesson_id = ${lesson.id} and state = 'waiting' order by queue_number`.execute(
    trx,
  )
  if (lesson.isLate) {
    for (const [ahead, waiting] of line.entries()) await tellOfPlace(trx, lesson, waiting, ahead + 1)
    return free
  }
  let left = free
  for (const waiting of line) {
    if (left === 0) break
    if (await seat(trx, lesson, waiting)) left -= 1
  }
  return left
}

/** Seats the first who can take the place. Returns false for a member who cannot. */
async function seat(trx: Transaction, lesson: LockedClass, { id, memberId }: Waiting): Promise<boolean> {
  await lockCommitments(trx, { people: [memberId] })
  if (await isTakenThen(trx, memberId, lesson.id)) return false
  const startsAt = sql<Date>`${lesson.startsAt}::timestamptz`
  const [allowance] = await lockAllowancesAt(trx, memberId, startsAt)
  if (!allowance || !hasLeft(allowance)) return false
  const { policy } = lesson
  const { freeUntil } = await trx
    .updateTable('participants')
    .set({
      state: 'booked',
      allowanceId: allowance.orderId,
      promotedAt: sql<Date>`club_now()`,
      policyVersion: policy.version,
      freeUntil: sql<Date>`least(${startsAt}, greatest(${lesson.deadline}::timestamptz,
        add_waking_minutes(club_now(), ${policy.promotedNoticeMinutes}::integer)))`,
    })
    .where('id', '=', id)
    .returning('freeUntil')
    .executeTakeFirstOrThrow()
  await leaveOtherLines(trx, memberId, lesson.id)
  const { title, day, clock, trainerName, roomName } = lesson
  await recordActivity(trx, {
    userId: memberId,
    kind: 'booking',
    summary: message('activity.youAreIn', { title, day: { day }, clock }),
    detail: message('activity.youWereNext'),
  })
  await queueMail(trx, classPromoted, {
    to: { userId: memberId },
    cause: id,
    facts: { lessonId: lesson.id, title, day, clock, trainerName, roomName, freeUntil },
  })
  return true
}

const tellOfPlace = (
  trx: Transaction,
  { id, title, day, clock }: LockedClass,
  { id: cause, memberId }: Waiting,
  position: number,
) =>
  queueMail(trx, classPlaceFree, {
    to: { userId: memberId },
    cause,
    facts: { lessonId: id, title, day, clock, position },
  })

/** Whether the member takes or gives another lesson at the time of a class. Requires `lockCommitments`. */
export async function isTakenThen(trx: Transaction, memberId: string, lessonId: string): Promise<boolean> {
  const { rows } = await sql`
    select from commitments, lessons where lessons.id = ${lessonId} and person_id = ${memberId} and (gives or commitments.lesson_id is distinct from lessons.id)
      and commitments.on_date = lessons.on_date
      and commitments.start_hour between lessons.start_hour and (lessons.start_hour * 60 + lessons.start_minute + lessons.minutes - 1) / 60
      -- two classes can share a clock hour without an overlap
      and not exists (select from lessons other where other.id = commitments.lesson_id and not other.span && lessons.span)
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Takes a member with a place out of the lines of classes at the same time. */
async function leaveOtherLines(trx: Transaction, memberId: string, lessonId: string): Promise<void> {
  await sql`
    update participants set state = 'left' from lessons other, lessons own
    where own.id = ${lessonId} and other.id = participants.lesson_id and other.id <> own.id
      and member_id = ${memberId} and participants.state = 'waiting' and other.on_date = own.on_date and other.span && own.span`.execute(
    trx,
  )
}

/**
 * Job: fills the free places of classes with a waiting list, which a transaction that failed half-way, or a new
 * allowance, left open. Idempotent.
 */
export async function promoteWaiting(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from lessons
    where kind = 'class' and state = 'planned' and starts_at > club_now() and taken < capacity
      and exists (select from participants where lesson_id = lessons.id and state = 'waiting')
    order by starts_at, id limit 200`.execute(db)
  for (const { id } of rows)
    await transaction(async (trx) => {
      const lesson = await lockClass(trx, id)
      await promote(trx, lesson, lesson.capacity - lesson.taken)
    })
}
