import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember, expireHold } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { findTrainers, getTrainer, listTrainerProfiles } from './trainers.server.ts'

useDatabase()

describe('the list of trainers', () => {
  test('begins with whoever joined first, and counts them all', async () => {
    const older = await addTrainer('Older')
    const newer = await addTrainer('Newer')
    const days = (count: number) => sql<Date>`club_now() - make_interval(days => ${count})`
    await db
      .updateTable('trainers')
      .set({ joinedAt: days(9) })
      .where('id', '=', newer.trainerId)
      .execute()
    await db
      .updateTable('trainers')
      .set({ joinedAt: days(8) })
      .where('id', '=', older.trainerId)
      .execute()
    const all = await listTrainerProfiles(visitor)
    expect(all.items.slice(0, 2).map((trainer) => trainer.name)).toEqual(['Newer', 'Older'])
    expect(all.total).toBe(2)
    const second = await listTrainerProfiles(visitor, { limit: 1, offset: 1 })
    expect(second.items.map((trainer) => trainer.name)).toEqual(['Older'])
    expect(await listTrainerProfiles(visitor, { offset: 50 })).toEqual({ items: [], total: 2 })
    expect((await listTrainerProfiles(visitor, { limit: 1 })).items.map((trainer) => trainer.name)).toEqual([
      'Newer',
    ])
  })

  test('is searched by name for admins, whoever has just that name first, and found by id', async () => {
    const admin = await createAdmin()
    const [longer, exact] = [await addTrainer('Zoe Ferrari'), await addTrainer('Zoe')]
    const found = await findTrainers(admin, { words: ' zoE ' })
    expect(found.map(({ id }) => id)).toEqual([exact.trainerId, longer.trainerId])
    expect(await findTrainers(admin, { id: longer.trainerId })).toEqual([
      { id: longer.trainerId, name: 'Zoe Ferrari' },
    ])
    for (const nobody of [{ words: '%' }, { words: 'Zoe\0y' }, { id: 'nonsense' }, { id: '\0' }])
      expect(await findTrainers(admin, nobody)).toEqual([])
    await expect(findTrainers(await createMember(), { words: '' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('bears odd stretches without a failure', async () => {
    for (const range of [
      { limit: NaN },
      { limit: -5, offset: -1 },
      { limit: 1e9, offset: 1e300 },
      { limit: 1.5 },
    ])
      expect((await listTrainerProfiles(visitor, range)).total).toBeGreaterThan(0)
  })

  test('shows the photo of the application, else that of the account, else the address Google gave', async () => {
    const { actor, trainerId } = await addTrainer('Seen')
    const portrait = async () => (await getTrainer(visitor, trainerId)).portrait
    expect(await portrait()).toBeNull()
    await db.updateTable('users').set({ image: 'javascript:alert(1)' }).where('id', '=', actor.id).execute()
    expect(await portrait()).toBeNull()
    await db
      .updateTable('users')
      .set({ image: 'https://lh3.googleusercontent.com/a/face' })
      .where('id', '=', actor.id)
      .execute()
    expect(await portrait()).toEqual({ address: 'https://lh3.googleusercontent.com/a/face' })
    const account = await insertPicture(actor.id)
    await db.updateTable('members').set({ photoId: account }).where('userId', '=', actor.id).execute()
    expect(await portrait()).toEqual({ id: account, width: 800, height: 1000, colour: '#336699' })
    const own = await insertPicture(actor.id)
    await db.updateTable('trainers').set({ photoId: own }).where('id', '=', trainerId).execute()
    expect(await portrait()).toMatchObject({ id: own })
  })
})

describe("a trainer's profile", () => {
  test('lists the slots by hour, each free, held or sold', async () => {
    const { trainerId, slotIds } = await addTrainer('Busy', 4)
    const [free = '', held = '', paying = '', sold = ''] = slotIds
    await db.updateTable('slots').set({ priceCents: 6450 }).where('id', '=', free).execute()
    await createBooking(held, await createMember(), 'held')
    await createBooking(paying, await createMember(), 'paying')
    await createBooking(sold, await createMember(), 'paid')
    const profile = await getTrainer(visitor, trainerId)
    expect(profile.slots.map((slot) => [slot.name, slot.startHour, slot.priceCents, slot.state])).toEqual([
      ['Slot 1', 6, 6450, 'free'],
      ['Slot 2', 7, 5000, 'held'],
      ['Slot 3', 8, 5000, 'held'],
      ['Slot 4', 9, 5000, 'sold'],
    ])
  })

  test('counts an expired hold as free, but not a payment that is under way', async () => {
    const { trainerId, slotIds } = await addTrainer('Waiting', 2)
    const buyer = await createMember()
    const held = await createBooking(slotIds[0] ?? '', buyer, 'held')
    const paying = await createBooking(slotIds[1] ?? '', buyer, 'paying')
    for (const id of [held, paying]) await expireHold(id)
    const { slots } = await getTrainer(visitor, trainerId)
    expect(slots.map((slot) => [slot.state, slot.buyerName])).toEqual([
      ['free', ''],
      ['held', 'Booked'],
    ])
  })

  test('names the buyer only to its trainer and to admins, and only once paid', async () => {
    const trainer = await addTrainer('Discreet', 2)
    const other = await addTrainer('Curious')
    const buyer = await createMember({ name: 'Bo Buyer' })
    await createBooking(trainer.slotIds[0] ?? '', buyer, 'held')
    const bookingId = await createBooking(trainer.slotIds[1] ?? '', buyer, 'paid')
    const names = async (actor: Parameters<typeof getTrainer>[0]) =>
      (await getTrainer(actor, trainer.trainerId)).slots.map((slot) => slot.buyerName)
    expect(await names(trainer.actor)).toEqual(['Booked', 'Bo Buyer'])
    expect(await names(await createAdmin())).toEqual(['Booked', 'Bo Buyer'])
    for (const actor of [visitor, other.actor, buyer, await createMember()])
      expect(await names(actor)).toEqual(['Booked', 'Booked'])
    const own = await getTrainer(buyer, trainer.trainerId)
    expect(own.slots[1]?.ownBookingId).toBe(bookingId)
    expect((await getTrainer(trainer.actor, trainer.trainerId)).slots[1]?.ownBookingId).toBeNull()
  })

  test('tells trainers their own page, and is the same in the list of profiles', async () => {
    const { actor, trainerId } = await addTrainer('Self')
    const profile = await getTrainer(actor, trainerId)
    expect(profile.isOwn).toBe(true)
    expect((await getTrainer(visitor, trainerId)).isOwn).toBe(false)
    const { items } = await listTrainerProfiles(actor)
    expect(items.find((trainer) => trainer.id === trainerId)).toEqual(profile)
    expect(Object.keys(profile)).not.toContain('userId')
  })

  test('of somebody who does not exist is not found, malformed ids too', async () => {
    for (const id of ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'abc', '', "' or 1=1", '\u0000'])
      await expect(getTrainer(visitor, id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
