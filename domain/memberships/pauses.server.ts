import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { releaseUncoveredPlaces } from '#domain/lessons/classes/released-places.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { findOpenAttempt } from '#domain/payments/attempts.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { membershipPaused } from './letters/membership-paused.ts'
import { findRunning, requireRunning, type Membership } from './memberships.server.ts'
import { pauseInput, type PauseInput } from './pauses.input.ts'

/** What a pause does, shown before it is made. */
export type PausePlan = {
  fromDay: Day
  untilDay: Day
  days: number
  /** End of the paid period after the pause. */
  paidUntil: Date
  /** Booked classes on these days, whose places are given back. */
  places: { title: string; day: Day }[]
}

/**
 * Returns what a pause of the actor's membership would do; without days, two weeks from tomorrow. Throws `invalid` with
 * a message per field, `not-found` without a running membership, and `conflict` when it is cancelled, paused then
 * already, or being paid.
 */
export async function planPause(actor: Actor, input: PauseInput | null): Promise<PausePlan> {
  const person = requirePerson(actor)
  const membership = await requirePausable(db, person.id)
  return plan(db, membership, parseInput(pauseInput, input ?? (await twoWeeks())))
}

async function twoWeeks(): Promise<PauseInput> {
  const { rows } = await sql<{ fromDay: Day; untilDay: Day }>`
    select club_today() + 1 as from_day, club_today() + 14 as until_day`.execute(db)
  return rows[0]!
}

/** Pauses the actor's membership. Returns what it did. Errors as of `planPause`. */
export async function pauseMembership(actor: Actor, input: PauseInput): Promise<PausePlan> {
  const person = requirePerson(actor)
  return pause(person.id, person.id, input)
}

/**
 * Pauses a member's membership for the office; audited. Throws `forbidden` without the permission `memberships.manage`;
 * other errors as of `planPause`.
 */
export async function pauseFor(actor: Actor, memberId: string, input: PauseInput): Promise<PausePlan> {
  const admin = requirePermission(actor, 'memberships.manage')
  if (memberId === '') throw invalidAt('memberId', t('memberships.chooseAMember'))
  return pause(requireId(memberId, t('refusal.thisPerson')), admin.id, input)
}

async function pause(memberId: string, askedBy: string, input: PauseInput): Promise<PausePlan> {
  const days = parseInput(pauseInput, input)
  try {
    const { membershipId, ...paused } = await transaction(async (trx) => {
      await lockMembership(trx, memberId)
      const membership = await requirePausable(trx, memberId)
      const planned = await plan(trx, membership, days)
      await trx
        .insertInto('pauses')
        .values({ membershipId: membership.id, days: rangeOf(days), askedBy })
        .execute()
      await tell(trx, memberId, askedBy, { title: membership.title, ...planned, isOver: false })
      return { ...planned, membershipId: membership.id }
    })
    await releaseUncoveredPlaces(membershipId)
    return paused
  } catch (error) {
    if (violates(error, 'paused_once')) throw pausedAlready()
    throw error
  }
}

/**
 * Ends the actor's pause, so that the membership goes on tomorrow; one that has not begun is taken back. Ending it
 * again changes nothing. Throws `not-found` without a pause.
 */
export async function endPause(actor: Actor): Promise<void> {
  const person = requirePerson(actor)
  await transaction(async (trx) => {
    await lockMembership(trx, person.id)
    const before = await findRunning(trx, person.id)
    if (!before?.pause) throw notFound(t('refusal.aPauseOfYours'))
    const { fromDay } = before.pause
    const { rows } = await sql`
      with taken_back as (delete from pauses where membership_id = ${before.id} and lower(days) = ${fromDay}::date
        and lower(days) > club_today() returning id),
      ended as (update pauses set days = daterange(lower(days), club_today() + 1)
        where membership_id = ${before.id} and lower(days) = ${fromDay}::date and lower(days) <= club_today()
          and upper(days) > club_today() + 1 returning id)
      select id from taken_back union all select id from ended`.execute(trx)
    if (rows.length === 0) return
    const { paidUntil } = (await findRunning(trx, person.id)) ?? before
    await tell(trx, person.id, person.id, { title: before.title, ...before.pause, paidUntil, isOver: true })
  })
}

/** Locks the orders of the periods and the membership, in the lock order. Throws `conflict` while the next is being paid. */
async function lockMembership(trx: Transaction, memberId: string): Promise<void> {
  const before = await requireRunning(trx, memberId)
  await sql`select from orders where membership_id = ${before.id} and until_at > club_now() order by id for update`.execute(
    trx,
  )
  if (before.next && (await findOpenAttempt(trx, before.next.orderId)))
    throw conflict(t('refusal.theNextPeriodIs'))
  await sql`select from memberships where id = ${before.id} for update`.execute(trx)
}

async function requirePausable(from: Queryable, memberId: string): Promise<Membership> {
  const membership = await requireRunning(from, memberId)
  if (membership.endsAt) throw conflict(t('refusal.thisMembershipIsCancelledKeep'))
  if (membership.pause) throw pausedAlready()
  return membership
}

const pausedAlready = () => conflict(t('refusal.thisMembershipIsPaused'))

async function plan(
  from: Queryable,
  { id, paidUntil }: Membership,
  { fromDay, untilDay }: { fromDay: Day; untilDay: Day },
): Promise<PausePlan> {
  const { rows } = await sql<{ days: number; isPast: boolean; isInPeriod: boolean; paidUntil: Date }>`
    select ${untilDay}::date - ${fromDay}::date + 1 as days, ${fromDay}::date <= club_today() as is_past,
      exists (select from orders where membership_id = ${id} and state = 'paid' and begins_at <= club_now()
        and ${fromDay}::date <= (until_at at time zone club_zone())::date) as is_in_period,
      month_end(${paidUntil}, 0, ${untilDay}::date - ${fromDay}::date + 1) as paid_until`.execute(from)
  const facts = rows[0]!
  if (facts.isPast) throw invalidAt('fromDay', t('refusal.aPauseBeginsTomorrow'))
  if (!facts.isInPeriod) throw invalidAt('fromDay', t('refusal.aPauseBeginsIn'))
  const { rows: places } = await sql<{ title: string; day: Day }>`
    select classes.title, on_date as day from participants join lessons on lessons.id = lesson_id join classes on classes.id = class_id
      join orders on orders.id = allowance_id
    where orders.membership_id = ${id} and participants.state = 'booked' and lessons.state = 'planned'
      and on_date between ${fromDay}::date and ${untilDay}::date
    order by lessons.starts_at`.execute(from)
  return { fromDay, untilDay, days: facts.days, paidUntil: facts.paidUntil, places }
}

const rangeOf = ({ fromDay, untilDay }: { fromDay: Day; untilDay: Day }) =>
  sql<string>`daterange(${fromDay}::date, ${untilDay}::date, '[]')`

type Told = { title: string; fromDay: Day; untilDay: Day; paidUntil: Date; isOver: boolean }

async function tell(trx: Transaction, memberId: string, actorId: string, facts: Told): Promise<void> {
  const { title, fromDay, untilDay, isOver } = facts
  await queueMail(trx, membershipPaused, {
    to: { userId: memberId },
    cause: `${memberId} ${fromDay} ${isOver ? 'over' : untilDay} ${facts.paidUntil.toISOString()}`,
    facts,
  })
  const detail = message('activity.pausedDays', { title, from: { day: fromDay }, until: { day: untilDay } })
  await recordActivity(trx, {
    userId: memberId,
    kind: 'payment',
    summary: message(isOver ? 'activity.membershipGoesOn' : 'activity.membershipPaused'),
    detail,
  })
  if (actorId !== memberId)
    await recordAudit(trx, {
      actorId,
      action: 'pause membership',
      subjectKind: 'member',
      subjectId: memberId,
      after: { fromDay, untilDay },
    })
}
