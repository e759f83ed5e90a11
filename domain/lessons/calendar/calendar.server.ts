import { sql, type RawBuilder } from 'kysely'
import { clubZone, db, readToday } from '#db/client.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import {
  cancellationOutcomeOf,
  type DateOutcome,
  type Day,
  type NoLessonReason,
  type CancellationOutcome,
} from '#domain/lessons/lessons.rules.ts'
import { lessonGroupJson, type LessonGroup } from '#domain/lessons/roster/day-roster.server.ts'
import { memberDateColumns, memberDates } from '#domain/lessons/schedule/date-outcomes.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

/** A lesson of a day, or a date without one and the reason. */
export type CalendarLesson = {
  /** Null for a date that never had a lesson. */
  lessonId: string | null
  day: Day
  /** 0 to 23, in the club's local time. */
  startHour: number
  because: NoLessonReason | null
  isOver: boolean
  /** The trainer's name for a member; for a trainer the member's, or the title of a class. */
  name: string
  portrait: Portrait | null
  /** Name of the trainer whose lesson it is, when another one covers it. */
  insteadOf: string | null
}

/** A lesson of a member, with the outcome of its date. */
export type MemberLesson = CalendarLesson &
  DateOutcome & {
    bookingId: string
    /** Outcome of a cancellation now; null when the lesson is over or called off. */
    outcome: CancellationOutcome | null
    /** Deadline for a cancellation in time and its date in the club's time zone; null without a lesson. */
    freeUntil: Date | null
    freeUntilDay: Day | null
    /** The trainer is away and no other trainer has taken the lesson yet. */
    needsCover: boolean
  }

/** Lessons and the club's current date. */
export type Calendar<Hour extends CalendarLesson = CalendarLesson> = { today: Day; hours: Hour[] }

/**
 * Returns the actor's dates from `back` days ago to `ahead` days from now, in order of time, including dates without a
 * lesson. Upcoming dates of a refunded month are left out. Throws `unauthenticated`.
 */
export async function listOwnLessons(
  actor: Actor,
  { back = 0, ahead = 31 } = {},
): Promise<Calendar<MemberLesson>> {
  const { id } = requirePerson(actor)
  const hours = await readOwnLessons(sql`dates.member_id = ${id}
    and dates.day between club_today() - ${back}::integer and club_today() + ${ahead}::integer
    and (dates.is_over or bookings.state not in ('refund_due', 'refunded'))
    order by dates.day, dates.start_hour, trainers.name`)
  return { today: await readToday(), hours }
}

/**
 * Returns a page of the actor's past dates that had no lesson or were covered, newest first. Throws
 * `unauthenticated`.
 */
export async function listChangedPastLessons(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<MemberLesson>> {
  const { id } = requirePerson(actor)
  const { limit, offset } = clampPageRange(range)
  const past = sql`dates.member_id = ${id} and dates.is_over
    and (dates.because is not null or dates.instead_of is not null)`
  const [items, { rows }] = await Promise.all([
    readOwnLessons(sql`${past} order by dates.day desc, dates.start_hour desc, trainers.name
      limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total from ${memberDates} where ${past}`.execute(db),
  ])
  return { items, total: rows[0]!.total }
}

type MemberLessonRow = MemberLesson & Parameters<typeof cancellationOutcomeOf>[0]

async function readOwnLessons(condition: RawBuilder<unknown>): Promise<MemberLesson[]> {
  const { rows } = await sql<MemberLessonRow>`
    select ${memberDateColumns}, dates.booking_id, trainers.name, ${portraitJson('images', 'users')} as portrait, free_until, dates.cover_until is not null as needs_cover,
      (free_until at time zone ${clubZone})::date as free_until_day,
      coalesce(free_until <= club_now(), false) as is_late, coalesce(make_ups_a_month, 0) as make_ups_a_month,
      exists (select from make_ups where spent_on = dates.lesson_id) as was_make_up,
      (select count(*) from make_ups where booking_id = dates.booking_id and because in ('given back', 'moved')) as own_make_ups
    from ${memberDates}
      left join policies on policies.version = dates.policy_version
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    where ${condition}`.execute(db)
  return rows.map(({ isLate, makeUpsAMonth, wasMakeUp, ownMakeUps, ...hour }) => {
    const isOpen = hour.lessonId !== null && hour.because === null && !hour.isOver
    return {
      ...hour,
      outcome: isOpen
        ? cancellationOutcomeOf({
            needsCover: hour.needsCover,
            isLate,
            makeUpsAMonth,
            wasMakeUp,
            ownMakeUps,
          })
        : null,
    }
  })
}

/** A lesson as its trainer sees it: a class, or an hour with its ordinal within the month; and its cover. */
export type TrainerLesson = CalendarLesson & {
  startMinute: number
  /** Null for an hour. */
  group: LessonGroup | null
  plan: string | null
  ordinal: number
  of: number
  /** The trainer is away and no other trainer has taken the lesson yet. */
  needsCover: boolean
  /** Name of the covering trainer. */
  coveredBy: string | null
}

type TrainerLessonQuery = {
  /** Offset of the first day from today, possibly negative. */
  from?: number
  days?: number
  /** Includes lessons that were called off or that another trainer gives. */
  withChanges?: boolean
  withClasses?: boolean
}

/**
 * Returns a trainer's lessons in order of time, by default of 15 days from today. Throws `forbidden` without the
 * permission `lessons.give`.
 */
export async function listTrainerLessons(
  actor: Actor,
  { from = 0, days = 15, withChanges = false, withClasses = false }: TrainerLessonQuery = {},
): Promise<Calendar<TrainerLesson>> {
  const trainer = requirePermission(actor, 'lessons.give')
  const first = sql<Day>`(club_today() + ${from}::integer)`
  const found = sql<TrainerLesson>`
    select lessons.id as lesson_id, on_date as day, start_hour, start_minute, called_off_because as because,
      starts_at <= club_now() as is_over, coalesce(title, users.name) as name, ${lessonGroupJson} as group, ${portraitJson('images', 'users')} as portrait, bookings.plan,
      case when lessons.trainer_id = me.id then stood_in_for.name end as instead_of,
      case when instead_of = me.id then givers.name end as covered_by, cover_until is not null as needs_cover,
      (select count(*) from lessons l where l.booking_id = bookings.id and l.state = 'planned' and l.on_date <= lessons.on_date) as ordinal,
      (select count(*) from lessons l where l.booking_id = bookings.id and l.state = 'planned') as of
    from trainers me
      join lessons on lessons.trainer_id = me.id or instead_of = me.id
      join trainers givers on givers.id = lessons.trainer_id
      left join trainers stood_in_for on stood_in_for.id = instead_of
      left join bookings on bookings.id = lessons.booking_id
      left join users on users.id = bookings.buyer_id
      left join members on members.user_id = users.id
      left join images on images.id = members.photo_id
      left join classes on classes.id = lessons.class_id
      left join rooms on rooms.id = lessons.room_id
    where me.user_id = ${trainer.id} and on_date >= ${first} and on_date < ${first} + ${days}::integer
      and (${withClasses} or lessons.kind = 'hour')
      and (${withChanges} or (lessons.trainer_id = me.id and lessons.state = 'planned' and cover_until is null))
    order by on_date, start_hour, start_minute, lessons.changed_at desc, lessons.id`.execute(db)
  const [today, { rows }] = await Promise.all([readToday(), found])
  return { today, hours: rows }
}

/** Reason for a day without lessons. */
export type DayOff = { because: 'closed'; reason: string } | { because: 'away' }

/**
 * Returns whether the club is closed today or the trainer away all day; null otherwise. Throws `forbidden` without
 * the permission `lessons.give`.
 */
export async function readDayOff(actor: Actor): Promise<DayOff | null> {
  const { id } = requirePermission(actor, 'lessons.give')
  const { rows } = await sql<{ reason: string | null; isAway: boolean }>`
    select (select reason from closures where club_today() between from_day and until_day order by from_day limit 1) as reason,
      exists (select from absences join trainers on trainers.id = trainer_id
        where user_id = ${id} and (from_day, from_hour) <= (club_today(), 0) and (until_day, until_hour) >= (club_today(), 24)) as is_away`.execute(
    db,
  )
  const { reason, isAway } = rows[0]!
  if (reason !== null) return { because: 'closed', reason }
  return isAway ? { because: 'away' } : null
}
