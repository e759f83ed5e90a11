import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { expectNotified } from '#domain/mail/change-notices.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { makeUpGranted } from '#domain/months/letters/make-up-given.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { readOwedMakeUps } from './month-make-ups.server.ts'
import { grantMakeUpInput, type GrantMakeUpInput } from './months.input.ts'

/** A make-up granted by the office; `until` is its last day. */
export type GrantedMakeUp = { makeUpId: string; until: Day; memberName: string; notified: Notified }

/**
 * Grants a make-up to the member of a month, with a letter that gives the reason. Idempotent by request key. Throws
 * `forbidden` without the permission `makeUps.give`, `not-found` and `invalid`. Throws `conflict` when the month was
 * refunded or as many make-ups were granted as it has dates.
 */
export async function grantMakeUp(
  actor: Actor,
  bookingId: string,
  input: GrantMakeUpInput,
): Promise<GrantedMakeUp> {
  const admin = requirePermission(actor, 'makeUps.give')
  const id = requireId(bookingId, t('refusal.thisMonth'))
  return transaction(async (trx) => {
    await lockBooking(trx, id)
    const { month } = await readOwedMakeUps(trx, id)
    const { reason, ...request } = parseInput(grantMakeUpInput, input)
    const requestKey = `${id} ${request.requestKey}`
    const { memberId, memberName, trainerName, makeUpUntil: until } = month
    const earlier = await trx
      .selectFrom('makeUps')
      .where('requestKey', '=', requestKey)
      .select(['id as makeUpId', 'until'])
      .executeTakeFirst()
    if (earlier)
      return { ...earlier, memberName, notified: await expectNotified(trx, { userIds: [memberId] }) }
    if (month.whyNotGranted !== null) throw conflict(month.whyNotGranted)
    const { id: makeUpId } = await trx
      .insertInto('makeUps')
      .values({
        memberId,
        bookingId: id,
        because: 'granted',
        fromDate: sql<Day>`club_today()`,
        until,
        grantedBy: admin.id,
        reason,
        requestKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.clubGaveAnHour'),
      detail: message('activity.gaveUntil', { trainerName, day: { day: until }, reason }),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'give make-up',
      subjectKind: 'booking',
      subjectId: id,
      after: { trainer: trainerName, until, reason },
    })
    const facts = { trainerName, reason, until }
    const isSent = await queueMail(trx, makeUpGranted, {
      to: { userId: memberId },
      cause: makeUpId,
      facts,
      concerns: { hours: [{ day: until, startHour: 23 }] },
    })
    return { makeUpId, until, memberName, notified: countNotified([{ name: memberName, isSent }]) }
  })
}
