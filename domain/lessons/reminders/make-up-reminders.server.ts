import { sql } from 'kysely'
import { clubZone, transaction } from '#db/client.ts'
import type { Day, MakeUpReason } from '#db/tables.ts'
import { makeUpsEnd } from '#domain/lessons/letters/make-ups-end.ts'
import { wantsLettersCondition, queueMail } from '#domain/mail/outbox.server.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { capitalize } from '#format/text.ts'

type MakeUp = { id: string; because: MakeUpReason; fromDate: Day; trainerName: string }

type ExpiringMakeUps = { memberId: string; until: Day; makeUps: [MakeUp, ...MakeUp[]] }

/**
 * Job: queues letters about make-ups that expire within a week, one letter per member and last day, outside the quiet
 * hours. Idempotent.
 */
export async function sendMakeUpReminders(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<ExpiringMakeUps>`
      select member_id, until, json_agg(json_build_object(
        'id', make_ups.id, 'because', because, 'fromDate', from_date, 'trainerName', trainers.name) order by from_date, make_ups.id) as make_ups
      from ${currentPolicy}, make_ups cross join lateral (select (club_now() at time zone ${clubZone})::time as clock) now
        join bookings on bookings.id = make_ups.booking_id and bookings.state in ('paid', 'ended')
        join slots on slots.id = bookings.slot_id join trainers on trainers.id = slots.trainer_id
      where spent_on is null and refund_id is null and until between club_today() and club_today() + 7
        and case when quiet_from <= quiet_until then clock < quiet_from or clock >= quiet_until
          else clock >= quiet_until and clock < quiet_from end
        and ${wantsLettersCondition('make_ups.member_id', 'reminders')}
        and not exists (select from letters where cause = ${makeUpsEnd.name} || ' ' || member_id || ' ' || until)
      group by member_id, until order by until, member_id limit 100`.execute(trx)
    for (const {
      memberId,
      until,
      makeUps: [first, ...others],
    } of rows)
      await queueMail(trx, makeUpsEnd, {
        to: { userId: memberId },
        cause: `${memberId} ${until}`,
        facts: { until, makeUps: [toLetterFacts(first), ...others.map(toLetterFacts)] },
      })
  })
}

function toLetterFacts({ id, trainerName, ...makeUp }: MakeUp) {
  const origin = describeMakeUpOrigin(makeUp)
  return { id, trainerName, standsFor: capitalize(origin) }
}
