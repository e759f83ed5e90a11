import { sql } from 'kysely'
import type { Queryable } from '#db/client.ts'
import type { BookingState, Turn } from '#db/tables.ts'
import { notFound } from '#domain/errors.ts'
import { hasMonth } from '#domain/slots/taken.server.ts'

/** Somebody's month as the office changes it. */
export type Running = {
  bookingId: string
  slotId: string
  slotName: string
  startHour: number
  trainerId: string
  trainerName: string
  trainerUserId: string
  memberId: string
  memberName: string
  paidUntil: Date
  /** Days that the office added to it. */
  extendedDays: number
  /** Why nothing of it can be changed now; null when it can. */
  whyNot: string | null
}

type Row = Omit<Running, 'whyNot'> & Facts

type Facts = { state: BookingState; turn: Turn; isOver: boolean; hasNext: boolean; isOffered: boolean }

/** The month of a booking, whoever has it. Throws `not-found`, also before it is paid. */
export async function readRunning(from: Queryable, id: string): Promise<Running> {
  const { rows } = await sql<Row>`
    select b.id as booking_id, b.slot_id, slots.name as slot_name, start_hour, trainers.id as trainer_id,
      trainers.name as trainer_name, trainers.user_id as trainer_user_id, retired_at is null as is_offered,
      b.buyer_id as member_id, users.name as member_name, b.paid_until, b.extended_days, b.state, b.turn,
      b.paid_until <= club_now() as is_over,
      exists (select from bookings where follows_id = b.id and ${hasMonth}) as has_next
    from bookings b join slots on slots.id = b.slot_id join trainers on trainers.id = slots.trainer_id
      join users on users.id = b.buyer_id
    where b.id = ${id} and b.paid_until is not null`.execute(from)
  const [row] = rows
  if (!row) throw notFound('This hour')
  const { state, turn, isOver, hasNext, isOffered, ...month } = row
  return { ...month, whyNot: whyNot({ state, turn, isOver, hasNext, isOffered }) }
}

function whyNot({ state, turn, isOver, hasNext, isOffered }: Facts): string | null {
  if (state !== 'paid' || isOver) return 'This month is over.'
  if (!isOffered) return 'Its trainer gives no hours any more.'
  if (turn === 'next') return 'This month has not begun yet.'
  return hasNext ? 'The month after it is sold already.' : null
}
