import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DomainError } from '#core/errors.ts'
import { db, pool, transaction } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { listTrainersForAdmin } from '#domain/ledger/trainer-standings.server.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember, expireHold } from '#tests/factories.ts'
import { listMembersOfTrainer } from './own-members.server.ts'
import { addSlot, changeSlot, listOwnSlots, removeSlot } from './own-slots.server.ts'
import { getTrainer } from './trainers.server.ts'

useDatabase()

const evening = { name: 'Evening', startHour: 19, price: '64.50' }

const countDiffering = async (trainerId: string) => {
  const found = await db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .where('slots.trainerId', '=', trainerId)
    .whereRef('bookings.slotPriceCents', '!=', 'slots.priceCents')
    .select('slots.id')
    .execute()
  return found.length
}

describe('own slots of a trainer', () => {
  test('sees them by hour, with buyer, plan and end of what is sold', async () => {
    const { actor, slotIds } = await addTrainer('Owner', 3)
    const buyer = await createMember({ name: 'Bo Buyer' })
    await createBooking(slotIds[1] ?? '', buyer, 'held')
    await createBooking(slotIds[2] ?? '', buyer, 'paid', 'diamond')
    const slots = await listOwnSlots(actor)
    expect(slots.map((slot) => [slot.name, slot.state, slot.buyer?.name ?? null])).toEqual([
      ['Slot 1', 'free', null],
      ['Slot 2', 'held', null],
      ['Slot 3', 'sold', 'Bo Buyer'],
    ])
    expect(slots[2]?.buyer).toMatchObject({ plan: 'diamond', portrait: null, until: expect.any(Date) })
  })

  test('adds, changes and removes a free one, and each is on record', async () => {
    const { actor, trainerId } = await addTrainer('Adder', 1)
    const { id } = await addSlot(actor, evening)
    await changeSlot(actor, id, { ...evening, price: 70, startHour: '20' })
    const [, added] = (await getTrainer(visitor, trainerId)).slots
    expect(added).toMatchObject({ name: 'Evening', startHour: 20, priceCents: 7000, state: 'free' })
    expect((await getTrainer(visitor, trainerId)).hoursADay).toBe(2)
    await removeSlot(actor, id)
    expect((await getTrainer(visitor, trainerId)).slots).toHaveLength(1)
    expect((await getTrainer(visitor, trainerId)).hoursADay).toBe(1)
    await expect(changeSlot(actor, id, evening)).rejects.toMatchObject({ code: 'not-found' })
    const audit = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    expect(audit.map((entry) => entry.action)).toEqual(['add slot', 'change slot', 'remove slot'])
    expect(audit[1]).toMatchObject({ before: { priceCents: 6450 }, after: { priceCents: 7000 } })
    await addSlot(actor, evening)
  })

  test('may take the last one off, and stays a trainer of one hour a day until they offer more', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Pausing', 1)
    await removeSlot(actor, slotIds[0] ?? '')
    expect(await getTrainer(visitor, trainerId)).toMatchObject({ hoursADay: 1, slots: [] })
    await addSlot(actor, evening)
    expect(await listOwnSlots(actor)).toHaveLength(1)
  })

  test('keeps one slot an hour, one title, and twelve a day', async () => {
    const { actor, slotIds } = await addTrainer('Full', 11)
    await expect(addSlot(actor, { ...evening, startHour: 6 })).rejects.toMatchObject({
      code: 'conflict',
      errors: { startHour: ['You already offer a slot at this hour.'] },
    })
    await expect(addSlot(actor, { ...evening, name: 'Slot 1' })).rejects.toMatchObject({
      code: 'conflict',
      errors: { name: ['You already have a slot with this title.'] },
    })
    await expect(
      changeSlot(actor, slotIds[0] ?? '', { name: 'Slot 1', startHour: 7, price: 50 }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const outcomes = await Promise.allSettled([
      addSlot(actor, evening),
      addSlot(actor, { ...evening, startHour: 21, name: 'Late' }),
    ])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listOwnSlots(actor)).toHaveLength(12)
  })

  test('cannot touch what is held, being paid or sold, but what a hold left behind', async () => {
    const { actor, slotIds } = await addTrainer('Frozen', 4)
    const buyer = await createMember()
    const [held = '', paying = '', sold = '', stale = ''] = slotIds
    await createBooking(held, buyer, 'held')
    const overdue = await createBooking(paying, buyer, 'paying')
    await createBooking(sold, buyer, 'paid')
    const staleBooking = await createBooking(stale, buyer, 'held')
    for (const id of [overdue, staleBooking]) await expireHold(id)
    for (const id of [held, paying, sold]) {
      await expect(changeSlot(actor, id, evening)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This slot is held or sold, so it can’t change until it is free again.',
      })
      await expect(removeSlot(actor, id)).rejects.toMatchObject({ code: 'conflict' })
    }
    await changeSlot(actor, stale, evening)
    const booking = await db
      .selectFrom('bookings')
      .select('state')
      .where('id', '=', staleBooking)
      .executeTakeFirst()
    expect(booking?.state).toBe('expired')
  })

  test('and a member holding it at the same moment never end with a changed price', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Racer', 12)
    for (const [round, slotId] of slotIds.entries()) {
      const buyer = await createMember()
      const change = { name: `New ${round}`, startHour: 6 + round, price: 99 }
      const [changed, held] = await Promise.allSettled([
        changeSlot(actor, slotId, change),
        holdSlot(buyer, { slotId }),
      ])
      if (changed.status === 'rejected') expect(changed.reason).toMatchObject({ code: 'conflict' })
      expect(held.status).toBe('fulfilled')
    }
    expect(await countDiffering(trainerId)).toBe(0)
  })

  test('and a member who has read the price and not yet held it: the change waits for them', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Patient', 1)
    const [slotId = ''] = slotIds
    const blocker = await pool.connect()
    await blocker.query('begin; lock table bookings in share mode')
    const holding = holdSlot(await createMember(), { slotId, expectedPriceCents: 5000 })
    await waitForLocks(1)
    const changing = changeSlot(actor, slotId, { ...evening, price: 99 }).then(
      () => 'changed',
      (error: DomainError) => error.code,
    )
    await Promise.race([changing, waitForLocks(2)])
    await blocker.query('commit')
    blocker.release()
    expect(await holding).toMatchObject({ isNew: true })
    expect(await changing).toBe('conflict')
    expect(await countDiffering(trainerId)).toBe(0)
  })

  test('would change what a member was shown, were held slots not frozen', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Thawed', 1)
    await sql`alter table slots disable trigger sold_slot_frozen`.execute(db)
    await createBooking(slotIds[0] ?? '', await createMember(), 'held')
    await changeSlot(actor, slotIds[0] ?? '', evening)
    await sql`alter table slots enable trigger sold_slot_frozen`.execute(db)
    expect(await countDiffering(trainerId)).toBe(1)
  })

  test('reaches only their own slots', async () => {
    const owner = await addTrainer('Own')
    const other = await addTrainer('Other')
    const id = owner.slotIds[0] ?? ''
    for (const slotId of [id, 'abc', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      await expect(changeSlot(other.actor, slotId, evening)).rejects.toMatchObject({ code: 'not-found' })
      await expect(removeSlot(other.actor, slotId)).rejects.toMatchObject({ code: 'not-found' })
    }
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [await createAdmin(), 'forbidden'],
    ] as const) {
      await expect(listOwnSlots(actor)).rejects.toMatchObject({ code })
      await expect(addSlot(actor, evening)).rejects.toMatchObject({ code })
      await expect(changeSlot(actor, id, evening)).rejects.toMatchObject({ code })
      await expect(removeSlot(actor, id)).rejects.toMatchObject({ code })
      await expect(listMembersOfTrainer(actor)).rejects.toMatchObject({ code })
    }
    await expect(addSlot(owner.actor, { ...evening, price: 0 })).rejects.toMatchObject({
      code: 'invalid',
      errors: { price: [expect.stringContaining('Price must be')] },
    })
  })
})

describe("a trainer's members", () => {
  test('are who holds a slot now, with an address, and who did, without', async () => {
    const { actor, slotIds } = await addTrainer('Host', 3)
    const other = await addTrainer('Elsewhere')
    const [first = '', second = '', third = ''] = slotIds
    const now = await createMember({ name: 'Now' })
    const then = await createMember({ name: 'Then' })
    await createBooking(first, then, 'ended', 'silver')
    await createBooking(first, now, 'paid', 'gold')
    await createBooking(second, then, 'held')
    await createBooking(third, then, 'paying')
    await createBooking(other.slotIds[0] ?? '', then, 'paid')
    const { current, history } = await listMembersOfTrainer(actor)
    expect(current).toMatchObject([
      {
        name: 'Now',
        email: now.email,
        plan: 'gold',
        slotName: 'Slot 1',
        startHour: 6,
        since: expect.any(Date),
      },
    ])
    expect(history.total).toBe(1)
    expect(history.items).toMatchObject([{ name: 'Then', plan: 'silver', state: 'ended' }])
    expect(JSON.stringify(history)).not.toContain(then.email)
    expect((await listMembersOfTrainer(actor, { offset: 5 })).history).toEqual({ items: [], total: 1 })
  })

  test('stand in the order of the day, also after an hour was moved', async () => {
    const { actor, slotIds } = await addTrainer('Ordered', 3)
    await changeSlot(actor, slotIds[2] ?? '', { ...evening, startHour: 5 })
    for (const slotId of slotIds) await createBooking(slotId, await createMember(), 'paid')
    const { current } = await listMembersOfTrainer(actor)
    expect(current.map(({ startHour }) => startHour)).toEqual([5, 6, 7])
    expect((await listOwnSlots(actor)).map(({ startHour }) => startHour)).toEqual([5, 6, 7])
  })
})

describe('listTrainersForAdmin', () => {
  test('come with what was sold, paid out and is owed', async () => {
    const admin = await createAdmin()
    const { trainerId, slotIds } = await addTrainer('Seller', 3)
    const buyer = await createMember()
    await createBooking(slotIds[0] ?? '', buyer, 'paid', 'gold')
    const refunded = await createBooking(slotIds[1] ?? '', buyer, 'paid', 'diamond')
    await db.updateTable('payments').set({ refundedCents: 4000 }).where('bookingId', '=', refunded).execute()
    const seller = async () =>
      (await listTrainersForAdmin(admin)).items.find((trainer) => trainer.id === trainerId)
    expect(await seller()).toMatchObject({
      role: 'trainer',
      soldCents: 13000,
      paidOutCents: 0,
      owedCents: 13000,
      paymentStatus: 'Owed',
      retiredAt: null,
    })
    const pay = (amountCents: number) =>
      db
        .insertInto('payouts')
        .values({ trainerId, amountCents, requestKey: `key ${amountCents}`, recordedBy: admin.id })
        .execute()
    await pay(5000)
    await pay(8000)
    expect(await seller()).toMatchObject({ paidOutCents: 13000, owedCents: 0, paymentStatus: 'Paid' })
    const none = await addTrainer('New')
    const { items, total } = await listTrainersForAdmin(admin, { limit: 100 })
    expect(items.find((trainer) => trainer.id === none.trainerId)?.paymentStatus).toBe('No sales')
    expect(items).toHaveLength(total)
    expect((await listTrainersForAdmin(admin, { limit: 1, offset: 1 })).items[0]?.id).toBe(items[1]?.id)
  })

  test('are for admins only', async () => {
    const { actor } = await addTrainer('Nosy')
    await expect(listTrainersForAdmin(actor)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listTrainersForAdmin(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('are found with their payments by indexes alone', async () => {
    const plan = await transaction(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from slots
        join bookings on bookings.slot_id = slots.id join payments on payments.booking_id = bookings.id
        where slots.trainer_id = gen_random_uuid()`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).not.toContain('Seq Scan')
  })
})
