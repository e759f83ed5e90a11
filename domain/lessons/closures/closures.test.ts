import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { listActivity } from '#domain/activity/activity-log.server.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { listDatesForMakeUp, listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { listDates, previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { declineRenewal } from '#domain/months/renewal.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createPaidBooking,
  createSlot,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import {
  closeDays,
  listClosureSummaries,
  listClosures,
  previewClosure,
  reopenDays,
} from './closures.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let admin: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
// Fixture: lessons on Mondays, Wednesdays and Fridays, from Friday the 20th on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, closures cascade',
  )
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const holiday = { fromDay: '2026-12-07', untilDay: '2026-12-09', reason: 'Holiday' }
const whyOf = async (buyer: Person, bookingId: string) =>
  (await listDates(buyer, bookingId)).flatMap(({ day, because }) =>
    because === null ? [] : [`${day}: ${because}`],
  )

test('closing days calls their hours off, owes each, and tells every member once', async () => {
  const { slots } = await createTrainerWithSlots(2)
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  const other = await createPaidBooking(sandbox, 'gold', slots[1]!.id)
  expect(await previewClosure(admin, holiday)).toHaveLength(4)
  expect(await whyOf(buyer, bookingId)).toEqual([])
  expect(await closeDays(admin, holiday)).toEqual({ hours: 4, notified: { mailed: 3, notMailed: [] } })
  expect(await whyOf(buyer, bookingId)).toEqual(['2026-12-07: closed', '2026-12-09: closed'])
  expect(await listMakeUps(other.buyer)).toHaveLength(2)
  const letters = await db
    .selectFrom('letters')
    .where('letter', '=', 'days-closed')
    .select('userId')
    .execute()
  expect(letters).toHaveLength(2)
  expect(new Set(letters.map(({ userId }) => userId))).toEqual(new Set([buyer.id, other.buyer.id]))
})

test('a month that is bought afterwards, or looked at, has a make-up instead', async () => {
  await closeDays(admin, holiday)
  const slotId = await createSlot()
  const shown = (await previewDates(slotId)).flatMap(({ day, because }) =>
    because === null ? [] : [`${day}: ${because}`],
  )
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
  expect(await whyOf(buyer, bookingId)).toEqual(shown)
  expect(shown).toEqual(['2026-12-07: closed', '2026-12-09: closed'])
  const receipt = db.selectFrom('letters').where('cause', '=', `booking-paid ${bookingId}`).select('text')
  expect((await receipt.executeTakeFirstOrThrow()).text).toContain(
    'On Mon 7 Dec, Wed 9 Dec there is no hour: the club is closed. You have 2 make-ups, the first until Thu 21 Jan.',
  )
  await setClubTime('Europe/Rome', '2026-12-06T12:00:00+01:00')
  const [makeUp] = await listMakeUps(buyer)
  const { hours } = await listDatesForMakeUp(buyer, makeUp!.id)
  expect(new Set(hours.map(({ day }) => day))).toEqual(new Set(['2026-12-11']))
})

test('the first date of each hour is told before it is booked: of a free one, and of one that its holder does not keep', async () => {
  await closeDays(admin, { ...holiday, fromDay: '2026-11-23', untilDay: '2026-11-24' })
  const { trainerId, slots } = await createTrainerWithSlots(3)
  const [dropped, taken, free] = slots.map(({ id }) => id) as [string, string, string]
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', dropped)
  await createPaidBooking(sandbox, 'gold', taken)
  await declineRenewal(buyer, bookingId)
  const dates = await listFirstDates((await getTrainer(visitor, trainerId)).slots)
  const first = (await previewDates(free)).find(({ because }) => because === null)
  expect(dates).toEqual(
    new Map([
      [free, '2026-11-25'],
      [dropped, '2026-12-21'],
    ]),
  )
  expect(first?.day).toBe('2026-11-25')
  expect(await listFirstDates([])).toEqual(new Map())
})

test('no day is closed twice or after it has passed; opening again restores nothing', async () => {
  const { buyer, bookingId } = await createPaidBooking(sandbox)
  await closeDays(admin, holiday)
  // the preview is refused for the same reasons
  for (const close of [closeDays, previewClosure])
    await expect(close(admin, { ...holiday, untilDay: '2026-12-07' })).rejects.toThrow('already closed')
  for (const wrong of [
    { fromDay: '2026-11-19' },
    { untilDay: '2026-12-06' },
    { untilDay: '2027-02-01' },
    { reason: ' ' },
  ])
    for (const close of [closeDays, previewClosure])
      await expect(close(admin, { ...holiday, ...wrong })).rejects.toMatchObject({
        code: 'invalid',
        errors: { [Object.keys(wrong)[0]!]: [expect.stringMatching(/\w/)] },
      })
  const [closure] = await listClosures(admin)
  await reopenDays(admin, closure!.id)
  await expect(reopenDays(admin, closure!.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await whyOf(buyer, bookingId)).toHaveLength(2)
})

test('closed days are listed with the hours that were called off for them, those of the past beside those ahead', async () => {
  const { slots } = await createTrainerWithSlots(1)
  await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await closeDays(admin, { fromDay: '2026-11-24', untilDay: '2026-11-24', reason: 'Painting' })
  await closeDays(admin, holiday)
  const painting = { fromDay: '2026-11-24', reason: 'Painting', hours: 0 }
  const holidays = { ...holiday, hours: 2 }
  expect(await listClosureSummaries(admin)).toMatchObject({ ahead: [painting, holidays], past: [] })
  // the last closed day still counts as current
  await setClubTime('Europe/Rome', '2026-12-09T12:00:00+01:00')
  expect(await listClosureSummaries(admin)).toMatchObject({ ahead: [holidays], past: [painting] })
  await setClubTime('Europe/Rome', '2026-12-10T12:00:00+01:00')
  expect(await listClosureSummaries(admin)).toMatchObject({ ahead: [], past: [holidays, painting] })
  expect(await listClosures(admin)).toEqual([])
})

test('only admins close the club', async () => {
  for (const actor of [await createMember(), (await createTrainerWithSlots(1)).person])
    for (const act of [
      listClosures(actor),
      listClosureSummaries(actor),
      previewClosure(actor, holiday),
      closeDays(actor, holiday),
      reopenDays(actor, 'nonsense'),
    ])
      await expect(act).rejects.toMatchObject({ code: 'forbidden' })
})

test('an activity log names a later day only where there is one', async () => {
  const [buyer, { slots }] = [await createMember(), await createTrainerWithSlots(2)]
  for (const { id } of slots) await createBooking(id, buyer, 'paid')
  const saidOf = async (untilDay: string, fromDay = untilDay) => {
    await closeDays(admin, { fromDay, untilDay, reason: 'Snow' })
    const { items } = await listActivity(buyer, { kind: 'booking' })
    return items[0]
  }
  expect(await saidOf('2026-12-07')).toMatchObject({
    summary: 'The club is closed on Mon 7 Dec',
    detail: 'Snow. You get 2 make-ups',
  })
  expect(await saidOf('2026-12-11', '2026-12-09')).toMatchObject({
    summary: 'The club is closed on Wed 9 Dec and later',
  })
})

test('closures of the next 14 days are public facts of the club, from the moment they are decided', async () => {
  const told = async () => (await clubFacts()).closed
  expect(await told()).toBe('')
  await closeDays(admin, { fromDay: '2026-12-01', untilDay: '2026-12-01', reason: 'Stocktaking.' })
  await closeDays(admin, { fromDay: '2026-12-04', untilDay: '2026-12-09', reason: 'Holiday' })
  await closeDays(admin, { fromDay: '2026-12-10', untilDay: '2026-12-10', reason: 'Later' })
  expect(await told()).toBe('Closed on Tue 1 Dec: Stocktaking. Closed from Fri 4 Dec to Wed 9 Dec: Holiday')
  const [first, second] = (await clubFacts()).closures
  expect([first!.fromDay, second!.untilDay]).toEqual(['2026-12-01', '2026-12-09'])
  await reopenDays(admin, (await listClosures(admin))[0]!.id)
  expect(await told()).toBe('Closed from Fri 4 Dec to Wed 9 Dec: Holiday')
})
