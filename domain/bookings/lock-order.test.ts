import { expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { requestAccountDeletion } from '#domain/personal-data/account-deletion.server.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { holdSlot } from './hold.server.ts'

// Transactions lock rows in one common order. Two that lock in opposite orders would deadlock, and the database
// would abort one of them after a second.

useDatabase()

/** Returns whether the operation, while it waits for the `first` row, leaves the `next` one unlocked. */
async function leavesFree(work: () => Promise<unknown>, { first, next }: { first: string; next: string }) {
  const somebody = await pool.connect()
  await somebody.query(`begin; ${first}`)
  const waiting = work()
  await waitForLocks(1)
  const isFree = await somebody.query(`${next} nowait`).then(
    () => true,
    () => false,
  )
  await somebody.query('rollback')
  somebody.release()
  await waiting
  return isFree
}

test('who holds an hour while its trainer changes the day waits before the hour is touched', async () => {
  const { trainerId, slots } = await createTrainerWithSlots(1)
  const slotId = slots[0]!.id
  const buyer = await createMember()
  const trainerChanging = {
    first: `select from trainers where id = '${trainerId}' for no key update`,
    next: `select from slots where id = '${slotId}' for update`,
  }
  expect(await leavesFree(() => holdSlot(buyer, { slotId }), trainerChanging)).toBe(true)
})

test('who leaves while an hour is held for them waits before their account is touched', async () => {
  const person = await createMember()
  const holding = {
    first: `select from members where user_id = '${person.id}' for no key update`,
    next: `select from users where id = '${person.id}' for key share`,
  }
  expect(await leavesFree(() => requestAccountDeletion(person, { when: 'now' }), holding)).toBe(true)
})
