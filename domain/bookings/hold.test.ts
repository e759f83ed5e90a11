import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createMember,
  createMembers,
  createSlot,
  createTrainerWithSlots,
  expireHold,
  bookingStateOf,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { createFreeSlots } from '#tests/proof/stripe-club.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { holdSlot } from './hold.server.ts'
import { getBooking } from './read-bookings.server.ts'

useDatabase()
afterEach(expectNoBrokenInvariants)

const liveBookingsOf = async (slotId: string) =>
  db
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('state', 'in', ['held', 'paying', 'paid'])
    .select(['id', 'buyerId'])
    .execute()

describe('holdSlot', () => {
  test('keeps it for 15 minutes by the database’s clock', async () => {
    const member = await createMember()
    const { bookingId, isNew } = await holdSlot(member, { slotId: await createSlot() })
    expect(isNew).toBe(true)
    const booking = await getBooking(member, bookingId)
    expect(booking).toMatchObject({ state: 'held', plan: null, slotPriceCents: 5000, holdIsOver: false })
    const { minutes } = await db
      .selectFrom('bookings')
      .where('id', '=', bookingId)
      .select(sql<number>`extract(epoch from hold_expires_at - created_at)::int / 60`.as('minutes'))
      .executeTakeFirstOrThrow()
    expect(minutes).toBe(15)
  })

  test('finds the slot by its trainer and name as well', async () => {
    const member = await createMember()
    const { trainerId, slots } = await createTrainerWithSlots(2)
    const { bookingId } = await holdSlot(member, { trainerId, slotName: 'Slot 2' })
    expect((await getBooking(member, bookingId)).slot.id).toBe(slots[1]?.id)
  })

  test('is the same booking when the same person asks again', async () => {
    const member = await createMember()
    const slotId = await createSlot()
    const first = await holdSlot(member, { slotId })
    expect(await holdSlot(member, { slotId })).toEqual({ bookingId: first.bookingId, isNew: false })
    const again = await Promise.all(Array.from({ length: 10 }, () => holdSlot(member, { slotId })))
    expect(new Set(again.map((hold) => hold.bookingId))).toEqual(new Set([first.bookingId]))
  })

  test('needs somebody who is signed in', async () => {
    expect(await rejectionOf(holdSlot(visitor, { slotId: randomUUID() }))).toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('refuses what is no slot', async () => {
    const member = await createMember()
    expect(await rejectionOf(holdSlot(member, { slotId: randomUUID() }))).toMatchObject({ code: 'not-found' })
    expect(await rejectionOf(holdSlot(member, { slotId: 'nonsense' }))).toMatchObject({ code: 'not-found' })
    const unknown = { ...member, id: randomUUID() }
    expect((await rejectionOf(holdSlot(unknown, { slotId: await createSlot() }))).code).toBe('not-found')
    expect(await rejectionOf(holdSlot(member, { slotId: 7 as never }))).toMatchObject({ code: 'invalid' })
    expect(await rejectionOf(holdSlot(member, {}))).toMatchObject({ code: 'invalid' })
    expect(
      await rejectionOf(holdSlot(member, { trainerId: randomUUID(), slotName: 'Slot 1' })),
    ).toMatchObject({
      code: 'not-found',
    })
  })

  test('refuses another price than the slot has, and changes nothing', async () => {
    const slotId = await createSlot()
    const refusal = await rejectionOf(holdSlot(await createMember(), { slotId, expectedPriceCents: 1 }))
    expect(refusal).toMatchObject({ code: 'conflict', facts: { priceCents: 5000 } })
    expect(await liveBookingsOf(slotId)).toEqual([])
  })

  test('is not for one’s own hours', async () => {
    const { person, slots } = await createTrainerWithSlots(1)
    const refusal = await rejectionOf(holdSlot(person, { slotId: slots[0]?.id ?? '' }))
    expect(refusal).toMatchObject({ code: 'conflict', message: 'You can’t book your own hour.' })
  })

  test('is not possible for hours that are no longer offered', async () => {
    const member = await createMember()
    const removed = await createSlot()
    await sql`update slots set removed_at = club_now() where id = ${removed}`.execute(db)
    expect(await rejectionOf(holdSlot(member, { slotId: removed }))).toMatchObject({ code: 'conflict' })
    const { trainerId, person, slots } = await createTrainerWithSlots(1)
    await db.transaction().execute(async (trx) => {
      await sql`update trainers set retired_at = club_now() where id = ${trainerId}`.execute(trx)
      await sql`update members set role = 'member' where user_id = ${person.id}`.execute(trx)
    })
    expect(await rejectionOf(holdSlot(member, { slotId: slots[0]?.id ?? '' }))).toMatchObject({
      code: 'conflict',
    })
  })

  test('tells the second person that somebody was faster', async () => {
    const slotId = await createSlot()
    await holdSlot(await createMember(), { slotId })
    const refusal = await rejectionOf(holdSlot(await createMember(), { slotId }))
    expect(refusal).toMatchObject({ code: 'conflict', message: expect.stringContaining('just been taken') })
  })

  test('takes over a hold that ran out', async () => {
    const slotId = await createSlot()
    const { bookingId } = await holdSlot(await createMember(), { slotId })
    await expireHold(bookingId)
    expect((await holdSlot(await createMember(), { slotId })).isNew).toBe(true)
    expect(await bookingStateOf(bookingId)).toBe('expired')
  })

  test('stops at three, also for somebody with many windows', async () => {
    const member = await createMember()
    const { slots } = await createTrainerWithSlots(12)
    const results = await Promise.allSettled(slots.map(({ id }) => holdSlot(member, { slotId: id })))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict' })
    const own = await db
      .selectFrom('bookings')
      .where('buyerId', '=', member.id)
      .where('state', '=', 'held')
      .select('id')
      .execute()
    expect(own).toHaveLength(3)
    await expireHold(own[0]?.id ?? '')
    const free = await createSlot()
    expect((await holdSlot(member, { slotId: free })).isNew).toBe(true)
  })
})

describe('holdSlot, concurrent', () => {
  test('has one winner of 200, time after time, and everybody else a conflict', async () => {
    const members = await createMembers(200)
    for (const id of await createFreeSlots(repetitions(5, 20))) {
      const { won, lost } = await race(members, id)
      expect(won).toHaveLength(1)
      expect(lost).toHaveLength(199)
      expect(new Set(lost.map(codeOf))).toEqual(new Set(['conflict']))
      expect(await liveBookingsOf(id)).toHaveLength(1)
      await expectNoBrokenInvariants()
      await sql`update orders set state = 'cancelled', hold_expires_at = null
        where state = 'held' and id in (select id from bookings where slot_id = ${id})`.execute(db)
    }
  })

  test('oversells when the index is gone, so the race above proves something', async () => {
    const members = await createMembers(200)
    const slotId = await createSlot()
    await sql`drop index one_live_booking`.execute(db)
    const { won } = await race(members, slotId)
    expect(won.length).toBeGreaterThan(1)
    expect(await findBrokenInvariants()).toEqual([{ invariant: 'one live booking a slot', detail: slotId }])
    await sql`delete from activities where booking_id in (select id from bookings where slot_id = ${slotId})`.execute(
      db,
    )
    await sql`delete from orders where id in (select id from bookings where slot_id = ${slotId})`.execute(db)
    await sql`create unique index one_live_booking on bookings (slot_id)
      where state in ('held', 'paying', 'paid')`.execute(db)
  })
})

const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : String(error))

async function race(members: Awaited<ReturnType<typeof createMembers>>, slotId: string) {
  const results = await Promise.allSettled(members.map((member) => holdSlot(member, { slotId })))
  return {
    won: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    lost: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  }
}

test('no hour can be held before the day on which the club opens', async () => {
  const { slots } = await createTrainerWithSlots(1)
  const member = await createMember()
  const announce = async (day: string | null) => {
    await db.updateTable('club').set({ opensOn: day }).execute()
    evictClub()
  }
  for (const [day, message] of [
    ['2999-01-11', 'We open on Friday, 11 Jan 2999. You can book and buy from that day.'],
    ['infinity', 'We open soon. You can book and buy from that day.'],
  ] as const) {
    await announce(day)
    const refusal = await rejectionOf(holdSlot(member, { slotId: slots[0]!.id }))
    expect([refusal.code, refusal.message]).toEqual(['conflict', message])
  }
  await announce(null)
  expect((await holdSlot(member, { slotId: slots[0]!.id })).isNew).toBe(true)
})
