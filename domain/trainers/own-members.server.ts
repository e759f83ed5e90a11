import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { BookingState, PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

type Membership = {
  bookingId: string
  personId: string
  name: string
  portrait: Portrait | null
  slotName: string
  /** 0 to 23, in the club's time zone. */
  startHour: number
  plan: PlanName
  classes: number
  since: Date
  until: Date
}

/** A member with a current month of this trainer. */
export type CurrentMember = Membership & {
  /** Shown so that the trainer can reach them; null without an address. */
  email: string | null
  /** The next month is paid. */
  isRenewed: boolean
}

/** A member with a past month of this trainer; the email address is no longer shared. */
export type FormerMember = Membership & { state: Extract<BookingState, 'ended' | 'refund_due' | 'refunded'> }

const memberships = (trainerUserId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
    .innerJoin('members', 'members.userId', 'bookings.buyerId')
    .leftJoin('images', 'images.id', 'members.photoId')
    .where('trainers.userId', '=', trainerUserId)
    .where('bookings.paidAt', 'is not', null)
    .select((eb) => [
      'bookings.id as bookingId',
      'bookings.buyerId as personId',
      'users.name',
      portraitJson('images', 'users').as('portrait'),
      'slots.name as slotName',
      'slots.startHour',
      eb.ref('bookings.plan').$notNull().as('plan'),
      eb.ref('bookings.planClasses').$notNull().as('classes'),
      eb.ref('bookings.paidAt').$notNull().as('since'),
      eb.ref('bookings.paidUntil').$notNull().as('until'),
    ])

/**
 * Returns the trainer's current members by hour, and a page of former ones, latest first. Throws `forbidden` without
 * the permission `lessons.give`.
 */
export async function listMembersOfTrainer(
  actor: Actor,
  historyRange: Partial<PageRange> = {},
): Promise<{ current: CurrentMember[]; history: Page<FormerMember> }> {
  const trainer = requirePermission(actor, 'lessons.give')
  const { limit, offset } = clampPageRange(historyRange)
  const past = ['ended', 'refund_due', 'refunded'] as const
  const [current, items, { total }] = await Promise.all([
    memberships(trainer.id)
      .where('bookings.state', '=', 'paid')
      .where('bookings.period', '=', 'current')
      .select([letterAddress('users').as('email'), sql<boolean>`is_renewed(bookings)`.as('isRenewed')])
      .orderBy('slots.startHour')
      .execute(),
    memberships(trainer.id)
      .where('bookings.state', 'in', past)
      .select((eb) => eb.ref('bookings.state').$castTo<FormerMember['state']>().as('state'))
      .orderBy('bookings.paidAt', 'desc')
      .orderBy('bookings.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    memberships(trainer.id)
      .where('bookings.state', 'in', past)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { current, history: { items, total } }
}
