import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { firstRefusalOpened } from '#domain/bookings/letters/first-refusal-opened.ts'
import { hasDatesNow, renewalHasDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { t } from '#messages/t.ts'
import type { BookingWithSlot } from './locked-booking.server.ts'

/** Writes the first refusal of a holder who could not renew, because the next month has no date. */
export async function grantFirstRefusal(trx: Transaction, { id, state }: BookingWithSlot): Promise<void> {
  if (state !== 'ended') return
  await sql`
    insert into first_refusals (slot_id, booking_id)
    select slots.id, bookings.id
    from bookings join slots on slots.id = bookings.slot_id join trainers on trainers.id = slots.trainer_id
    where bookings.id = ${id} and renewal = 'undecided' and removed_at is null and retired_at is null
      and not ${renewalHasDates}
      and not exists (select from bookings where bookings.slot_id = slots.id and ${occupiesSlot})
    on conflict (slot_id) do update set booking_id = excluded.booking_id, until = null`.execute(trx)
}

/**
 * Job: deletes first refusals that are used or over, and opens those whose slot can be sold again: for as many days as
 * the renewal window, with a letter. One whose slot has lost its dates waits again. Idempotent.
 */
export async function updateFirstRefusals(): Promise<void> {
  await transaction(async (trx) => {
    await sql`
      delete from first_refusals using bookings former, users, slots, trainers
      where former.id = booking_id and users.id = former.buyer_id
        and slots.id = first_refusals.slot_id and trainers.id = slots.trainer_id
        and (until <= club_now() or erased_at is not null or removed_at is not null or retired_at is not null
          or exists (select from bookings where bookings.slot_id = slots.id and bookings.state = 'paid'))`.execute(
      trx,
    )
    const { rows: opened } = await sql<{
      bookingId: string
      buyerId: string
      trainerId: string
      trainerName: string
      startHour: number
      until: Date | null
    }>`
      update first_refusals set until = case when has_dates then
          (club_now() at time zone club_zone() + make_interval(days =>
            (select renewal_open_days from policies order by version desc limit 1))) at time zone club_zone() end
      from (select slots.id, start_hour, trainers.id as trainer_id, trainers.name as trainer_name, ${hasDatesNow} as has_dates
        from first_refusals join slots on slots.id = slot_id join trainers on trainers.id = trainer_id) slots,
        bookings former
      where slots.id = first_refusals.slot_id and former.id = booking_id and has_dates <> (until is not null)
      returning booking_id, buyer_id, trainer_id, trainer_name, start_hour, until`.execute(trx)
    for (const { buyerId, until, ...facts } of opened)
      if (until !== null)
        await queueMail(trx, firstRefusalOpened, {
          to: { userId: buyerId },
          cause: `${facts.bookingId} ${until.toISOString()}`,
          facts: { ...facts, until },
        })
  })
}

/** Converts the database's refusal of a hold of another person's slot. Returns null for other errors. */
export const firstRefusalConflict = (error: unknown) =>
  violates(error, 'first_refusal_of_former_holder') ? conflict(t('refusal.theMemberWhoHad')) : null
