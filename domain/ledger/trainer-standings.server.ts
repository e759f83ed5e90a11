import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { standingOf, type Standing } from './standing.rules.ts'

/** A trainer as admins see them: who it is and where the club stands with them. */
export type TrainerForAdmin = Standing & {
  id: string
  name: string
  portrait: Portrait | null
  email: string
  role: Role
  joinedAt: Date
  /** When the role was taken back; null for trainers at work. */
  retiredAt: Date | null
  /** What was received for their slots, less what was refunded, in cents. */
  soldCents: number
  /** Their part of that, by the share that counted at each sale, in cents. */
  partCents: number
  paidOutCents: number
}

/** What the trainer of the row of `trainer_sums` at hand sold, earned and was paid; nothing without such a row. */
export const trainerSumColumns = [
  sql<number>`coalesce(sold_cents, 0)`.as('soldCents'),
  sql<number>`coalesce(part_cents, 0)`.as('partCents'),
  sql<number>`coalesce(paid_out_cents, 0)`.as('paidOutCents'),
]

/** All trainers by joining, oldest first, those who left included: they may still be owed. Admins only. */
export async function listTrainersForAdmin(
  actor: Actor,
  asked: Partial<PageRange> = {},
): Promise<Page<TrainerForAdmin>> {
  requirePermission(actor, 'trainers.readAll')
  const { limit, offset } = clampPageRange(asked)
  const stretch = db
    .selectFrom('trainers')
    .selectAll()
    .orderBy('joinedAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const [found, { total }] = await Promise.all([
    db
      .selectFrom(stretch.as('trainers'))
      .innerJoin('users', 'users.id', 'trainers.userId')
      .innerJoin('members', 'members.userId', 'trainers.userId')
      .leftJoin('trainerSums', 'trainerSums.trainerId', 'trainers.id')
      .leftJoin('images', (join) =>
        join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainers.photoId', 'members.photoId'))),
      )
      .select([
        'trainers.id',
        'trainers.name',
        portraitJson('images', 'users').as('portrait'),
        // nobody reads what an account that is gone is called by
        sql<string>`case when erased_at is null then users.email else '' end`.as('email'),
        'members.role',
        'trainers.joinedAt',
        'trainers.retiredAt',
      ])
      .select(trainerSumColumns)
      .orderBy('trainers.joinedAt')
      .orderBy('trainers.id')
      .execute(),
    db
      .selectFrom('trainers')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const items = found.map((trainer) => ({
    ...trainer,
    ...standingOf(trainer.partCents, trainer.paidOutCents),
  }))
  return { items, total }
}
