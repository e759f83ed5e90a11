import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { holdForMember, listSlotsForMember } from '#domain/bookings/office-hold.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { declareAbsence, endAbsence, listAbsences } from '#domain/lessons/absences/absences.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { fewDatesOf } from '#domain/lessons/lessons.rules.ts'
import { sendRenewalReminders } from '#domain/months/renewal-reminders.server.ts'
import { declineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { getTrainer, listTrainerProfiles } from '#domain/trainers/trainers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  bookingStateOf,
  createAdmin,
  createHold,
  createHoldWithIntent,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { previewDates } from './lesson-dates.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let admin: Person
let mira: TestTrainer
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
// Fixture: Mira gives Mondays, Wednesdays and Fridays at 06:00 and 07:00; the club is in Rome.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, closures, absences cascade',
  )
  await moveTo('2026-11-26T12:00:00+01:00')
  mira = await createTrainerWithSlots(2)
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const moveTo = (moment: string) => setClubTime('Europe/Rome', moment)
const away = (fromDay: string, untilDay: string) => declareAbsence(mira.person, { fromDay, untilDay })
/** 32 days, more than a month. */
const awayForAMonth = () => away('2026-11-26', '2026-12-27')
const slotsOf = async (actor: Parameters<typeof getTrainer>[0] = visitor) =>
  (await getTrainer(actor, mira.trainerId)).slots
const noHour = 'This hour can’t be given in the coming month. It is free again from Mon 28 Dec.'

describe('an hour without a date in the coming month', () => {
  test('is not free, and says from when it is again', async () => {
    expect((await slotsOf()).map(({ state }) => state)).toEqual(['free', 'free'])
    await awayForAMonth()
    const unavailable = { state: 'unavailable', buyerName: '', freeAgain: '2026-12-28' }
    expect(await slotsOf()).toMatchObject([unavailable, unavailable])
    const { items } = await listTrainerProfiles(visitor, { limit: 1000 })
    expect(items.find(({ id }) => id === mira.trainerId)?.slots).toMatchObject([unavailable, unavailable])
    // to its trainer it is one that can be changed
    expect(await listOwnSlots(mira.person)).toMatchObject([
      { state: 'free', freeAgain: '2026-12-28' },
      { state: 'free', freeAgain: '2026-12-28' },
    ])
    const other = await createTrainerWithSlots(1)
    expect((await getTrainer(visitor, other.trainerId)).slots).toMatchObject([
      { state: 'free', freeAgain: null },
    ])
  })

  test('is neither held nor held for the desk, for whichever reason it has none', async () => {
    const member = await createMember()
    const refused = async (reason: string) => {
      const slotId = mira.slots[0]!.id
      await expect(holdSlot(member, { slotId })).rejects.toMatchObject({ code: 'conflict', message: reason })
      await expect(holdForMember(admin, member.id, { slotId })).rejects.toThrow(reason)
      expect((await listSlotsForMember(admin, member.id, 'Mira')).hours).toContainEqual(
        expect.objectContaining({ slotId, first: null, freeAgain: '2026-12-28' }),
      )
    }
    await awayForAMonth()
    await refused(noHour)
    await pool.query('delete from absences')
    expect((await slotsOf())[0]!.state).toBe('free')
    await closeDays(admin, { fromDay: '2026-11-26', untilDay: '2026-12-27', reason: 'Builders' })
    await refused(noHour)
  })

  test('is not sold to whoever follows a month that is not kept', async () => {
    const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id)
    await declineRenewal(buyer, bookingId)
    expect((await slotsOf())[0]!.freeFrom).not.toBeNull()
    await away('2026-12-25', '2027-01-25')
    await away('2027-01-26', '2027-01-28')
    expect((await slotsOf())[0]).toMatchObject({ state: 'sold', freeFrom: null })
    await expect(holdSlot(await createMember(), { slotId: mira.slots[0]!.id })).rejects.toThrow(
      'It is free again from Fri 29 Jan.',
    )
  })

  test('is not paid for when the dates are gone since it was held', async () => {
    const member = await createMember()
    const { bookingId } = await holdSlot(member, { slotId: mira.slots[0]!.id })
    await choosePlan(member, bookingId, { plan: 'silver' })
    await awayForAMonth()
    await expect(requestIntent(member, { bookingId })).rejects.toThrow(noHour)
    const cash = {
      plan: 'silver',
      method: 'cash',
      discountCents: 0,
      discountReason: '',
      slip: '',
      bankedOn: '',
    }
    await expect(takePayment(admin, bookingId, cash as never)).rejects.toThrow(noHour)
    expect(await bookingStateOf(bookingId)).toBe('held')
  })

  test('is paid back when the dates are gone while it was being paid for', async () => {
    const { buyer, bookingId, clientSecret, intentId } = await createHoldWithIntent('gold', mira.slots[0]!.id)
    await awayForAMonth()
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await expect(savePayment(buyer, { intentId })).rejects.toThrow('All of it is being refunded.')
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
  })
})

test('an hour on one day of the week lacks dates once each of those days is taken, and not before', async () => {
  await db
    .updateTable('trainers')
    .set({ weekdays: ['Monday'] })
    .where('id', '=', mira.trainerId)
    .execute()
  const states = []
  for (const monday of ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21']) {
    await away(monday, monday)
    states.push((await slotsOf())[0]!.state)
  }
  expect(states).toEqual(['free', 'free', 'free', 'unavailable'])
  expect((await slotsOf())[0]!.freeAgain).toBe('2026-12-28')
})

describe('a month whose next one has no date', () => {
  const renewalLetters = async () => {
    await sendRenewalReminders()
    return db.selectFrom('letters').where('letter', '=', 'renewal-reminder').select('userId').execute()
  }

  test('is not renewed, and a letter says why instead of asking for it, until there is one', async () => {
    const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id)
    await moveTo('2026-12-20T12:00:00+01:00')
    await away('2026-12-26', '2027-01-25')
    await away('2027-01-26', '2027-01-26')
    expect((await getBooking(buyer, bookingId)).renewalIsOpen).toBe(false)
    expect(await renewalLetters()).toEqual([])
    expect(await renewalLetters()).toEqual([])
    const told = await db
      .selectFrom('letters')
      .where('letter', '=', 'renewal-unavailable')
      .selectAll()
      .execute()
    expect(told).toMatchObject([{ userId: buyer.id, subject: 'No dates next month: 06:00 with Mira Okafor' }])
    await expect(renewBooking(buyer, bookingId)).rejects.toThrow('It is free again from Wed 27 Jan.')
    const { items } = await listAbsences(mira.person)
    await endAbsence(mira.person, items.find(({ untilDay }) => untilDay === '2027-01-25')!.id)
    expect((await getBooking(buyer, bookingId)).renewalIsOpen).toBe(true)
    expect(await renewalLetters()).toEqual([{ userId: buyer.id }])
    expect((await renewBooking(buyer, bookingId)).isNew).toBe(true)
  })
})

describe('a month with less than half its dates', () => {
  test('says how few and why, before a plan is chosen', async () => {
    const { bookingId } = await createHold('silver', mira.slots[0]!.id)
    const few = async () => fewDatesOf(await previewDates(mira.slots[0]!.id, bookingId))
    expect(await few()).toBeNull()
    await away('2026-12-07', '2027-01-06')
    expect(await few()).toEqual({ given: 4, of: 13, because: 'trainer away', until: '2027-01-06' })
  })

  test('is one with half of them no more', () => {
    const dates = (given: number, missing: number) =>
      [...Array<null>(given).fill(null), ...Array<'closed'>(missing).fill('closed')].map((because) => ({
        day: '2026-12-07',
        startHour: 7,
        because,
        isOver: false,
      }))
    expect(fewDatesOf(dates(3, 3))).toBeNull()
    expect(fewDatesOf(dates(2, 3))).toEqual({ given: 2, of: 5, because: 'closed', until: null })
    expect(fewDatesOf([])).toBeNull()
  })
})
