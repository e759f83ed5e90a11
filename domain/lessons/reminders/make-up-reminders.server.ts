import { sql } from 'kysely'
import { clubZone, transaction, type Transaction } from '#db/client.ts'
import type { Day, MakeUpReason } from '#db/tables.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { makeUpsEnd } from '#domain/lessons/letters/make-ups-end.ts'
import { listFreeDates } from '#domain/lessons/make-ups/free-dates.server.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { wantsLettersCondition, queueMail } from '#domain/mail/outbox.server.ts'
import { capitalize } from '#format/text.ts'

type MakeUp = {
  id: string
  because: MakeUpReason
  fromDate: Day
  until: Day
  trainerId: string
  trainerName: string
  isOwedByClub: boolean
}

type ExpiringMakeUps = { memberId: string; today: Day; makeUps: [MakeUp, ...MakeUp[]] }

/**
 * Job: queues letters about make-ups that expire within two weeks, outside the quiet hours: one per member and week,
 * once the first expires within a week. Leaves out make-ups whose term stands still. Idempotent.
 */
export async function sendMakeUpReminders(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<ExpiringMakeUps>`
      select member_id, club_today() as today, json_agg(json_build_object('id', make_ups.id, 'because', because,
        'fromDate', from_date, 'until', until, 'trainerId', trainers.id, 'trainerName', trainers.name,
        'isOwedByClub', is_owed_by_club(because)) order by until, from_date, make_ups.id) as make_ups
      from ${currentPolicy}, make_ups cross join lateral (select (club_now() at time zone ${clubZone})::time as clock) now
        join bookings on bookings.id = make_ups.booking_id and bookings.state in ('paid', 'ended')
        join slots on slots.id = bookings.slot_id join trainers on trainers.id = slots.trainer_id
      where spent_on is null and refund_id is null and was_usable and until between club_today() and club_today() + 14
        and case when quiet_from <= quiet_until then clock < quiet_from or clock >= quiet_until
          else clock >= quiet_until and clock < quiet_from end
        and ${wantsLettersCondition('make_ups.member_id', 'reminders')}
        and not exists (select from generate_series(0, 6) days join letters
          on cause = ${makeUpsEnd.name} || ' ' || member_id || ' ' || club_today() - days)
      group by member_id having min(until) <= club_today() + 7 order by min(until), member_id limit 100`.execute(
      trx,
    )
    for (const { memberId, today, makeUps } of rows) {
      const [first, ...others] = makeUps
      const freeHours = await countFreeHours(trx, memberId, makeUps)
      await queueMail(trx, makeUpsEnd, {
        to: { userId: memberId },
        cause: `${memberId} ${today}`,
        facts: (): typeof makeUpsEnd.example => ({
          makeUps: [toLetterFacts(first), ...others.map(toLetterFacts)],
          freeHours,
        }),
      })
    }
  })
}

function toLetterFacts({ id, trainerName, until, ...makeUp }: MakeUp) {
  const origin = describeMakeUpOrigin(makeUp)
  return { id, trainerName, until, standsFor: capitalize(origin) }
}

/** Returns the number of hours in the next days for which the make-ups can be used. */
async function countFreeHours(
  trx: Transaction,
  memberId: string,
  makeUps: readonly MakeUp[],
): Promise<number> {
  const free = new Set<string>()
  const kinds = Map.groupBy(makeUps, ({ trainerId, isOwedByClub }) => `${trainerId} ${isOwedByClub}`)
  for (const ofKind of kinds.values())
    for (const { day, startHour } of await listFreeDates({ ...ofKind.at(-1)!, memberId }, trx))
      free.add(`${day} ${startHour}`)
  return free.size
}
