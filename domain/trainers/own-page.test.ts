import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { getMonth } from '#domain/months/month.server.ts'
import { declineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { weekdayName } from '#format/days.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createHold,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  expireHold,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { readOwnPage, saveOwnPage } from './own-page.server.ts'
import { getTrainer } from './trainers.server.ts'

useDatabase({ connections: 1 })
let sandbox: ReturnType<typeof useSandbox>
beforeEach(() => {
  sandbox = useSandbox()
})

const page = {
  yearsOfExperience: '14',
  hoursADay: '4',
  weekdays: ['Tuesday', 'Saturday'],
  skills: ['Patience', 'Deadlifts'],
  about: 'I coach the lifts that look simple.',
}

test('a trainer keeps their own page, and everybody sees it', async () => {
  const { person, trainerId } = await createTrainerWithSlots(2)
  await saveOwnPage(person, { ...page, photo: await insertPicture(person.id) })
  const seen = await getTrainer(visitor, trainerId)
  expect(seen).toMatchObject({ ...page, yearsOfExperience: 14, hoursADay: 4, name: 'Mira Okafor' })
  expect(seen.portrait).not.toBeNull()
  expect(seen.slots.map(({ name, startHour }) => [name, startHour])).toEqual([
    ['Slot 1', 6],
    ['Slot 2', 7],
    ['Slot 3', 8],
    ['Slot 4', 9],
  ])
  await saveOwnPage(person, { ...page, hoursADay: 1, about: '' })
  const after = await getTrainer(visitor, trainerId)
  expect(after).toMatchObject({ hoursADay: 1, about: '', portrait: seen.portrait })
  expect(after.slots.map(({ name }) => name)).toEqual(['Slot 1'])
  const entries = db.selectFrom('auditEntries').where('subjectId', '=', trainerId).select('action')
  const change = { action: 'change trainer page' }
  expect(await entries.execute()).toEqual([change, change])
})

test('a page that is saved as it was is no change in any log', async () => {
  const { person } = await createTrainerWithSlots(4)
  await saveOwnPage(person, page)
  const logged = async () =>
    Promise.all([
      db.selectFrom('auditEntries').where('actorId', '=', person.id).select('action').execute(),
      db.selectFrom('activities').where('userId', '=', person.id).select('summary').execute(),
    ])
  const before = await logged()
  await saveOwnPage(person, page)
  expect(await logged()).toEqual(before)
  await saveOwnPage(person, { ...page, skills: ['Deadlifts', 'Patience'] })
  expect(await logged()).not.toEqual(before)
})

test('hours that members paid for stay until the month is over, and say so', async () => {
  const { person, slots } = await createTrainerWithSlots(3)
  await createPaidBooking(sandbox, 'gold', slots[1]!.id)
  const { occupied } = await readOwnPage(person)
  expect(occupied).toMatchObject({ slots: ['Slot 2'], weekdays: ['Monday', 'Wednesday', 'Friday'] })
  expect(occupied.until).not.toBeNull()
  const days = ['Monday', 'Wednesday', 'Friday', 'Saturday']
  await saveOwnPage(person, { ...page, weekdays: days, hoursADay: 1 })
  const left = await readOwnPage(person)
  expect(left).toMatchObject({ hoursADay: 1, weekdays: days, occupied })
  // both slots are occupied, one of them by a hold
  await saveOwnPage(person, { ...page, weekdays: days, hoursADay: 2 })
  const [free] = await db
    .selectFrom('slots')
    .where('trainerId', '=', left.trainerId)
    .where('removedAt', 'is', null)
    .where('name', '<>', 'Slot 2')
    .select('id')
    .execute()
  await createPaidBooking(sandbox, 'silver', free!.id)
  const fewer = await rejectionOf(saveOwnPage(person, { ...page, weekdays: days, hoursADay: 1 }))
  expect(fewer.errors.hoursADay).toEqual(['At least 2, because 2 hours are held or sold.'])
  await expectNoBrokenInvariants()
})

describe('a weekday that a trainer with members drops or adds', () => {
  const days = (weekdays: string[]) => ({ ...page, weekdays, hoursADay: '2' })
  const lettersTo = async (buyer: Person) => {
    const letters = db
      .selectFrom('letters')
      .where('userId', '=', buyer.id)
      .where('letter', '=', 'weekdays-changed')
    return (await letters.select('text').orderBy('queuedAt').execute()).map(({ text }) => text)
  }
  const weekdaysOf = async (bookingId: string) => {
    const dates = await db.selectFrom('lessons').where('bookingId', '=', bookingId).select('onDate').execute()
    return [...new Set(dates.map(({ onDate }) => weekdayName(onDate)))].sort()
  }

  test('counts from the next month on: paid months keep their dates, new and renewed ones have the new days', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    const { person, trainerId, slots } = await createTrainerWithSlots(2)
    const kept = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
    await saveOwnPage(person, days(['Monday', 'Wednesday', 'Saturday']))
    expect((await getTrainer(visitor, trainerId)).weekdays).toEqual(['Monday', 'Wednesday', 'Saturday'])
    // the running month keeps its dates and says so
    expect(await weekdaysOf(kept.bookingId)).toEqual(['Friday', 'Monday', 'Wednesday'])
    const { booking, prospects } = await getMonth(kept.buyer, kept.bookingId)
    expect(booking.slot.weekdays).toEqual(['Monday', 'Wednesday', 'Friday'])
    expect(prospects?.nextWeekdays).toEqual(['Monday', 'Wednesday', 'Saturday'])
    const bought = await createPaidBooking(sandbox, 'gold', slots[1]!.id)
    expect(await weekdaysOf(bought.bookingId)).toEqual(['Monday', 'Saturday', 'Wednesday'])

    await setClubTime('UTC', '2026-12-15T12:00:00Z')
    const next = await renewBooking(kept.buyer, kept.bookingId)
    await choosePlan(kept.buyer, next.bookingId, { plan: 'gold' })
    const { clientSecret, intentId } = await requestIntent(kept.buyer, { bookingId: next.bookingId })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(kept.buyer, { intentId })
    expect(await weekdaysOf(next.bookingId)).toEqual(['Monday', 'Saturday', 'Wednesday'])
    await expectNoBrokenInvariants()
    await setClubTime('UTC')
  })

  test('is written once to each member who can keep the hour, with the days and the price', async () => {
    const { person, slots } = await createTrainerWithSlots(2)
    const { buyer } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
    const leaving = await createPaidBooking(sandbox, 'gold', slots[1]!.id)
    await declineRenewal(leaving.buyer, leaving.bookingId)
    await saveOwnPage(person, days(['Monday', 'Wednesday']))
    await saveOwnPage(person, { ...days(['Monday', 'Wednesday']), about: 'The same days.' })
    expect(await lettersTo(buyer)).toEqual([
      expect.stringMatching(
        /Your month keeps its dates, the last on [^.]*\.[^]*Days: Monday and Wednesday\s+Price: \$50 a month/,
      ),
    ])
    expect(await lettersTo(leaving.buyer)).toEqual([])
    await saveOwnPage(person, days(['Monday', 'Wednesday', 'Friday']))
    expect(await lettersTo(buyer)).toHaveLength(2)
  })

  test('waits while an hour is on hold, whose buyer has seen the dates', async () => {
    const { person, slots } = await createTrainerWithSlots(2)
    const { bookingId } = await createHold('gold', slots[0]!.id)
    const rejection = await rejectionOf(saveOwnPage(person, days(['Monday', 'Wednesday'])))
    expect(rejection).toMatchObject({ code: 'conflict' })
    expect(rejection.errors.weekdays).toEqual([
      'Friday: someone is holding one of your hours right now. Try again when the hold is over.',
    ])
    expect((await readOwnPage(person)).occupied.heldWeekdays).toEqual(['Monday', 'Wednesday', 'Friday'])
    await expireHold(bookingId)
    await saveOwnPage(person, days(['Monday', 'Wednesday']))
  })
})

test('is a trainer’s own alone, with every field in its bounds and a photo of their own', async () => {
  const { person } = await createTrainerWithSlots(1)
  const member = await createMember()
  expect((await rejectionOf(readOwnPage(member))).code).toBe('forbidden')
  expect((await rejectionOf(saveOwnPage(member, page))).code).toBe('forbidden')
  const wrong = { ...page, weekdays: [], hoursADay: 13, about: 'x'.repeat(2001) }
  expect(Object.keys((await rejectionOf(saveOwnPage(person, wrong))).errors).sort()).toEqual([
    'about',
    'hoursADay',
    'weekdays',
  ])
  const photo = await insertPicture(member.id)
  expect((await rejectionOf(saveOwnPage(person, { ...page, photo }))).errors).toHaveProperty('photo')
})
