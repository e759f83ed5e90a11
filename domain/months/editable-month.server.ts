import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import type { Queryable } from '#db/client.ts'
import type { BookingState, BookingPeriod } from '#db/tables.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'
import { t } from '#messages/t.ts'

/** A member's month as the office edits it. */
export type EditableMonth = {
  bookingId: string
  slotId: string
  slotName: string
  startHour: number
  weekdays: string[]
  trainerId: string
  trainerName: string
  trainerUserId: string
  memberId: string
  memberName: string
  paidUntil: Date
  /** Days that the office has added. */
  extendedDays: number
  /** The reason that prevents changes now, if any. */
  whyNot: string | null
}

type EditableMonthRow = Omit<EditableMonth, 'whyNot'> & EditableMonthFacts

type EditableMonthFacts = {
  state: BookingState
  period: BookingPeriod
  isOver: boolean
  hasNext: boolean
  isOffered: boolean
}

/** Returns the month of a booking. Throws `not-found`, also before payment. */
export async function readEditableMonth(from: Queryable, id: string): Promise<EditableMonth> {
  const { rows } = await sql<EditableMonthRow>`
    select b.id as booking_id, b.slot_id, slots.name as slot_name, start_hour, ${monthWeekdays('b')} as weekdays, trainers.id as trainer_id,
      trainers.name as trainer_name, trainers.user_id as trainer_user_id, retired_at is null as is_offered,
      b.buyer_id as member_id, users.name as member_name, b.paid_until, b.extended_days, b.state, b.period,
      b.paid_until <= club_now() as is_over,
      exists (select from bookings where follows_id = b.id and ${occupiesMonth}) as has_next
    from bookings b join slots on slots.id = b.slot_id join trainers on trainers.id = slots.trainer_id
      join users on users.id = b.buyer_id
    where b.id = ${id} and b.paid_until is not null`.execute(from)
  const [row] = rows
  if (!row) throw notFound(t('refusal.thisHour'))
  const { state, period, isOver, hasNext, isOffered, ...month } = row
  return { ...month, whyNot: whyNotEditable({ state, period, isOver, hasNext, isOffered }) }
}

function whyNotEditable({ state, period, isOver, hasNext, isOffered }: EditableMonthFacts): string | null {
  if (state !== 'paid' || isOver) return t('refusal.monthIsOver')
  if (!isOffered) return t('refusal.trainerGivesNoHours')
  if (period === 'upcoming') return t('refusal.thisMonthHasntBegun')
  return hasNext ? t('refusal.nextMonthIsSold') : null
}
