import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { releaseHoldAsAdmin, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createMembers,
  createPaidBooking,
  createSlot,
  createTrainerWithSlots,
  expireHold,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { holdSlot } from './hold.server.ts'

useDatabase()
beforeEach(async () => {
  await sql`truncate orders, bookings, activities cascade`.execute(db)
  startLimits({ pool, enabled: true })
})
afterEach(() => startLimits({ pool, enabled: false }))

const here = '203.0.113.7'
const elsewhere = '203.0.113.8'

/** Lets newcomers of one network hold a slot each, all at once. Returns the number of successes. */
async function holdTogether(count: number, addressOf = (_: number) => here): Promise<number> {
  const people = await createMembers(count)
  const { slots } = await createTrainerWithSlots(count)
  const results = await Promise.allSettled(
    people.map((person, each) => holdSlot(person, { slotId: slots[each]!.id }, addressOf(each))),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('unpaid holds per network', () => {
  test('are nine, also when all ask at once and from many addresses of one /48', async () => {
    expect(await holdTogether(18)).toBe(9)
    expect(await holdTogether(18, (each) => `2001:db8:1:${each}::1`)).toBe(9)
    const refusal = await rejectionOf(holdSlot(await createMember(), { slotId: await createSlot() }, here))
    expect(refusal.code).toBe('limited')
    expect(refusal.retryAfter).toBeGreaterThan(800)
    expect(refusal.retryAfter).toBeLessThanOrEqual(900)
  })

  test('are more when nobody waits for their turn, so the race above proves something', async () => {
    // leaves room for one more
    await holdTogether(8)
    const { rows } = await sql<{
      made: string
    }>`select pg_get_functiondef('advisory_lock'::regproc) as made`.execute(db)
    await sql`create or replace function advisory_lock(name text) returns void language sql as ''`.execute(db)
    // commits only after five transactions have counted
    await sql`create sequence arrivals`.execute(db)
    await sql`create function await_five() returns trigger language plpgsql as $$ begin
      perform nextval('arrivals');
      while (select last_value from arrivals) < 5 loop perform pg_sleep(0.01); end loop;
      return new; end $$`.execute(db)
    await sql`create constraint trigger await_five after insert on bookings deferrable initially deferred
      for each row execute function await_five()`.execute(db)
    expect(await holdTogether(10)).toBeGreaterThan(1)
    await sql`drop function await_five() cascade`.execute(db)
    await sql.raw(rows[0]!.made).execute(db)
  })

  test('hinder nobody elsewhere and nobody who has paid here once, and end with the holds', async () => {
    const paid = await createPaidBooking(useSandbox())
    await holdTogether(9)
    const slotId = await createSlot()
    const newcomer = await createMember()
    expect((await rejectionOf(holdSlot(newcomer, { slotId }, here))).code).toBe('limited')
    expect((await holdSlot(paid.buyer, { slotId: await createSlot() }, here)).isNew).toBe(true)
    expect((await holdSlot(await createMember(), { slotId: await createSlot() }, elsewhere)).isNew).toBe(true)
    const { id } = await db
      .selectFrom('bookings')
      .where('state', '=', 'held')
      .select('id')
      .executeTakeFirstOrThrow()
    await expireHold(id)
    expect((await holdSlot(newcomer, { slotId }, here)).isNew).toBe(true)
  })

  test('are three for one new account, at once', async () => {
    const newcomer = await createMember()
    const { slots } = await createTrainerWithSlots(3)
    for (const { id } of slots) expect((await holdSlot(newcomer, { slotId: id }, here)).isNew).toBe(true)
    // a live hold is still returned
    await holdTogether(6)
    expect((await holdSlot(newcomer, { slotId: slots[0]!.id }, here)).isNew).toBe(false)
  })

  test('are kept as a digest, not as an address', async () => {
    await holdSlot(await createMember(), { slotId: await createSlot() }, here)
    const { network } = await db.selectFrom('bookings').select('network').executeTakeFirstOrThrow()
    expect(network).toMatch(/^[\w-]{43}$/)
  })
})

test('an admin lets go of what others hold, and of nothing that is paid; the audit log says who it was', async () => {
  const admin = await createAdmin()
  const { buyer, bookingId } = await createHold()
  expect(await rejectionOf(releaseHoldAsAdmin(buyer, bookingId))).toMatchObject({ code: 'forbidden' })
  expect(await releaseHoldAsAdmin(admin, bookingId)).toEqual({ bookingId, changed: true })
  expect(await bookingStateOf(bookingId)).toBe('cancelled')
  expect(await releaseHoldAsAdmin(admin, bookingId)).toEqual({ bookingId, changed: false })
  const paid = await createPaidBooking(useSandbox())
  expect(await rejectionOf(releaseHoldAsAdmin(admin, paid.bookingId))).toMatchObject({ code: 'conflict' })
  const entries = await db
    .selectFrom('auditEntries')
    .select(['actorId', 'action', 'subjectId', 'before', 'after'])
    .execute()
  expect(entries).toEqual([
    {
      actorId: admin.id,
      action: 'let hold go',
      subjectId: bookingId,
      before: { state: 'held' },
      after: { state: 'cancelled' },
    },
  ])
})

describe('repeated holds of one slot', () => {
  test('takes a pause of thirty minutes before the third time in a day', async () => {
    const [person, slotId] = [await createMember(), await createSlot()]
    const hold = () => holdSlot(person, { slotId }, here)
    for (const _ of ['once', 'twice']) {
      const { bookingId } = await hold()
      expect((await hold()).bookingId).toBe(bookingId)
      await releaseHold(person, bookingId)
    }
    const refusal = await rejectionOf(hold())
    expect(refusal.code).toBe('limited')
    expect(refusal.retryAfter).toBeGreaterThan(29 * 60)
    expect(refusal.retryAfter).toBeLessThanOrEqual(30 * 60)
    expect((await holdSlot(person, { slotId: await createSlot() }, here)).isNew).toBe(true)
    expect((await holdSlot(await createMember(), { slotId }, here)).isNew).toBe(true)
  })

  test('is theirs again after the pause', async () => {
    const [person, slotId] = [await createMember(), await createSlot()]
    for (const _ of ['once', 'twice'])
      await releaseHold(person, (await holdSlot(person, { slotId }, here)).bookingId)
    await passMinutes(31)
    expect((await holdSlot(person, { slotId }, here)).isNew).toBe(true)
  })
})

test('lifting the limits lifts both', async () => {
  startLimits({ pool, enabled: false })
  expect(await holdTogether(12)).toBe(12)
  const { buyer, bookingId } = await createHold()
  const { slotId } = await db
    .selectFrom('bookings')
    .where('id', '=', bookingId)
    .select('slotId')
    .executeTakeFirstOrThrow()
  await releaseHold(buyer, bookingId)
  for (const _ of ['twice', 'thrice', 'again'])
    await releaseHold(buyer, (await holdSlot(buyer, { slotId }, here)).bookingId)
})

/** Moves the timestamps of all bookings into the past. */
async function passMinutes(minutes: number): Promise<void> {
  await sql`alter table bookings disable trigger booking_transitions`.execute(db)
  await sql`update bookings set changed_at = changed_at - make_interval(mins => ${minutes})`.execute(db)
  await sql`alter table bookings enable trigger booking_transitions`.execute(db)
}
