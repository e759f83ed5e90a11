import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, readToday, type Queryable } from '#db/client.ts'
import type { Day, MakeUpReason } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { freeDateInput, type FreeDateInput } from '#domain/lessons/lessons.input.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { listFreeDates, bookFreeDate, type FreeDate, type BookedLesson } from './free-dates.server.ts'

/** A make-up that its member can still use. */
export type MakeUp = {
  id: string
  bookingId: string
  because: MakeUpReason
  /** The date it compensates for; for a granted make-up, the day of the grant. */
  fromDate: Day
  /** Last day of its validity. */
  until: Day
  /** The club caused it, not the member. */
  isOwedByClub: boolean
  trainerId: string
  trainerName: string
}

/** Returns the actor's usable make-ups, by expiry. Throws `unauthenticated`. */
export async function listMakeUps(actor: Actor): Promise<MakeUp[]> {
  return readMakeUps(db, requirePerson(actor))
}

async function readMakeUps(from: Queryable, person: Person, id?: string): Promise<MakeUp[]> {
  const { rows } = await sql<MakeUp>`
    select make_ups.id, booking_id, because, from_date, until, is_owed_by_club(because) as is_owed_by_club,
      trainers.id as trainer_id, trainers.name as trainer_name
    from make_ups
      join bookings on bookings.id = make_ups.booking_id
      join slots on slots.id = bookings.slot_id join trainers on trainers.id = slots.trainer_id
    where make_ups.member_id = ${person.id} and spent_on is null and refund_id is null and until >= club_today()
      -- a refunded month owes nothing
      and bookings.state in ('paid', 'ended') ${id === undefined ? sql`` : sql`and make_ups.id = ${id}`}
    order by until, from_date, make_ups.id`.execute(from)
  return rows
}

async function requireMakeUp(from: Queryable, person: Person, makeUpId: string): Promise<MakeUp> {
  const id = requireId(makeUpId, t('refusal.thisMakeUp'))
  const [makeUp] = await readMakeUps(from, person, id)
  if (makeUp) return makeUp
  const known = await from
    .selectFrom('makeUps')
    .where('id', '=', id)
    .where('memberId', '=', person.id)
    .select(['spentOn', 'refundId'])
    .executeTakeFirst()
  if (!known) throw notFound(t('refusal.thisMakeUp'))
  if (known.refundId !== null) throw conflict(t('refusal.theMoneyForThis'))
  throw conflict(known.spentOn === null ? t('refusal.thisMakeUpHas') : t('refusal.thisMakeUpHasAlready'))
}

/** Returns the actor's make-up and its free dates. Throws `not-found`, and `conflict` once used or expired. */
export async function listDatesForMakeUp(
  actor: Actor,
  makeUpId: string,
): Promise<{ makeUp: MakeUp; hours: FreeDate[]; today: Day }> {
  const person = requirePerson(actor)
  const makeUp = await requireMakeUp(db, person, makeUpId)
  const [hours, today] = await Promise.all([listFreeDates({ memberId: person.id, ...makeUp }), readToday()])
  return { makeUp, hours, today }
}

/**
 * Uses a make-up for a free date, once, and notifies the trainer. Throws the errors of `listDatesForMakeUp`, and
 * `conflict` when the date has been taken.
 */
export async function redeemMakeUp(
  actor: Actor,
  makeUpId: string,
  input: FreeDateInput,
): Promise<BookedLesson> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    await waitForScheduleLock(trx)
    const { bookingId } = await requireMakeUp(trx, person, makeUpId)
    await sql`select from bookings where id = ${bookingId} for no key update`.execute(trx)
    const makeUp = await requireMakeUp(trx, person, makeUpId)
    const chosen = parseInput(freeDateInput, input)
    const from = chosen.trainerId ?? makeUp.trainerId
    const hour = await bookFreeDate(trx, bookingId, {
      ...makeUp,
      ...chosen,
      trainerId: makeUp.trainerId,
      memberId: person.id,
      from,
    })
    await trx.updateTable('makeUps').set({ spentOn: hour.lessonId }).where('id', '=', makeUp.id).execute()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId,
      summary: message('activity.youChose', { day: { day: hour.day }, hour: formatHour(hour.startHour) }),
      detail: message('activity.youChoseFor', {
        trainerName: hour.trainerName,
        origin:
          makeUp.because === 'granted'
            ? message('lessons.fromTheClub')
            : message('lessons.for', { fromDate: { day: makeUp.fromDate } }),
      }),
    })
    const added = [{ ...hour, memberId: person.id }]
    await notifyTrainers(trx, { because: 'chosen', cause: hour.lessonId, added })
    return hour
  })
}
