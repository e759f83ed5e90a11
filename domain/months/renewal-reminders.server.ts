import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { renewalIsOpen, renewalWindowIsOpen } from '#domain/bookings/renewal-window.server.ts'
import { freeAfterRenewal, renewalHasDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { wantsLettersCondition, queueMail } from '#domain/mail/outbox.server.ts'
import { renewalReminder } from '#domain/months/letters/renewal-reminder.ts'
import { renewalUnavailable } from '#domain/months/letters/renewal-unavailable.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'

type EndingMonth = {
  bookingId: string
  buyerId: string
  startHour: number
  trainerName: string
  paidUntil: Date
  nextUntil: Date
  /** Weekdays of the next month. */
  days: string[]
  /** Deduplicates letters: one when the renewal window opens and one in the last three days. */
  cause: string
}

/** Job: queues reminders to renew months that end soon, at most two each. Idempotent. */
export async function sendRenewalReminders(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<EndingMonth>`
      select * from (
        select bookings.id as booking_id, buyer_id, start_hour, trainers.name as trainer_name, paid_until,
          trainers.weekdays as days,
          month_end(anchor_at, month_number + 1, carried_days + extended_days) as next_until,
          bookings.id || case when paid_until <= club_now() + interval '3 days' then ' last days' else ' opened' end
            -- an extended month has a new end
            || case when extended_days > 0 then ' ' || extended_days else '' end as cause
        from bookings
          join slots on slots.id = bookings.slot_id and slots.removed_at is null
          join trainers on trainers.id = slots.trainer_id and trainers.retired_at is null
        where ${renewalIsOpen} and renewal = 'undecided' and ${wantsLettersCondition('bookings.buyer_id', 'reminders')}
          and bookings.id not in (select follows_id from bookings where follows_id is not null and ${occupiesMonth})) ending
      where not exists (select from letters where letters.cause = ${renewalReminder.name} || ' ' || ending.cause)
      order by paid_until limit 100`.execute(trx)
    for (const { cause, buyerId, ...facts } of rows)
      await queueMail(trx, renewalReminder, { to: { userId: buyerId }, cause, facts })
    await notifyOfMissingMonths(trx)
  })
}

type MissingMonth = Pick<EndingMonth, 'bookingId' | 'buyerId' | 'startHour' | 'trainerName' | 'paidUntil'> & {
  freeAgain: Day | null
  firstRefusalDays: number
}

/** Queues a letter to each holder whose next month has no date, once, when the renewal window opens. */
async function notifyOfMissingMonths(trx: Transaction): Promise<void> {
  const { rows } = await sql<MissingMonth>`
    select bookings.id as booking_id, buyer_id, start_hour, trainers.name as trainer_name, paid_until,
      ${freeAfterRenewal} as free_again,
      (select renewal_open_days from policies order by version desc limit 1) as first_refusal_days
    from bookings
      join slots on slots.id = bookings.slot_id and slots.removed_at is null
      join trainers on trainers.id = slots.trainer_id and trainers.retired_at is null
    where ${renewalWindowIsOpen} and not ${renewalHasDates} and renewal = 'undecided'
      and ${wantsLettersCondition('bookings.buyer_id', 'reminders')}
      and not exists (select from letters where letters.cause = ${renewalUnavailable.name} || ' ' || bookings.id)
    order by paid_until limit 100`.execute(trx)
  for (const { buyerId, ...facts } of rows)
    await queueMail(trx, renewalUnavailable, { to: { userId: buyerId }, cause: facts.bookingId, facts })
}
