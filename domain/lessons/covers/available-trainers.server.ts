import { sql, type RawBuilder } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/**
 * SQL relation: each of these `lessons` with every other trainer of the club, whether they are free then, away, and
 * the first that they give or take then.
 */
export const otherTrainersOf = (which: RawBuilder<boolean>) => sql`(
  with own as materialized (
    select id, kind, on_date, start_hour, (start_hour * 60 + start_minute + minutes - 1) / 60 as last_hour, span, trainer_id
    from lessons where ${which})
  select own.id as lesson_id, trainers.id, trainers.name, user_id, photo_id,
    to_char(own.on_date, 'FMDay') = any (weekdays) as works_that_day, is_away, clash, not is_away and clash is null as is_free
  from own join trainers on trainers.id <> own.trainer_id and retired_at is null
    cross join lateral (select exists (select from absences where absences.trainer_id = trainers.id
      and (own.on_date, own.last_hour) >= (from_day, from_hour) and (own.on_date, own.start_hour) < (until_day, until_hour)) as is_away) absence
    left join (
      select distinct on (own.id, person_id) own.id as lesson_id, person_id, jsonb_build_object('gives', gives,
        'isSameClass', own.kind = 'class' and other.id is not distinct from own.id, 'isOnHold', other.id is null, 'title', title,
        'startHour', coalesce(other.start_hour, commitments.start_hour), 'startMinute', coalesce(other.start_minute, 0)) as clash
      from own join commitments on commitments.on_date = own.on_date and commitments.start_hour between own.start_hour and own.last_hour
        left join lessons other on other.id = commitments.lesson_id left join classes on classes.id = other.class_id
      where (other.id is null or other.span && own.span)
        -- the days of the lessons, as constants: an index finds them instead of reading all years
        and commitments.on_date between (select min(on_date) from own) and (select max(on_date) from own)
      order by own.id, person_id, commitments.start_hour) clashes on clashes.lesson_id = own.id and person_id = user_id)`

/** What a trainer gives or takes at the time of a lesson. */
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

export type FreeTrainer = { id: string; name: string; portrait: Portrait | null; worksThatDay: boolean }

/** A trainer who could give a class. */
export type Substitute = FreeTrainer & {
  /** Why they cannot, as a sentence; null when they are free. */
  busyBecause: string | null
}

type TrainerRow = FreeTrainer & { isAway: boolean; clash: Clash | null }

/**
 * Returns a page of the trainers who can cover an hour, first those who work on that weekday; empty when it needs no
 * cover. Throws `forbidden` without the permission `covers.assign`, and `not-found`.
 */
export async function listFreeTrainers(
  actor: Actor,
  lessonId: string,
  range: Partial<PageRange> = {},
): Promise<Page<FreeTrainer>> {
  requirePermission(actor, 'covers.assign')
  const id = requireId(lessonId, t('refusal.thisHour'))
  const { rows } = await sql<{ needsCover: boolean }>`
    select coalesce(cover_until > club_now(), false) as needs_cover from lessons where id = ${id} and kind = 'hour'`.execute(
    db,
  )
  if (!rows[0]) throw notFound(t('refusal.thisHour'))
  if (!rows[0].needsCover) return { items: [], total: 0 }
  const free = sql`(select * from ${otherTrainersOf(sql<boolean>`id = ${id}`)} others where is_free)`
  const [items, counts] = await Promise.all([
    readTrainers(free, clampPageRange(range)),
    sql<{ total: number }>`select count(*)::int as total from ${free} free`.execute(db),
  ])
  return {
    items: items.map(({ isAway: _, clash: __, ...trainer }) => trainer),
    total: counts.rows[0]!.total,
  }
}

/**
 * Returns up to 50 other trainers for a class, the free ones first, then those who work on that weekday. Throws
 * `forbidden` without the permission `covers.assign`, and `not-found` for what is no id.
 */
export async function listSubstitutes(actor: Actor, lessonId: string): Promise<Substitute[]> {
  requirePermission(actor, 'covers.assign')
  const id = requireId(lessonId, t('refusal.thisClass'))
  const others = otherTrainersOf(sql<boolean>`id = ${id} and kind = 'class'`)
  const rows = await readTrainers(others, { limit: 50, offset: 0 })
  return rows.map(({ isAway, clash, ...trainer }) => ({
    ...trainer,
    busyBecause: describeClash(firstName(trainer.name), { isAway, clash }),
  }))
}

/** Returns a page of such trainers with their pictures, those who are free and who work that day first. */
async function readTrainers(
  trainers: RawBuilder<unknown>,
  { limit, offset }: PageRange,
): Promise<TrainerRow[]> {
  const { rows } = await sql<TrainerRow>`
    with page as (
      select * from ${trainers} others order by is_free desc, works_that_day desc, name, id limit ${limit} offset ${offset})
    select page.id, page.name, ${portraitJson('images', 'users')} as portrait, works_that_day, is_away, clash
    from page join users on users.id = page.user_id join members on members.user_id = users.id
      left join images on images.id = coalesce(page.photo_id, members.photo_id)
    order by is_free desc, works_that_day desc, page.name, page.id`.execute(db)
  return rows
}

/**
 * Throws `conflict`, with the reason, unless the trainer is free to give the lesson instead of its own trainer. The
 * caller holds `waitForScheduleLock`, so that no trainer goes away meanwhile.
 */
export async function requireFreeToGive(
  trx: Transaction,
  lessonId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { rows } = await sql<Pick<TrainerRow, 'isAway' | 'clash'>>`
    select is_away, clash from ${otherTrainersOf(sql<boolean>`id = ${lessonId}`)} others where id = ${id}`.execute(
    trx,
  )
  // no row: the trainer left the club, or gives the lesson already
  const because = rows[0] ? describeClash(name, rows[0]) : t('refusal.isntFreeAtThat', { name })
  if (because !== null) throw conflict(because)
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
