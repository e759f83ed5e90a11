import { expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'
import { addTrainer } from '#tests/factories.ts'
import { chosenHourAddress } from '#app/pages/trainers/chosen-hour.ts'
import { purposeOf } from './purpose.server.ts'

useDatabase()

test('whoever is sent to sign in reads what for, and nothing about addresses that somebody made up', async () => {
  const { trainerId, slotIds } = await addTrainer('Mira Okafor')
  const hour = chosenHourAddress(trainerId, slotIds[1]!)
  expect(await purposeOf(hour)).toBe('to book 07:00 with Mira Okafor')
  expect(await purposeOf('/dashboard/allSubscribers?page=2')).toBe('to see All Subscribers')
  expect(await purposeOf('/trainerBooked/1')).toBe('to go on with your booking')
  const silent = [
    '/',
    '/forums/nothing',
    '/classes',
    chosenHourAddress('x', 'y'),
    hour.replace(slotIds[1]!, 'z'),
  ]
  for (const from of silent) expect(await purposeOf(from), from).toBeNull()
})
