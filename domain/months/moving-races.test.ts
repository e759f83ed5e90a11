import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { listDatesToMoveTo, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createMembers,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { coolOff } from './cooling-off.server.ts'
import { extendMonth } from './extending.server.ts'
import { moveMonth } from './moving.server.ts'

// Operations of the office and of members in parallel, each on its own connection.

useDatabase()
let sandbox: Sandbox
let admin: Person
let trainer: TestTrainer
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
beforeEach(async () => void (trainer = await createTrainerWithSlots(3)))
afterEach(expectNoBrokenInvariants)

const slot = (index: number) => trainer.slots[index]!.id
const to = (index: number) => ({ slotId: slot(index), reason: 'Works late' })
const isDone = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled'
const liveOn = async (slotId: string) =>
  (await pool.query('select from bookings where slot_id = $1 and is_live(state)', [slotId])).rows.length

/** Starts the operations while a lock is held, waits until all are blocked, then releases it. */
async function together<T>(hold: string, acts: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const door = await pool.connect()
  await door.query(`begin; ${hold}`)
  const settled = Promise.allSettled(acts.map((act) => act()))
  await waitForLocks(acts.length)
  await door.query('commit')
  door.release()
  return settled
}

test('an hour that is booked while the office moves a month to it is somebody’s once', async () => {
  for (let round = 0; round < repetitions(3, 40); round++) {
    trainer = await createTrainerWithSlots(2)
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slot(0))
    const members = await createMembers(3)
    const done = await Promise.allSettled([
      ...members.map((member) => holdSlot(member, { slotId: slot(1) })),
      moveMonth(admin, bookingId, to(1)),
    ])
    expect(done.filter(isDone)).toHaveLength(1)
    expect(await liveOn(slot(1))).toBe(1)
  }
})

test('and twice without the guard, the index of one live booking an hour', async () => {
  const { bookingId } = await createPaidBooking(sandbox, 'gold', slot(0))
  const [member] = await createMembers(1)
  await pool.query('alter index one_live_booking rename to kept; drop index kept')
  await holdSlot(member!, { slotId: slot(1) })
  await moveMonth(admin, bookingId, to(1))
  expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toEqual([
    'one live booking a slot',
  ])
  await pool.query(
    `update orders set state = 'cancelled', hold_expires_at = null
      where state = 'held' and id in (select id from bookings where slot_id = $1)`,
    [slot(1)],
  )
  await pool.query(
    `create unique index one_live_booking on bookings (slot_id) where is_live(state) and period = 'current'`,
  )
})

test('a free date that a member moves to while the office moves a month there is given once', async () => {
  const { bookingId } = await createPaidBooking(sandbox, 'gold', slot(0))
  const other = await createPaidBooking(sandbox, 'gold', slot(1))
  const theirs = await db
    .selectFrom('lessons')
    .where('bookingId', '=', other.bookingId)
    .orderBy('onDate', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const { hours } = await listDatesToMoveTo(other.buyer, theirs.id)
  const late = hours.findLast(({ startHour }) => startHour === 8)!
  const [, moved] = await together(`select advisory_lock('days off')`, [
    async () => void (await moveLesson(other.buyer, theirs.id, late)),
    async () => void (await moveMonth(admin, bookingId, to(2))),
  ])
  expect(moved?.status).toBe('fulfilled')
})

test('a month that its member gives back while the office moves and extends it has no hour ahead', async () => {
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slot(0))
  const done = await together(`select from bookings where id = '${bookingId}' for update`, [
    async () => void (await coolOff(buyer, bookingId)),
    async () => void (await moveMonth(admin, bookingId, to(1))),
  ])
  await extendMonth(admin, bookingId, { days: 7, reason: 'Was ill' }).catch(() => null)
  expect(done[0]).toMatchObject({ status: 'fulfilled' })
  const { rows } = await pool.query(`select from lessons where booking_id = $1 and state = 'planned'`, [
    bookingId,
  ])
  expect(rows).toEqual([])
  expect((await liveOn(slot(0))) + (await liveOn(slot(1)))).toBe(0)
})
