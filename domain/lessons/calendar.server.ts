import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import type { Day, NoLesson } from './lessons.rules.ts'

/** One hour of a day, with whom; or none, and why. */
export type DatedHour = {
  /** Null where there never was a lesson. */
  lessonId: string | null
  day: Day
  /** 0 to 23, by the clock on the wall */
  startHour: number
  because: NoLesson | null
  isOver: boolean
  /** The trainer to a member, the member to a trainer. */
  name: string
  portrait: Portrait | null
  /** For whom that trainer stands in. */
  insteadOf: string | null
}

/** The club's day today, and the hours. */
export type Calendar<Hour extends DatedHour = DatedHour> = { today: Day; hours: Hour[] }

async function readToday(): Promise<Day> {
  const { rows } = await sql<{ today: Day }>`select club_today() as today`.execute(db)
  return rows[0]!.today
}

/** The person's hours of so many days back and ahead, by time; and dates of theirs on which there is none. */
export async function listOwnHours(actor: Actor, { back = 0, ahead = 31 } = {}): Promise<Calendar> {
  const person = requirePerson(actor)
  const found = sql<DatedHour>`
    select dates.lesson_id, dates.day, dates.start_hour, dates.because, dates.is_over, trainers.name,
      (select name from trainers where id = dates.instead_of) as instead_of,
      ${portraitOf('images', 'users')} as portrait
    from (
      select lessons.id as lesson_id, trainer_id, instead_of, on_date as day, start_hour, called_off_because as because,
        starts_at <= club_now() as is_over
      from places join lessons on lessons.id = places.lesson_id
      where places.member_id = ${person.id} and on_date between club_today() - ${back}::integer and club_today() + ${ahead}::integer
      union all
      select null, slots.trainer_id, null, from_date, months.start_hour, because, from_date < club_today()
      from make_ups join months using (booking_id)
        join bookings on bookings.id = make_ups.booking_id join slots on slots.id = bookings.slot_id
      where make_ups.member_id = ${person.id} and from_lesson_id is null
        and from_date between club_today() - ${back}::integer and club_today() + ${ahead}::integer) dates
      join trainers on trainers.id = dates.trainer_id
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    order by dates.day, dates.start_hour, trainers.name`.execute(db)
  const [today, { rows }] = await Promise.all([readToday(), found])
  return { today, hours: rows }
}

/** What a trainer sees of an hour beside its member: which of how many of the month it is, and who gives it. */
export type TrainerHour = DatedHour & {
  plan: string | null
  place: number
  of: number
  /** The trainer is away, and nobody has taken the hour yet. */
  isWanted: boolean
  /** Who stands in for the trainer. */
  coveredBy: string | null
}

type Stretch = {
  /** So many days after today; before it where less than 0. */
  from?: number
  days?: number
  /** Whether with hours that somebody else gives or that were called off. */
  withChanges?: boolean
}

/** The hours that a trainer gives, by time; of two weeks from today on unless asked for others. Trainers only. */
export async function listTrainerHours(
  actor: Actor,
  { from = 0, days = 15, withChanges = false }: Stretch = {},
): Promise<Calendar<TrainerHour>> {
  const trainer = requireRole(actor, 'trainer')
  const first = sql<Day>`(club_today() + ${from}::integer)`
  const found = sql<TrainerHour>`
    select lessons.id as lesson_id, on_date as day, start_hour, called_off_because as because,
      starts_at <= club_now() as is_over, users.name, ${portraitOf('images', 'users')} as portrait, bookings.plan,
      case when trainer_id = me.id then stood_in_for.name end as instead_of,
      case when instead_of = me.id then givers.name end as covered_by, cover_until is not null as is_wanted,
      (select count(*) from lessons l where l.booking_id = bookings.id and l.state = 'planned' and l.on_date <= lessons.on_date) as place,
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
