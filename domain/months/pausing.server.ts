import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { conflict } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { callOffAndOwe } from '#domain/lessons/cancellation/call-off-and-owe.server.ts'
import { policyOfMonth } from '#domain/lessons/policies.server.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { formatDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'
import { formatHourWithTrainer } from '#format/hours.ts'
import { readProspects } from './month.server.ts'
import { pauseInput, type PauseInput } from './months.input.ts'

/**
 * Pauses a month for 1 to 14 days, once. Each lesson within the pause becomes a make-up that does not count towards the
 * limit of cancellations; the month ends on the same day. A lesson that waits for cover becomes one that the club called
 * off, at any notice; a pause of such lessons only is not the month's one pause. Notifies the trainers. Throws
 * `not-found` for other people's months and `invalid`. Throws `conflict` when it was paused before, without a lesson on
 * these days, and when one of them starts within a day.
 */
export async function pauseMonth(
  actor: Actor,
  bookingId: string,
  input: PauseInput,
): Promise<{ hours: number; until: Day }> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, 'This booking')
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, id, person.id)
    const days = parseInput(pauseInput, input)
    if (booking.state !== 'paid') throw conflict('This hour is no longer yours.')
    const { wasPaused } = await readProspects(trx, id)
    const lessons = await listPlannedLessons(trx, id, days)
    const paused = lessons.filter(({ needsCover }) => !needsCover)
    if (wasPaused && (paused.length > 0 || lessons.length === 0))
      throw conflict('This month has already been paused.')
    if (lessons.length === 0) throw conflict('You have no hours on these days.')
    if (paused.some(({ isTooSoon }) => isTooSoon))
      throw conflict('Please request a pause at least one day ahead. Choose a later first day.')
    const uncovered = lessons.filter(({ needsCover }) => needsCover)
    await callOffAndOwe(trx, idsOf(uncovered), 'trainer away')
    const until = await callOffAndOwe(trx, idsOf(paused), 'paused')
    const hours = lessons.length
    const removed = lessons.map((lesson) => ({ ...lesson, memberId: person.id }))
    await notifyTrainers(trx, { because: 'paused', cause: `${id} ${days.fromDay}`, removed })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: id,
      summary: 'You paused an hour',
      detail: `${formatHourWithTrainer(booking)}, ${formatDay(days.fromDay)} to ${formatDay(days.untilDay)}: ${formatCount(hours, 'make-up', 'make-ups')}`,
    })
    return { hours, until }
  })
}

const idsOf = (lessons: readonly { id: string }[]) => lessons.map(({ id }) => id)

/** Returns the planned lessons of a month on these days, without those that are make-ups. */
async function listPlannedLessons(trx: Transaction, bookingId: string, { fromDay, untilDay }: PauseInput) {
  const { rows } = await sql<{
    id: string
    trainerId: string
    day: Day
    startHour: number
    isTooSoon: boolean
    needsCover: boolean
  }>`
    select lessons.id, trainer_id, on_date as day, start_hour, starts_at < club_now() + make_interval(hours => pause_notice_hours) as is_too_soon,
      cover_until is not null as needs_cover
    from bookings join lessons on lessons.booking_id = bookings.id cross join lateral ${policyOfMonth}
    where bookings.id = ${bookingId} and lessons.state = 'planned' and on_date between ${fromDay}::date and ${untilDay}::date
      and not exists (select from make_ups where spent_on = lessons.id)
    order by on_date`.execute(trx)
  return rows
}
