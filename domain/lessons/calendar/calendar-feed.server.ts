import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import type { NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { message } from '#format/stored-message.ts'

/** A lesson as an iCalendar event. */
export type FeedEntry = {
  lessonId: string
  /** Number of changes, the SEQUENCE of iCalendar, and the time of the last one; a changed name is one. */
  sequence: number
  changedAt: Date
  startsAt: Date
  minutes: number
  /** Why it is called off; null if it takes place. */
  because: NoLessonReason | null
  /** The other person: the trainer for a member, the member for a trainer; null for the trainer of a class. */
  name: string | null
  /** Of a class; null for an hour. */
  title: string | null
  roomName: string | null
  /** Name of the trainer whose lesson it is, when another one covers it. */
  insteadOf: string | null
}

/** Returns the version of the actor's secret calendar address, counted from 1. */
export async function readOwnCalendarVersion(actor: Actor): Promise<number> {
  const { id } = requirePerson(actor)
  return (await findCalendarVersion(id)) ?? 1
}

/** Replaces the actor's secret calendar address; the former one stops working. Throws `unauthenticated`. */
export async function rotateCalendarAddress(actor: Actor): Promise<void> {
  const { id: userId } = requirePerson(actor)
  await transaction(async (trx) => {
    await trx
      .updateTable('members')
      .set((eb) => ({ calendarVersion: eb('calendarVersion', '+', 1) }))
      .where('userId', '=', userId)
      .execute()
    await recordActivity(trx, { userId, kind: 'account', summary: message('activity.newCalendarLink') })
  })
}

/** Returns the version of a person's calendar address; null for an unknown person. */
export async function findCalendarVersion(userId: string): Promise<number | null> {
  const members = db.selectFrom('members').where('userId', '=', userId)
  return (await members.select('calendarVersion').executeTakeFirst())?.calendarVersion ?? null
}

/**
 * Returns a person's lessons as a member and as an active trainer, from 30 days ago on, in order of time. Lessons
 * called off by the club remain for 14 days. Lessons given back, paused or refunded at the member's request are left
 * out, and so are classes that the person only waits for.
 */
export async function readCalendarFeed(userId: string): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select lessons.id as lesson_id, sequence, lessons.changed_at, starts_at, minutes, called_off_because as because, name,
      (select title from classes where classes.id = class_id) as title, (select rooms.name from rooms where rooms.id = room_id) as room_name,
      (select trainers.name from trainers where trainers.id = instead_of) as instead_of
    from (
      select lesson_id, trainers.name,
        coalesce(called_off_because in ('given back', 'moved', 'paused') or called_off_because = 'refunded' and exists (
          select from payments join refunds on request_key = 'cooling off:' || payments.id
          where payments.booking_id = lessons.booking_id), false) as was_own_wish
      from participants join lessons on lessons.id = lesson_id join trainers on trainers.id = trainer_id
      where member_id = ${userId} and (participants.kind = 'hour'
        or participants.state in ('booked', 'called_off') and num_nonnulls(allowance_id, invited_by) > 0)
      union all
      select lessons.id, users.name, false
      from trainers join lessons on lessons.trainer_id = trainers.id
        join bookings on bookings.id = booking_id join users on users.id = buyer_id
      where trainers.user_id = ${userId} and retired_at is null and cover_until is null
      union all
      select lessons.id, null, false from trainers join lessons on lessons.trainer_id = trainers.id
      where trainers.user_id = ${userId} and retired_at is null and cover_until is null and lessons.kind = 'class') own
      join lessons on lessons.id = own.lesson_id
    where starts_at > club_now() - interval '30 days' and not was_own_wish
      and (called_off_because is null or lessons.changed_at > club_now() - interval '14 days')
    order by starts_at, lessons.id`.execute(db)
  return rows
}

/**
 * Returns the classes of the timetable from today on, in order of time; called off ones remain until their day. Public.
 */
export async function readClassFeed({
  trainerId = null,
  classId = null,
}: ClassFeedFilter): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select lessons.id as lesson_id, sequence, lessons.changed_at, starts_at, minutes, called_off_because as because,
      trainers.name, title, rooms.name as room_name, null as instead_of
    from lessons join classes on classes.id = class_id join trainers on trainers.id = lessons.trainer_id
      join rooms on rooms.id = room_id
    where kind = 'class' and on_date >= club_today()
      and (${trainerId}::uuid is null or lessons.trainer_id = ${trainerId})
      and (${classId}::uuid is null or lessons.class_id = ${classId})
    order by starts_at, lessons.id limit 2000`.execute(db)
  return rows
}

export type ClassFeedFilter = { trainerId?: string | null; classId?: string | null }
