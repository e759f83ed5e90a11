import { sql } from 'kysely'
import { db, type Queryable } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** A trainer who could give a class. */
export type Substitute = {
  id: string
  name: string
  portrait: Portrait | null
  worksThatDay: boolean
  /** Why they cannot, as a sentence; null when they are free. */
  busyBecause: string | null
}

/** What a trainer gives or takes at the time of a class. */
type Clash = {
  gives: boolean
  /** They have a place in the class itself. */
  isSameClass: boolean
  /** An hour that is not paid yet. */
  isOnHold: boolean
  /** Null for an hour. */
  title: string | null
  startHour: number
  startMinute: number
}

type TrainerRow = Omit<Substitute, 'busyBecause'> & { isAway: boolean; clash: Clash | null }

/**
 * Returns up to 50 other trainers for a class, the free ones first, then those who work on that weekday. Throws
 * `forbidden` without the permission `covers.assign`, and `not-found` for what is no id.
 */
export async function listSubstitutes(actor: Actor, lessonId: string): Promise<Substitute[]> {
  requirePermission(actor, 'covers.assign')
  const rows = await readTrainers(db, requireId(lessonId, t('refusal.thisClass')))
  return rows.map(({ isAway, clash, ...trainer }) => ({
    ...trainer,
    busyBecause: describeClash(firstName(trainer.name), { isAway, clash }),
  }))
}

/** Returns why another trainer cannot give a class, as a sentence; null when they are free. */
export async function whyBusy(from: Queryable, lessonId: string, trainerId: string): Promise<string | null> {
  const [trainer] = await readTrainers(from, lessonId, trainerId)
  return trainer ? describeClash(trainer.name, trainer) : null
}

async function readTrainers(
  from: Queryable,
  lessonId: string,
  trainerId: string | null = null,
): Promise<TrainerRow[]> {
  const { rows } = await sql<TrainerRow>`
    with own as materialized (
      select id, on_date, start_hour, (start_hour * 60 + start_minute + minutes - 1) / 60 as last_hour, span, trainer_id
      from lessons where id = ${lessonId} and kind = 'class'),
    clashes as materialized (
      select distinct on (person_id) person_id, jsonb_build_object('gives', gives, 'isSameClass', other.id is not distinct from own.id,
        'isOnHold', other.id is null, 'title', title, 'startHour', coalesce(other.start_hour, commitments.start_hour), 'startMinute', coalesce(other.start_minute, 0)) as clash
      from own join commitments on commitments.on_date = own.on_date and commitments.start_hour between own.start_hour and own.last_hour
        left join lessons other on other.id = commitments.lesson_id left join classes on classes.id = other.class_id
      where other.id is null or other.span && own.span
      order by person_id, commitments.start_hour),
    others as (
      select trainers.id, trainers.name, user_id, photo_id, to_char(own.on_date, 'FMDay') = any (weekdays) as works_that_day, clash,
        exists (select from absences where absences.trainer_id = trainers.id
          and (own.on_date, own.last_hour) >= (from_day, from_hour) and (own.on_date, own.start_hour) < (until_day, until_hour)) as is_away
      from own join trainers on trainers.id <> own.trainer_id and retired_at is null
        left join clashes on person_id = user_id
      where ${trainerId}::uuid is null or trainers.id = ${trainerId}),
    first as (
      select *, clash is not null or is_away as is_busy from others order by is_busy, works_that_day desc, name, id limit 50)
    select first.id, first.name, ${portraitJson('images', 'users')} as portrait, works_that_day, is_away, clash
    from first join users on users.id = first.user_id join members on members.user_id = users.id
      left join images on images.id = coalesce(first.photo_id, members.photo_id)
    order by is_busy, works_that_day desc, first.name, first.id`.execute(from)
  return rows
}

function describeClash(name: string, { isAway, clash }: Pick<TrainerRow, 'isAway' | 'clash'>): string | null {
  if (isAway) return t('substitute.isAway', { name })
  if (clash === null) return null
  const { gives, isSameClass, isOnHold, title, startHour, startMinute } = clash
  const clock = formatClock(startHour, startMinute)
  if (isSameClass) return t('substitute.hasAPlaceInIt', { name })
  if (title !== null)
    return gives
      ? t('substitute.givesAClass', { name, title, clock })
      : t('substitute.takesAClass', { name, title, clock })
  if (isOnHold)
    return gives
      ? t('substitute.hourIsBeingBooked', { name, clock })
      : t('substitute.booksAnHour', { name, clock })
  return gives ? t('substitute.givesAnHour', { name, clock }) : t('substitute.takesAnHour', { name, clock })
}
