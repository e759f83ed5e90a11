import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
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

const ofSales = (sum: ReturnType<typeof sql>) => sql<number>`(
  select coalesce(sum(${sum}), 0)
  from slots
    join bookings on bookings.slot_id = slots.id
    join payments on payments.booking_id = bookings.id
  where slots.trainer_id = trainers.id)`

/** Of the row of `payments` at hand: what was received less what was refunded or is about to be, in cents. */
const keptCents = sql`payments.amount_cents - payments.refunded_cents`
/** The trainer's part of it, in whole cents. */
export const keptPartCents = sql`(${keptCents}) * payments.share_percent / 100`

/** Of the row of `trainers` at hand: received for their slots less what was refunded, in cents. */
export const soldCents = ofSales(keptCents)
/** Of the row of `trainers` at hand: their part of that. */
export const partCents = ofSales(keptPartCents)
/** Of the row of `trainers` at hand: what they were paid out, in cents. */
export const paidOutCents = sql<number>`(
  select coalesce(sum(payouts.amount_cents), 0) from payouts where payouts.trainer_id = trainers.id)`

/** All trainers by joining, oldest first, those who left included: they may still be owed. Admins only. */
export async function listTrainersForAdmin(
  actor: Actor,
  asked: Partial<Stretch> = {},
): Promise<Listed<TrainerForAdmin>> {
  requireRole(actor, 'admin')
  const { limit, offset } = boundStretch(asked)
  // the sums are made for the trainers of this stretch only
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
      .leftJoin('images', (join) =>
        join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainers.photoId', 'members.photoId'))),
      )
      .select([
        'trainers.id',
        'trainers.name',
        portraitOf('images', 'users').as('portrait'),
        'users.email',
        'members.role',
        'trainers.joinedAt',
        'trainers.retiredAt',
        soldCents.as('soldCents'),
        partCents.as('partCents'),
        paidOutCents.as('paidOutCents'),
      ])
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
