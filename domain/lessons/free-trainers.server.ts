import { sql, type RawBuilder } from 'kysely'
import { db, type Database, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

type Hour = { day: RawBuilder<Day>; startHour: RawBuilder<number> }
const hourOfLesson: Hour = { day: sql`lessons.on_date`, startHour: sql`lessons.start_hour` }

/** Whether the trainer of this name in the query can give an hour: that of the row of `lessons`, unless another is named. */
export const isFree = (trainer: string, { day, startHour } = hourOfLesson) => sql<boolean>`
  not is_away(${sql.ref(`${trainer}.id`)}, ${day}, ${startHour})
  and not exists (select from lessons own where own.trainer_id = ${sql.ref(`${trainer}.id`)} and own.state = 'planned'
    and own.on_date = ${day} and own.start_hour = ${startHour})`

export type FreeTrainer = { id: string; name: string; portrait: Portrait | null; worksThatDay: boolean }

const mostFreeTrainers = 30

/**
 * The trainers who can give an hour, those first who train on that weekday; none when it wants no cover. Admins only;
 * throws `not-found`.
 */
export async function listFreeTrainers(actor: Actor, lessonId: string): Promise<FreeTrainer[]> {
  requireRole(actor, 'admin')
  return findFreeTrainers(db, requireId(lessonId, 'This hour'))
}

/** The same for whoever may know; of one trainer, whether they can. */
export async function findFreeTrainers(
  from: Database | Transaction,
  lessonId: string,
  trainerId?: string,
): Promise<FreeTrainer[]> {
  const { rows: wanted } = await sql<WantedOf>`
    select on_date as day, start_hour, to_char(on_date, 'FMDay') as weekday, trainer_id, buyer_id as member_id,
      coalesce(cover_until > club_now(), false) as is_wanted
    from lessons join bookings on bookings.id = booking_id where lessons.id = ${lessonId}`.execute(from)
  const [hour] = wanted
  if (!hour) throw notFound('This hour')
  if (!hour.isWanted) return []
  const when = { day: sql<Day>`${hour.day}::date`, startHour: sql<number>`${hour.startHour}::integer` }
  const worksThatDay = sql<boolean>`${hour.weekday} = any (weekdays)`
  // in the order of an index, so that nobody is looked at beyond those who are shown
  const firstOf = (which: RawBuilder<boolean>) => sql`(
    select id, name, user_id, photo_id, ${worksThatDay} as works_that_day from trainers
    where retired_at is null and ${which} and id <> ${hour.trainerId} and user_id <> ${hour.memberId}
      ${trainerId === undefined ? sql`` : sql`and id = ${trainerId}`} and ${isFree('trainers', when)}
    order by name, id limit ${mostFreeTrainers})`
  const { rows } = await sql<FreeTrainer>`
    select trainers.id, trainers.name, ${portraitOf('images', 'users')} as portrait, works_that_day
    from (${firstOf(worksThatDay)} union all ${firstOf(sql`not ${worksThatDay}`)}) trainers
      join users on users.id = trainers.user_id
      join members on members.user_id = users.id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    order by works_that_day desc, trainers.name, trainers.id limit ${mostFreeTrainers}`.execute(from)
  return rows
}

type WantedOf = {
  day: Day
  startHour: number
  weekday: string
  trainerId: string
  memberId: string
  isWanted: boolean
}
