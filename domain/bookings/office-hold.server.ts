import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { hourHeld } from '#domain/bookings/letters/hour-held.ts'
import { requireOpenClub } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText, parseInput } from '#domain/input.ts'
import { listFirstDates, listSlotsWithoutDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { requireWaiver } from '#domain/waivers/required-waiver.server.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import { holdForMemberInput, type HoldForMemberInput } from './bookings.input.ts'
import { deskHoldHours } from './bookings.rules.ts'
import { expireOverdue } from './expiry.server.ts'
import {
  findDeclinedMonth,
  findOwnHold,
  findSlot,
  insertHold,
  lockMember,
  refuseTakenSlot,
  requireHoldLimit,
} from './hold.server.ts'
import { lockBooking, requirePrice } from './locked-booking.server.ts'
import { transitionBooking } from './transition.server.ts'

/** A slot on sale. */
export type OfferedSlot = {
  slotId: string
  name: string
  startHour: number
  weekdays: string[]
  priceCents: number
  currency: string
  trainerName: string
  /** First date of a month bought now; null without one, and then the slot cannot be held. */
  first: Day | null
  /** In that case the first date after the coming month. */
  freeAgain: Day | null
  /** Another member who comes first for it; then the slot cannot be held. */
  reservedFor: string | null
}

export const maxOfferedSlots = 60

export type MemberToBookFor = { id: string; name: string; hasAddress: boolean }

/**
 * Returns the slots that an admin can hold for a member, by trainers whose name contains the search text, at most 60.
 * Throws `forbidden` without the permission `bookings.forMembers`, and `not-found`.
 */
export async function listSlotsForMember(
  actor: Actor,
  memberId: string,
  search = '',
): Promise<{ member: MemberToBookFor; hours: OfferedSlot[] }> {
  requirePermission(actor, 'bookings.forMembers')
  const member = await findMember(memberId)
  const namePart = cleanText(search.slice(0, 500))
  const { rows } = await sql<Omit<OfferedSlot, 'first' | 'freeAgain'>>`
    select slots.id as slot_id, slots.name, slots.start_hour, weekdays, price_cents, currency, trainers.name as trainer_name,
      (select users.name from first_refusals join bookings former on former.id = booking_id join users on users.id = former.buyer_id
        where first_refusals.slot_id = slots.id and former.buyer_id <> ${member.id} and (until is null or until > club_now())) as reserved_for
    from trainers join slots on slots.trainer_id = trainers.id
    where retired_at is null and removed_at is null and trainers.user_id <> ${member.id}
      and strpos(searchable(trainers.name), searchable(${namePart})) > 0
      and not exists (select from bookings where bookings.slot_id = slots.id and ${occupiesSlot})
    order by trainers.name, trainers.id, slots.start_hour limit ${maxOfferedSlots}`.execute(db)
  const slots = rows.map(({ slotId }) => ({ id: slotId, state: 'free' as const, freeFrom: null }))
  const [firsts, without] = await Promise.all([listFirstDates(slots), listSlotsWithoutDates(slots)])
  const hours = rows.map((row) => ({
    ...row,
    first: firsts.get(row.slotId) ?? null,
    freeAgain: without.get(row.slotId) ?? null,
  }))
  return { member, hours }
}

async function findMember(memberId: string) {
  const member = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.erasedAt', 'users.email', 'members.contactEmail'])
    .where('users.id', '=', requireId(memberId, t('refusal.thisPerson')))
    .executeTakeFirst()
  if (!member) throw notFound(t('refusal.thisPerson'))
  if (member.erasedAt !== null) throw conflict(t('refusal.thisAccountHasBeen'))
  const hasAddress = member.email !== null || member.contactEmail !== ''
  return { id: member.id, name: member.name, hasAddress }
}

/**
 * Holds a slot for a member for 48 hours, to be paid at the desk or by card, and queues a letter to them. Idempotent:
 * a second call returns the same hold. Throws `forbidden` without the permission `bookings.forMembers`, and
 * `not-found`. Throws `conflict` when the account is deleted, when the slot is taken, the member's own, no longer on
 * sale, without a date in the coming month or priced differently, when the member gives an hour at its time, and when
 * they already hold three slots or another one for the desk.
 */
export async function holdForMember(
  actor: Actor,
  memberId: string,
  input: HoldForMemberInput,
): Promise<{ bookingId: string; isNew: boolean }> {
  const admin = requirePermission(actor, 'bookings.forMembers')
  await requireOpenClub()
  const member = await findMember(memberId)
  const { slotId, expectedPriceCents } = parseInput(holdForMemberInput, input)
  const selector = { slotId: requireId(slotId, t('refusal.thisSlot')) }
  const buyerId = requireId(memberId, t('refusal.thisPerson'))
  return transaction(async (trx) => {
    await refuseTakenSlot(trx, selector, member)
    await lockMember(trx, member)
    const slot = await findSlot(trx, selector)
    if (slot.trainerUserId === buyerId) throw conflict(t('refusal.cantBookTheirOwn', { name: member.name }))
    requirePrice(expectedPriceCents, slot.priceCents)
    await expireOverdue(trx, { slotId: slot.id, buyerId })
    const followsId = await findDeclinedMonth(trx, slot.id, buyerId)
    const own = await findOwnHold(trx, slot.id, buyerId, { name: member.name })
    if (own) return { bookingId: own, isNew: false }
    await requireHoldLimit(trx, buyerId, member.name)
    await requireWaiver(trx, buyerId, 'purchase')
    const id = await insertHold(trx, slot, { buyerId, guardianId: null, network: null, followsId }, true)
    const { holdExpiresAt } = await transitionBooking(trx, await lockBooking(trx, id), 'held', {
      forDesk: true,
      holdExpiresAt: sql<Date>`created_at + make_interval(hours => ${deskHoldHours})`,
    }).catch((error: unknown) => {
      if (!violates(error, 'one_desk_hold')) throw error
      throw conflict(t('refusal.alreadyHasAnHour', { name: member.name }))
    })
    const { startHour, trainerName, name } = slot
    await recordActivity(trx, {
      userId: buyerId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.weHold', { hour: formatHour(startHour) }),
      detail: message('activity.heldHours', { slotName: name, trainerName, hours: deskHoldHours }),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'hold hour',
      subjectKind: 'booking',
      subjectId: id,
      after: { trainer: trainerName, hour: formatHour(startHour) },
    })
    await queueMail(trx, hourHeld, {
      to: { userId: buyerId },
      cause: id,
      facts: { bookingId: id, startHour, trainerName, until: holdExpiresAt!, takesCards: acceptsCards() },
    })
    return { bookingId: id, isNew: true }
  })
}
