import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import { newestNamed } from '#db/newest.ts'
import type { BookingState, PlanName, Role } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import { takesSlot } from '#domain/slots/taken.server.ts'
import { failedRefundCents } from '#domain/payments/refundable.server.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import type { PeopleShown } from './people.rules.ts'

export type ClubPerson = {
  id: string
  name: string
  email: string
  role: Role
  portrait: Portrait | null
  createdAt: Date
  /** The hour of theirs that ends first; null without one. */
  hour: { plan: PlanName; trainerName: string; paidUntil: Date } | null
  /** How many hours they hold and have not paid. */
  held: number
}

type Asked = {
  /** A part of the name or the address. */
  search?: string
  role?: Role
  shown?: PeopleShown
  /** The last person of the stretch before. */
  after?: string | null
}

export const peopleAtOnce = 25

/**
 * Everybody with an account, newest first, 25 at once; `next` is the person to go on after, null at the end. A
 * stretch costs the same wherever in the list it begins. Admins only.
 */
export async function listClubPeople(
  actor: Actor,
  { search = '', role, shown, after }: Asked = {},
): Promise<{ items: ClubPerson[]; next: string | null }> {
  requireRole(actor, 'admin')
  const words = cleanText(search.slice(0, 500)).toLowerCase()
  const last = after ? requireId(after, 'This page') : null
  const everybody = peopleOf({ role, shown, last })
  const most = peopleAtOnce + 1
  const found =
    words === ''
      ? sql<{ id: string }>`(${everybody} order by created_at desc, id desc limit ${sql.lit(most)})`
      : newestNamed(everybody, { words, most })
  const rows = await db
    .selectFrom(found.as('people'))
    .innerJoin('members', 'members.userId', 'people.id')
    .innerJoin('users', 'users.id', 'people.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bookings')
          .innerJoin('slots', 'slots.id', 'bookings.slotId')
          .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
          .select(['bookings.plan', 'bookings.paidUntil', 'trainers.name as trainerName'])
          .whereRef('bookings.buyerId', '=', 'people.id')
          .where('bookings.state', '=', 'paid')
          .orderBy('bookings.paidUntil')
          .limit(1)
          .as('hours'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'users.name', 'users.email', 'members.role', 'members.createdAt'])
    .select([
      'hours.plan',
      'hours.paidUntil',
      'hours.trainerName',
      portraitOf('images', 'users').as('portrait'),
    ])
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .whereRef('bookings.buyerId', '=', 'people.id')
        .where('bookings.state', 'in', ['held', 'paying'])
        .select((count) => count.fn.countAll<number>().as('held'))
        .as('held'),
    )
    .orderBy('members.createdAt', 'desc')
    .orderBy('members.userId', 'desc')
    .execute()
  const items = rows.slice(0, peopleAtOnce).map(({ plan, paidUntil, trainerName, held, ...person }) => ({
    ...person,
    held: held ?? 0,
    hour: plan && paidUntil && trainerName ? { plan, paidUntil, trainerName } : null,
  }))
  return { items, next: rows.length > peopleAtOnce ? (items.at(-1)?.id ?? null) : null }
}

type Narrowed = { role: Role | undefined; shown: PeopleShown | undefined; last: string | null }

const peopleOf = ({ role, shown, last }: Narrowed) => sql`
  select user_id as id, name, email, members.created_at from members join users on users.id = user_id
  where erased_at is null
    ${role === undefined ? sql`` : sql`and role = ${sql.lit(role)}`}
    ${shown === undefined ? sql`` : sql`and ${hours[shown]}`}
    ${last === null ? sql`` : sql`and (members.created_at, user_id) < (select created_at, user_id from members where user_id = ${last})`}`

const paidHour = sql`select from bookings where buyer_id = user_id and state = 'paid'`
const hours: Record<PeopleShown, ReturnType<typeof sql>> = {
  'with an hour': sql`exists (${paidHour})`,
  'ends in 7 days': sql`exists (${paidHour} and paid_until < club_now() + interval '7 days')`,
  'without an hour': sql`not exists (${paidHour})`,
}

export type PersonsHour = {
  bookingId: string
  slotId: string
  /** What the hour costs now, in cents. */
  slotPriceCents: number
  /** Whether anybody can book the hour now. */
  isFree: boolean
  state: BookingState
  plan: PlanName | null
  slotName: string
  trainerName: string
  createdAt: Date
  holdExpiresAt: Date | null
  /** Held for them to pay at the desk. */
  forDesk: boolean
  paidUntil: Date | null
  currency: string
  payment: {
    id: string
    amountCents: number
    refundedCents: number
    /** What a refund could not give back yet. */
    failedCents: number
    receivedAt: Date
  } | null
}

/** All that the office knows of one person. The newest come first; at most 20 of each. Admins only; throws `not-found`. */
export async function getClubPerson(actor: Actor, id: string) {
  requireRole(actor, 'admin')
  const userId = requireId(id, 'This person')
  const [person, personsHours, letters, acts, done] = await Promise.all([
    findPerson(userId),
    hoursOf(userId),
    db
      .selectFrom('letters')
      .select(['id', 'subject', 'queuedAt', 'handedOverAt', 'failedAt'])
      .where('userId', '=', userId)
      .orderBy('queuedAt', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('activities')
      .select(['id', 'summary', 'detail', 'times', 'happenedAt'])
      .where('userId', '=', userId)
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('auditEntries')
      .leftJoin('users', 'users.id', 'auditEntries.actorId')
      .select(['auditEntries.id', 'action', 'before', 'after', 'users.name as actorName', 'happenedAt'])
      .where('subjectId', 'in', ofPerson(userId))
      .orderBy('auditEntries.id', 'desc')
      .limit(atMost)
      .execute(),
  ])
  if (!person) throw notFound('This person')
  return { person, hours: personsHours, letters, acts, done }
}

const findPerson = (userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['users.id', 'users.name', 'users.email', 'users.createdAt', 'members.role'])
    .select('users.erasedAt')
    .select([portraitOf('images', 'users').as('portrait'), clubNow.as('now')])
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .whereRef('sessions.userId', '=', 'users.id')
        .select((most) => most.fn.max('updatedAt').as('seen'))
        .as('lastSeenAt'),
      eb
        .selectFrom('accounts')
        .whereRef('accounts.userId', '=', 'users.id')
        .select(sql<string[]>`coalesce(array_agg(provider_id order by provider_id), '{}')`.as('ways'))
        .as('waysToSignIn'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()

/** What the audit log calls this person: themselves, their hours, what they paid, and as a trainer. */
const ofPerson = (userId: string) => sql<string>`(
  select ${userId} union all select id::text from bookings where buyer_id = ${userId}
  union all select payments.id::text from payments join bookings on bookings.id = booking_id where buyer_id = ${userId}
  union all select id::text from trainers where user_id = ${userId})`

const atMost = 20

async function hoursOf(userId: string): Promise<PersonsHour[]> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .leftJoin('payments', 'payments.bookingId', 'bookings.id')
    .select(['bookings.id as bookingId', 'bookings.state', 'bookings.plan', 'bookings.createdAt'])
    .select(['bookings.holdExpiresAt', 'bookings.forDesk', 'bookings.paidUntil', 'bookings.currency'])
    .select(['slots.name as slotName', 'trainers.name as trainerName', 'slots.id as slotId'])
    .select([
      'slots.priceCents as slotPriceCents',
      sql<boolean>`(slots.removed_at is null and trainers.retired_at is null and not exists (
        select from bookings where bookings.slot_id = slots.id and ${takesSlot}))`.as('isFree'),
    ])
    .select([
      'payments.id as paymentId',
      'payments.amountCents',
      'payments.refundedCents',
      'payments.receivedAt',
      failedRefundCents.as('failedCents'),
    ])
    .where('bookings.buyerId', '=', userId)
    .orderBy('bookings.createdAt', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(atMost)
    .execute()
  return rows.map(({ paymentId, amountCents, refundedCents, failedCents, receivedAt, ...hour }) => ({
    ...hour,
    payment:
      paymentId && amountCents && receivedAt
        ? { id: paymentId, amountCents, refundedCents: refundedCents ?? 0, failedCents, receivedAt }
        : null,
  }))
}
