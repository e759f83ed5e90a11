import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import type { LessonCancellationReason, Day } from '#db/tables.ts'

/** A dated hour as the office sees it. */
export type LessonListItem = {
  id: string
  day: Day
  /** 0 to 23, by the clock on the wall */
  startHour: number
  /** Why it was called off; null when it takes place. */
  because: LessonCancellationReason | null
  isOver: boolean
  memberId: string
  memberName: string
  trainerId: string
  trainerName: string
  /** For whom that trainer stands in. */
  insteadOf: string | null
  /** Its trainer is away: until when another one can take it. */
  coverUntil: Date | null
}

export type LessonQuery = Partial<PageRange> & {
  /** Of one member. */
  memberId?: string | undefined
  /** Which one trainer gives, or somebody else in their stead. */
  trainerId?: string | undefined
  /** Today unless another day is named. */
  fromDay?: Day | undefined
  untilDay?: Day | undefined
}

/** The dated hours of a member, of a trainer or of all, from a day on, by time. Admins only. */
export async function listLessons(actor: Actor, asked: LessonQuery = {}): Promise<Page<LessonListItem>> {
  requireRole(actor, 'admin')
  const { limit, offset } = clampPageRange(asked)
  const { memberId, trainerId, fromDay, untilDay } = asked
  const wanted = db
    .selectFrom('lessons')
    .where('onDate', '>=', fromDay ?? sql<Day>`club_today()`)
    .$if(untilDay !== undefined, (query) => query.where('onDate', '<=', untilDay!))
    .$if(trainerId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('trainerId', '=', trainerId!), eb('insteadOf', '=', trainerId!)])),
    )
    .$if(memberId !== undefined, (query) =>
      query.where(
        sql<boolean>`booking_id = any (array(select id from bookings where buyer_id = ${memberId}))`,
      ),
    )
  const page = wanted
    .selectAll()
    .orderBy('onDate')
    .orderBy('startHour')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const [{ rows: items }, { total }] = await Promise.all([
    sql<LessonListItem>`
      select lessons.id, on_date as day, start_hour, called_off_because as because, starts_at <= club_now() as is_over,
        buyer_id as member_id, users.name as member_name, trainers.id as trainer_id, trainers.name as trainer_name,
        (select name from trainers where id = instead_of) as instead_of, cover_until
      from ${page.as('lessons')}
        join bookings on bookings.id = booking_id join users on users.id = buyer_id
        join trainers on trainers.id = trainer_id
      order by on_date, start_hour, lessons.id`.execute(db),
    wanted.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}
