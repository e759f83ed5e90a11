import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { bookClass } from './class-booking.server.ts'
import { addGuest } from './class-guests.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

const placeOf = (lessonId: string, { id }: Person) =>
  db
    .selectFrom('participants')
    .where('lessonId', '=', lessonId)
    .where('memberId', '=', id)
    .select(['state', 'allowanceId', 'invitedBy'])
    .execute()

describe('addGuest', () => {
  test('a guest has a place that costs no class, once', async () => {
    const { lessonId, trainer } = await addClassDate(admin)
    const guest = await createMember({ name: 'Ágnes Single-Guest' })
    expect(await addGuest(trainer.person, lessonId, ' agnes single-guest')).toEqual({
      name: guest.name,
      paysWithClass: false,
    })
    expect(await placeOf(lessonId, guest)).toEqual([
      { state: 'booked', allowanceId: null, invitedBy: trainer.person.id },
    ])
    await expect(addGuest(trainer.person, lessonId, guest.name)).rejects.toThrow('already has a place')
  })

  test('a member who waits is let in with a class of theirs', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second] = [await createMember(), await createMember({ name: 'Second In-Line' })]
    await giveClasses([first, second], 5)
    await bookClass(first, lessonId)
    await bookClass(second, lessonId)
    await expect(addGuest(admin, lessonId, second.name)).rejects.toThrow('All places are taken.')
    // a place that no one was promoted to
    await db.updateTable('lessons').set({ capacity: 2 }).where('id', '=', lessonId).execute()
    expect(await addGuest(admin, lessonId, second.name)).toMatchObject({ paysWithClass: true })
    expect(await placeOf(lessonId, second)).toMatchObject([{ state: 'booked', invitedBy: null }])
  })

  test('is refused for unknown people, to members and to other trainers', async () => {
    const { lessonId } = await addClassDate(admin)
    const other = await createTrainerWithSlots(1)
    await expect(addGuest(admin, lessonId, 'Nobody At All')).rejects.toMatchObject({ code: 'invalid' })
    for (const blank of [' ', '\u0000'])
      await expect(addGuest(admin, lessonId, blank)).rejects.toMatchObject({ code: 'invalid' })
    await expect(addGuest(other.person, lessonId, other.person.id)).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(addGuest(await createMember(), lessonId, 'x')).rejects.toMatchObject({ code: 'forbidden' })
  })
})
