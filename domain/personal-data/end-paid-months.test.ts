import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { extendMonth } from '#domain/months/extending.server.ts'
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
