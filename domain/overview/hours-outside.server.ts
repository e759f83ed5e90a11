import { sql } from 'kysely'
import { conflictAt } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubInput, type ClubInput } from '#domain/club/club.input.ts'
import { readOpeningSpans } from '#domain/club/club.server.ts'
import { formatOpeningHours, weekdaysOutside, type OpeningSpan } from '#domain/club/opening-hours.rules.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import {
  countHoursOutside,
  type FreeHourOutside,
  type HoursOutside,
  type SoldHourOutside,
} from './hours-outside.rules.ts'

/**
 * Returns the hours, sold and free, that would be outside these opening hours, or those in force. Throws `forbidden`
 * without the permission `club.settings`.
 */
export async function listHoursOutside(actor: Actor, opening?: OpeningSpan[]): Promise<HoursOutside> {
  requirePermission(actor, 'club.settings')
  const spans = opening ?? (await readOpeningSpans())
  // each hour of the week
  const closed = weekdays.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => hour)
      .filter((hour) => weekdaysOutside(spans, [day], hour).length > 0)
      .map((hour) => ({ day, hour })),
  )
  if (closed.length === 0) return { sold: [], free: [] }
  const closedHours = sql`unnest(${closed.map(({ day }) => day)}::text[], ${closed.map(({ hour }) => hour)}::integer[]) as closed (weekday, hour)`
  const [sold, free] = await Promise.all([
    sql<SoldHourOutside>`
      select lessons.booking_id, participants.member_id, users.name as member_name, trainers.name as trainer_name,
        lessons.start_hour, count(*)::integer as lessons, min(lessons.on_date) as first
      from lessons join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
        join users on users.id = participants.member_id join trainers on trainers.id = lessons.trainer_id
        join ${closedHours} on closed.hour = lessons.start_hour and closed.weekday = to_char(lessons.on_date, 'FMDay')
      where lessons.kind = 'hour' and lessons.state = 'planned' and lessons.starts_at > club_now()
      group by lessons.booking_id, participants.member_id, users.name, trainers.id, lessons.start_hour
      order by lessons.start_hour, member_name, lessons.booking_id`.execute(db),
    sql<FreeHourOutside>`
      select slots.id as slot_id, trainers.id as trainer_id, trainers.name as trainer_name, slots.start_hour,
        array_agg(closed.weekday) as weekdays
      from slots join trainers on trainers.id = slots.trainer_id and trainers.retired_at is null
        join ${closedHours} on closed.hour = slots.start_hour and closed.weekday = any (trainers.weekdays)
      where slots.removed_at is null
        and not exists (select from bookings where bookings.slot_id = slots.id and ${occupiesMonth})
      group by slots.id, trainers.id
      order by slots.start_hour, trainers.name, slots.id`.execute(db),
  ])
  return { sold: sold.rows, free: free.rows }
}

/**
 * Throws `conflict` with the fact `hoursOutside` when other opening hours leave hours outside, sold or free. Returns for
 * unchanged opening hours and for invalid settings, whose saving is refused anyway. Throws `forbidden` without the
 * permission `club.settings`.
 */
export async function requireHoursInside(
  actor: Actor,
  { openDays }: Pick<ClubInput, 'openDays'>,
): Promise<void> {
  requirePermission(actor, 'club.settings')
  const parsed = clubInput.shape.openDays.safeParse(openDays)
  if (!parsed.success) return
  const spans = parsed.data.filter(({ opens }) => opens !== '')
  if (formatOpeningHours(spans) === formatOpeningHours(await readOpeningSpans())) return
  const hoursOutside = await listHoursOutside(actor, spans)
  const counted = countHoursOutside(hoursOutside)
  if (counted !== null)
    throw conflictAt('openDays', t('refusal.outsideTheNewOpening', counted), { hoursOutside })
}
