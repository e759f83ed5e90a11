import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { releaseEndedPlaces } from '#domain/lessons/classes/released-places.server.ts'
import { extendMonth } from '#domain/months/extending.server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createPaidBooking,
  createSlot,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repeatErasures, requestAccountDeletion } from './account-deletion.server.ts'

useDatabase()

test('whom a restored backup brought back is erased again, with what ran then', async () => {
  const person = await createMember()
  const bookingId = await createBooking(await createSlot(), person, 'paid')
  const none = '00000000-0000-4000-8000-000000000000'
  expect(await repeatErasures([person.id, none])).toEqual({ erased: 1, kept: [] })
  expect(await repeatErasures([person.id])).toEqual({ erased: 0, kept: [] })
  const gone = db.selectFrom('users').where('id', '=', person.id).select('erasedAt')
  expect(await gone.executeTakeFirst()).toMatchObject({ erasedAt: expect.any(Date) })
  expect(await bookingStateOf(bookingId)).toBe('ended')
  await expectNoBrokenInvariants()
})

test('a month that the office made longer ends with its member all the same', async () => {
  const { buyer, bookingId } = await createPaidBooking(useSandbox())
  await extendMonth(await createAdmin(), bookingId, { days: 3, reason: 'Was ill' })
  await requestAccountDeletion(buyer, { when: 'now' })
  expect(await bookingStateOf(bookingId)).toBe('ended')
  await expectNoBrokenInvariants()
})

test('the place of a person who left goes to the next in line, and their wait for another class ends', async () => {
  const admin = await createAdmin()
  const [one, other] = [
    await addClassDate(admin, { capacity: 1 }),
    await addClassDate(admin, { capacity: 1, startsAt: '20:00' }),
  ]
  const [leaver, second, third] = [await createMember(), await createMember(), await createMember()]
  await giveClasses([leaver, second, third], 5)
  await bookClass(leaver, one.lessonId)
  await bookClass(second, one.lessonId)
  await bookClass(third, other.lessonId)
  await bookClass(leaver, other.lessonId)
  await requestAccountDeletion(leaver, { when: 'now' })
  await releaseEndedPlaces()
  const places = await db
    .selectFrom('participants')
    .where('memberId', 'in', [leaver.id, second.id])
    .select(['memberId', 'lessonId', 'state'])
    .orderBy('state')
    .execute()
  expect(places).toEqual([
    { memberId: second.id, lessonId: one.lessonId, state: 'booked' },
    { memberId: leaver.id, lessonId: one.lessonId, state: 'cancelled' },
    { memberId: leaver.id, lessonId: other.lessonId, state: 'left' },
  ])
  await expectNoBrokenInvariants()
})
