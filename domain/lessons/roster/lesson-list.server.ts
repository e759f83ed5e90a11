import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { LessonCancellationReason, Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { lessonGroupJson, type LessonGroup } from './day-roster.server.ts'

/** A lesson as the office sees it. */
export type LessonListItem = {
  id: string
  day: Day
  /** 0 to 23, in the club's local time. */
  startHour: number
  startMinute: number
  /** Reason for a cancellation; null when it takes place. */
  because: LessonCancellationReason | null
  isOver: boolean
  /** Null for a class. */
  memberId: string | null
  memberName: string | null
  /** Null for an hour. */
  group: LessonGroup | null
  trainerId: string
  trainerName: string
  /** Name of the trainer whose lesson it is, when another one covers it. */
  insteadOf: string | null
  /** Deadline for another trainer to take the lesson; null unless it needs cover. */
  coverUntil: Date | null
}

export type LessonQuery = Partial<PageRange> & {
  memberId?: string | undefined
  /** Lessons that the trainer gives, or that another one covers for them. */
  trainerId?: string | undefined
  /** Defaults to today. */
  fromDay?: Day | undefined
  untilDay?: Day | undefined
  /** Leaves out what has begun. */
  isAhead?: boolean
  /** Includes classes: those of a member with a place in them. */
  withClasses?: boolean
}

/**
 * Returns a page of lessons, optionally of one member or trainer, in order of time. Throws `forbidden` without the
 * permission `lessons.readAll`.
 */
export async function listLessons(actor: Actor, query: LessonQuery = {}): Promise<Page<LessonListItem>> {
  requirePermission(actor, 'lessons.readAll')
  const { limit, offset } = clampPageRange(query)
  const { memberId, trainerId, fromDay, untilDay, isAhead = false, withClasses = false } = query
  const matching = db
    .selectFrom('lessons')
    .$if(!withClasses, (rows) => rows.where('kind', '=', 'hour'))
    .where('onDate', '>=', fromDay ?? sql<Day>`club_today()`)
    .$if(untilDay !== undefined, (rows) => rows.where('onDate', '<=', untilDay!))
    .$if(isAhead, (rows) => rows.where(sql<boolean>`starts_at > club_now()`))
    .$if(trainerId !== undefined, (rows) =>
      rows.where((eb) => eb.or([eb('trainerId', '=', trainerId!), eb('insteadOf', '=', trainerId!)])),
    )
    .$if(memberId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(booking_id = any (array(select id from bookings where buyer_id = ${memberId}))
          or kind = 'class' and lessons.id = any (array(select lesson_id from participants
            where member_id = ${memberId} and kind = 'class' and state in ('booked', 'waiting'))))`,
      ),
    )
  const page = matching
    .selectAll()
    .orderBy('onDate')
    .orderBy('startHour')
    .orderBy('startMinute')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const [{ rows: items }, { total }] = await Promise.all([
    sql<LessonListItem>`
      select lessons.id, on_date as day, start_hour, start_minute, called_off_because as because, starts_at <= club_now() as is_over,
        buyer_id as member_id, users.name as member_name, ${lessonGroupJson} as group, trainers.id as trainer_id, trainers.name as trainer_name,
        (select name from trainers where id = instead_of) as instead_of, cover_until
      from ${page.as('lessons')}
        left join bookings on bookings.id = booking_id left join users on users.id = buyer_id
        join trainers on trainers.id = lessons.trainer_id
        left join classes on classes.id = lessons.class_id left join rooms on rooms.id = lessons.room_id
      order by on_date, start_hour, start_minute, lessons.id`.execute(db),
    matching.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}
