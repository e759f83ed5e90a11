import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { standingOf, type Standing } from './trainer-standing.rules.ts'

/** A current or former trainer with their standing. */
export type TrainerForAdmin = Standing & {
  id: string
  name: string
  portrait: Portrait | null
  email: string
  role: Role
  joinedAt: Date
  /** End of the role; null for current trainers. */
  retiredAt: Date | null
  /** Payments for their slots minus refunds, in cents. */
  soldCents: number
  /** The trainer's part of `soldCents`, each sale with the share valid at its time, with what covers moved. */
  partCents: number
  paidOutCents: number
}

/** Columns of the left-joined `trainer_sums`, 0 without a row. */
export const trainerSumColumns = [
  sql<number>`coalesce(sold_cents, 0)`.as('soldCents'),
  sql<number>`coalesce(part_cents, 0)`.as('partCents'),
  sql<number>`coalesce(paid_out_cents, 0)`.as('paidOutCents'),
]

/**
 * Returns a page of current and former trainers, by joining date, oldest first. Throws `forbidden` without the
 * permission `trainers.readAll`.
 */
export async function listTrainersForAdmin(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<TrainerForAdmin>> {
  requirePermission(actor, 'trainers.readAll')
  const { limit, offset } = clampPageRange(range)
  const pageRows = db
    .selectFrom('trainers')
    .selectAll()
    .orderBy('joinedAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const [found, { total }] = await Promise.all([
    db
      .selectFrom(pageRows.as('trainers'))
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
        // an erased account shows no address
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
