import { sql, type RawBuilder } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubZone, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requireId } from '#domain/ids.ts'
import { wakingDeadline } from '#domain/lessons/lessons.rules.ts'
import { readPolicies, type Policy } from '#domain/lessons/policies.server.ts'
import { formatClock } from '#format/clock.ts'
import { t } from '#messages/t.ts'

/** A class whose row is locked, with the current policy. */
export type LockedClass = {
  id: string
  day: Day
  startHour: number
  startMinute: number
  /** Local time, such as `18:30`. */
  clock: string
  startsAt: Date
  title: string
  trainerId: string
  trainerUserId: string
  trainerName: string
  roomName: string
  capacity: number
  taken: number
  state: 'planned' | 'called_off'
  isOver: boolean
  /** Days from today. */
  daysAhead: number
  /** End of free cancellation and of promotion from the waiting list. */
  deadline: Date
  isLate: boolean
  policy: Policy
}

/**
 * Locks a class, before the people in it and their allowances. Every change of its places takes this lock. Throws
 * `not-found`.
 */
export async function lockClass(trx: Transaction, lessonId: string): Promise<LockedClass> {
  const id = requireId(lessonId, t('refusal.thisClass'))
  const { rows: times } = await sql<{ startMinutes: number }>`
    select start_hour * 60 + start_minute as start_minutes from lessons where id = ${id} and kind = 'class' for no key update`.execute(
    trx,
  )
  if (!times[0]) throw notFound(t('refusal.thisClass'))
  const policy = await readPolicies(trx)
  const deadline = classDeadline(policy, times[0].startMinutes)
  const { rows } = await sql<Omit<LockedClass, 'clock' | 'policy' | 'isLate'> & { isLate: boolean }>`
    select lessons.id, on_date as day, start_hour, start_minute, starts_at, title, trainers.id as trainer_id,
      trainers.user_id as trainer_user_id, trainers.name as trainer_name, rooms.name as room_name, lessons.capacity, taken, state,
      starts_at <= club_now() as is_over, on_date - club_today() as days_ahead,
      ${deadline} as deadline, ${deadline} <= club_now() as is_late
    from lessons join classes on classes.id = class_id join trainers on trainers.id = lessons.trainer_id
      join rooms on rooms.id = room_id
    where lessons.id = ${id}`.execute(trx)
  const found = rows[0]!
  return { ...found, clock: formatClock(found.startHour, found.startMinute), policy }
}

/** SQL for the end of free cancellation of `lessons`, which start at this minute of the day. */
export function classDeadline(policy: Policy, startMinutes: number): RawBuilder<Date> {
  const { daysBefore, minute } = wakingDeadline(startMinutes, policy.classCancellationHours * 60, policy)
  return sql<Date>`((on_date - ${daysBefore}::integer + make_interval(mins => ${minute})) at time zone ${clubZone})`
}

/** SQL for the end of free cancellation of a place that is booked now: the deadline, or the grace after booking. */
export const freeUntil = ({ deadline, policy, startsAt }: LockedClass) =>
  sql<Date>`greatest(${deadline}::timestamptz,
    least(club_now() + make_interval(mins => ${policy.graceMinutes}), ${startsAt}::timestamptz))`

/** Throws `conflict` when the class was called off or has begun. */
export function requireAhead({ state, isOver }: LockedClass): void {
  if (state === 'called_off') throw conflict(t('refusal.thisClassHasBeen'))
  if (isOver) throw conflict(t('refusal.thisClassHasAlready'))
}
