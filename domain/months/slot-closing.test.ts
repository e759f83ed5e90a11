import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { coolOff } from './cooling-off.server.ts'
import { getMonth } from './month.server.ts'
import { declineRenewal, renewBooking } from './renewal.server.ts'
import { closeSlot, getSlotClosing, reopenSlot } from './slot-closing.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let trainer: TestTrainer
let paid: Awaited<ReturnType<typeof createPaidBooking>>
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, sandbox_intents, activities, letters cascade',
  )
  await at('2026-11-20T12:00:00+01:00')
  trainer = await createTrainerWithSlots(2)
  paid = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id)
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const at = (moment: string) => setClubTime('Europe/Rome', moment)
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message
const lettersTo = async (userId: string) =>
  (
    await pool.query<{ letter: string }>(
      `select letter from letters where user_id = $1 and letter like 'hour-%' order by letter`,
      [userId],
    )
  ).rows.map(({ letter }) => letter)

describe('slot closed by its trainer', () => {
  test('stays its member’s until the month ends, who is told once; then it is off the offer', async () => {
    const { buyer, bookingId } = paid
    expect(await getSlotClosing(trainer.person, bookingId)).toMatchObject({
      memberName: buyer.name,
      closeBy: new Date('2026-12-06T12:00:00+01:00'),
      whyNot: null,
    })
    await closeSlot(trainer.person, bookingId)
    expect(await refusal(closeSlot(await createAdmin(), bookingId))).toMatch('already been given up')
    expect(await lettersTo(buyer.id)).toEqual(['hour-closed'])
    expect(await getMonth(buyer, bookingId)).toMatchObject({
      prospects: { isOffered: false },
      booking: { renewal: 'closed' },
    })

    expect((await listOwnSlots(trainer.person))[0]?.buyer).toMatchObject({
      nextDay: '2026-11-23',
      renewal: 'closed',
      next: null,
    })

    await at('2026-12-19T12:00:00+01:00')
    expect(await refusal(renewBooking(buyer, bookingId))).toMatch('won’t offer this hour')
    expect(await refusal(declineRenewal(buyer, bookingId))).toMatch('won’t offer this hour')
    expect(await refusal(holdSlot(await createMember(), { slotId: trainer.slots[0]!.id }))).toMatch('faster')
    await expect(
      pool.query(
        `insert into bookings (slot_id, buyer_id, slot_price_cents, hold_expires_at, follows_id)
        select slot_id, buyer_id, slot_price_cents, club_now() + interval '15 minutes', id from bookings where id = $1`,
        [bookingId],
      ),
    ).rejects.toMatchObject({ constraint: 'first_refusal' })

    await at('2026-12-20T12:00:00+01:00')
    expect(await endPaidBookings()).toBe(1)
    expect(await getTrainer({ kind: 'visitor' }, trainer.trainerId)).toMatchObject({
      hoursADay: 1,
      slots: [{ id: trainer.slots[1]!.id }],
    })
    expect(await refusal(holdSlot(await createMember(), { slotId: trainer.slots[0]!.id }))).toMatch(
      'no longer offered',
    )
    expect(await listOwnSlots(trainer.person)).toHaveLength(1)
  })

  test('is offered again by whoever may close it: its member is told, asked first, and told of the next time', async () => {
    const { buyer, bookingId } = paid
    expect(await refusal(reopenSlot(trainer.person, bookingId))).toMatch('still on offer')
    await closeSlot(trainer.person, bookingId)
    await expect(reopenSlot(buyer, bookingId)).rejects.toMatchObject({ code: 'forbidden' })
    const stranger = await createTrainerWithSlots(1)
    expect(await refusal(reopenSlot(stranger.person, bookingId))).toMatch('couldn’t be found')
    expect(await reopenSlot(trainer.person, bookingId)).toMatchObject({ isClosed: false, whyNot: null })
    expect(await lettersTo(buyer.id)).toEqual(['hour-closed', 'hour-offered-again'])
    await closeSlot(trainer.person, bookingId)
    await reopenSlot(await createAdmin(), bookingId)
    expect(await getMonth(buyer, bookingId)).toMatchObject({ booking: { renewal: 'undecided' } })
    expect(await lettersTo(buyer.id)).toHaveLength(4)
    await at('2026-12-19T12:00:00+01:00')
    expect((await renewBooking(buyer, bookingId)).isNew).toBe(true)
  })

  test('is closed by its trainer or an admin, two weeks ahead, while nobody has the month after', async () => {
    const { buyer, bookingId } = paid
    const stranger = await createTrainerWithSlots(1)
    expect(await refusal(closeSlot(stranger.person, bookingId))).toMatch('couldn’t be found')
    await expect(closeSlot(buyer, bookingId)).rejects.toMatchObject({ code: 'forbidden' })
    await at('2026-12-06T12:00:00+01:00')
    expect(await refusal(closeSlot(trainer.person, bookingId))).toMatch('at least 14 days')
    await at('2026-12-06T11:59:00+01:00')
    await declineRenewal(buyer, bookingId)
    const { buyer: next, bookingId: nextId } = await createPaidBooking(
      sandbox,
      'silver',
      trainer.slots[0]!.id,
    )
    expect((await listOwnSlots(trainer.person))[0]?.buyer).toMatchObject({
      name: buyer.name,
      renewal: 'declined',
      next: { name: next.name, isSame: false },
    })
    expect(await refusal(closeSlot(trainer.person, bookingId))).toMatch('already taken')
    await coolOff(next, nextId)
    await closeSlot(await createAdmin(), bookingId)
    expect((await getSlotClosing(trainer.person, bookingId)).whyNot).toMatch('already been given up')
  })
})
