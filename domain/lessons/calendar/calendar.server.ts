import { sql, type RawBuilder } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { readToday } from '#domain/lessons/schedule/schedule-lock.server.ts'
import {
  cancellationOutcomeOf,
  type DateOutcome,
  type Day,
  type NoLessonReason,
  type CancellationOutcome,
} from '#domain/lessons/lessons.rules.ts'
import { memberDateColumns, memberDates } from '#domain/lessons/schedule/date-outcomes.server.ts'

/** One hour of a day, with whom; or none, and why. */
export type CalendarLesson = {
  /** Null where there never was a lesson. */
  lessonId: string | null
  day: Day
  /** 0 to 23, by the clock on the wall */
  startHour: number
  because: NoLessonReason | null
  isOver: boolean
  /** The trainer to a member, the member to a trainer. */
  name: string
  portrait: Portrait | null
  /** For whom that trainer stands in. */
  insteadOf: string | null
}

/** A member's own, with what became of it. */
export type MemberLesson = CalendarLesson &
  DateOutcome & {
    bookingId: string
    /** What giving it back would bring now; null when it is over or called off. */
    outcome: CancellationOutcome | null
    /** Until when it is given back in time, and the club's day on which that is; null without a lesson. */
    freeUntil: Date | null
    freeUntilDay: Day | null
  }

/** The club's day today, and the hours. */
export type Calendar<Hour extends CalendarLesson = CalendarLesson> = { today: Day; hours: Hour[] }

/**
 * The person's hours of so many days back and ahead, by time; and dates of theirs on which there is none, but for those
 * ahead of a month whose money goes back.
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

/** Those that are over, the newest first. */
export async function listPastLessons(
  actor: Actor,
  asked: Partial<PageRange> = {},
): Promise<Page<MemberLesson>> {
  const { id } = requirePerson(actor)
  const { limit, offset } = clampPageRange(asked)
  const past = sql`dates.member_id = ${id} and dates.is_over`
  const [items, { rows }] = await Promise.all([
    readOwnLessons(sql`${past} order by dates.day desc, dates.start_hour desc, trainers.name
      limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total from ${memberDates} where ${past}`.execute(db),
  ])
  return { items, total: rows[0]!.total }
}

type MemberLessonRow = MemberLesson & Parameters<typeof cancellationOutcomeOf>[0]

async function readOwnLessons(which: RawBuilder<unknown>): Promise<MemberLesson[]> {
  const { rows } = await sql<MemberLessonRow>`
    select ${memberDateColumns}, dates.booking_id, trainers.name, ${portraitJson('images', 'users')} as portrait, free_until,
      (free_until at time zone ${clubZone})::date as free_until_day,
      coalesce(free_until <= club_now(), false) as is_late, coalesce(make_ups_a_month, 0) as make_ups_a_month,
      exists (select from make_ups where spent_on = dates.lesson_id) as was_make_up,
      (select count(*) from make_ups where booking_id = dates.booking_id and because in ('given back', 'moved')) as own_make_ups
    from ${memberDates}
      left join policies on policies.version = dates.policy_version
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    where ${which}`.execute(db)
  return rows.map(({ isLate, makeUpsAMonth, wasMakeUp, ownMakeUps, ...hour }) => {
    const isOpen = hour.lessonId !== null && hour.because === null && !hour.isOver
    return {
      ...hour,
      outcome: isOpen ? cancellationOutcomeOf({ isLate, makeUpsAMonth, wasMakeUp, ownMakeUps }) : null,
    }
  })
}

/** What a trainer sees of an hour beside its member: which of how many of the month it is, and who gives it. */
export type TrainerLesson = CalendarLesson & {
  plan: string | null
  ordinal: number
  of: number
  /** The trainer is away, and nobody has taken the hour yet. */
  needsCover: boolean
  /** Who stands in for the trainer. */
  coveredBy: string | null
}

type TrainerLessonQuery = {
  /** So many days after today; before it where less than 0. */
  from?: number
  days?: number
  /** Whether with hours that somebody else gives or that were called off. */
  withChanges?: boolean
}

/** The hours that a trainer gives, by time; of two weeks from today on unless asked for others. Trainers only. */
export async function listTrainerLessons(
  actor: Actor,
  { from = 0, days = 15, withChanges = false }: TrainerLessonQuery = {},
): Promise<Calendar<TrainerLesson>> {
  const trainer = requireRole(actor, 'trainer')
  const first = sql<Day>`(club_today() + ${from}::integer)`
  const found = sql<TrainerLesson>`
    select lessons.id as lesson_id, on_date as day, start_hour, called_off_because as because,
      starts_at <= club_now() as is_over, users.name, ${portraitJson('images', 'users')} as portrait, bookings.plan,
      case when trainer_id = me.id then stood_in_for.name end as instead_of,
      case when instead_of = me.id then givers.name end as covered_by, cover_until is not null as needs_cover,
      (select count(*) from lessons l where l.booking_id = bookings.id and l.state = 'planned' and l.on_date <= lessons.on_date) as ordinal,
      (select count(*) from lessons l where l.booking_id = bookings.id and l.state = 'planned') as of
    from trainers me
      join lessons on trainer_id = me.id or instead_of = me.id
      join trainers givers on givers.id = trainer_id
      left join trainers stood_in_for on stood_in_for.id = instead_of
      join bookings on bookings.id = lessons.booking_id
      join users on users.id = bookings.buyer_id
      join members on members.user_id = users.id
      left join images on images.id = members.photo_id
    where me.user_id = ${trainer.id} and on_date >= ${first} and on_date < ${first} + ${days}::integer
      and (${withChanges} or (trainer_id = me.id and lessons.state = 'planned' and cover_until is null))
    order by on_date, start_hour, lessons.changed_at desc, lessons.id`.execute(db)
  const [today, { rows }] = await Promise.all([readToday(), found])
  return { today, hours: rows }
}

/** Why a trainer gives no hour on a day on which they usually do. */
export type DayOff = { because: 'closed'; reason: string } | { because: 'away' }

/** Whether the club is closed today, or the trainer away for all of it; null on other days. Trainers only. */
export async function readDayOff(actor: Actor): Promise<DayOff | null> {
  const { id } = requireRole(actor, 'trainer')
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
