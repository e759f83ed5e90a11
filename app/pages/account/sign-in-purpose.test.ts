import { expect, test } from 'vitest'
import { chosenSlotUrl } from '#app/pages/trainers/chosen-slot.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer } from '#tests/factories.ts'
import { signInPurpose } from './sign-in-purpose.server.ts'

useDatabase()

test('whoever is sent to sign in reads what for, and nothing about addresses that somebody made up', async () => {
  const { trainerId, slotIds } = await addTrainer('Mira Okafor')
  const hour = chosenSlotUrl(trainerId, slotIds[1]!)
  expect(await signInPurpose(hour)).toEqual({
    hour: { title: '07:00 with Mira Okafor, Mon, Wed and Fri', portrait: null },
  })
  expect(await signInPurpose('/dashboard/allSubscribers?page=2')).toEqual({ text: 'to see All Subscribers' })
  expect(await signInPurpose('/firstAdmin/a-code')).toEqual({
    sentence: 'Open your club: the account you create here becomes its admin.',
  })
  expect(await signInPurpose('/trainerBooked/1')).toEqual({ text: 'to continue your booking' })
  const silent = ['/', '/forums/nothing', '/classes', chosenSlotUrl('x', 'y'), hour.replace(slotIds[1]!, 'z')]
  for (const from of silent) expect(await signInPurpose(from), from).toBeNull()
})
