import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { callOffLesson, cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { callOffUncovered, takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listOpenCovers } from '#domain/lessons/covers/open-covers.server.ts'
import { listUninformed, recordTelling } from '#domain/mail/change-notices.server.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { declineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { addressStateNames, addressStates } from '#tests/email-address-states.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'

// Changes that jobs and other people cause, to members and trainers, for each state of the recipient's address.

useDatabase({ connections: 1 })
let sandbox: Sandbox
let admin: Person
let mira: TestTrainer
let noor: Person
let bookingId: string
beforeAll(() => void (sandbox = useSandbox()))
// Fixture: Mira gives Noor 06:00 on Mondays, Wednesdays and Fridays, from Monday the 23rd on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, closures, received_intents, activities, letters, trainers cascade',
  )
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  admin = await createAdmin()
  mira = await createTrainerWithSlots(2)
  ;({ buyer: noor, bookingId } = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id))
  await pool.query('delete from letters')
})
afterAll(() => setClubTime('UTC'))

const firstLesson = async () => {
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).orderBy('onDate').select('id')
  return (await lessons.executeTakeFirstOrThrow()).id
}
const monday = { fromDay: '2026-11-23', untilDay: '2026-11-23' }

type Scenario = { name: string; recipient: () => Person; act: () => Promise<unknown>; letter: string }
const scenarios: Scenario[] = [
  {
    name: 'an hour without cover is called off by a job',
    recipient: () => noor,
    act: async () => {
      await declareAbsence(mira.person, monday)
      await setClubTime('Europe/Rome', '2026-11-22T19:00:00+01:00')
      await callOffUncovered()
    },
    letter: 'hour-called-off',
  },
  {
    name: 'the office assigns a cover',
    recipient: () => mira.person,
    act: async () => {
      const theo = await createTrainerWithSlots(2, { name: 'Theo Marchetti' })
      await declareAbsence(mira.person, monday)
      const [open] = (await listOpenCovers(admin)).items
      await takeCover(admin, open!.lessonId, { trainerId: theo.trainerId })
    },
    letter: 'cover-taken',
  },
  {
    name: 'a trainer leaves',
    recipient: () => noor,
    act: () => stepDown(admin, mira.person.id, { reason: 'Moved away' }),
    letter: 'trainer-left',
  },
  {
    name: 'an hour is sold at the desk',
    recipient: () => mira.person,
    act: async () => {
      const hold = await createHold('gold', mira.slots[1]!.id)
      await takePayment(admin, hold.bookingId, { plan: 'gold', method: 'cash' })
    },
    letter: 'hour-sold',
  },
  {
    name: 'a month is renewed',
    recipient: () => mira.person,
    act: async () => {
      await setClubTime('Europe/Rome', '2026-12-14T12:00:00+01:00')
      const renewed = await renewBooking(noor, bookingId)
      await takePayment(admin, renewed.bookingId, { plan: 'gold', method: 'cash' })
    },
    letter: 'hour-sold',
  },
  {
    name: 'the next month of a member who declined is sold',
    recipient: () => noor,
    act: async () => {
      await setClubTime('Europe/Rome', '2026-12-14T12:00:00+01:00')
      await declineRenewal(noor, bookingId)
      const hold = await createHold('gold', mira.slots[0]!.id)
      await takePayment(admin, hold.bookingId, { plan: 'gold', method: 'cash' })
    },
    letter: 'month-given-away',
  },
  {
    name: 'a member cannot come',
    recipient: () => mira.person,
    act: async () => cancelLesson(noor, await firstLesson()),
    letter: 'hours-changed',
  },
  {
    name: 'the club closes',
    recipient: () => mira.person,
    act: () => closeDays(admin, { ...monday, reason: 'Snow' }),
    letter: 'hours-changed',
  },
]

describe.each(addressStateNames)('to an address that is %s', (state) => {
  test.each(scenarios)(
    '$name: the letter arrives, or the office sees whom to call',
    async ({ recipient, act, letter }) => {
      const person = recipient()
      await addressStates[state](person)
      await act()
      await deliverLetters()
      const { rows } = await sql<{ isDelivered: boolean; isAhead: boolean }>`
      select handed_over_at is not null as is_delivered, tell_until > club_now() as is_ahead
      from letters where user_id = ${person.id} and letter = ${letter}`.execute(db)
      expect(rows).toEqual([{ isDelivered: state !== 'bounced', isAhead: true }])
      const { items } = await listUninformed(admin)
      expect(items.map(({ userId }) => userId)).toEqual(state === 'bounced' ? [person.id] : [])
    },
  )
})

test('a person is listed until the hour begins, and trainers see and tell members of their own hours only', async () => {
  const stranger = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  await addressStates.bounced(noor)
  await callOffLesson(mira.person, await firstLesson())
  const namesFor = async (actor: Person) => (await listUninformed(actor)).items.map(({ name }) => name)
  expect([await namesFor(admin), await namesFor(mira.person), await namesFor(stranger.person)]).toEqual([
    [noor.name],
    [noor.name],
    [],
  ])
  await expect(listUninformed(noor)).rejects.toMatchObject({ code: 'forbidden' })
  const [listed] = (await listUninformed(admin)).items
  const letterIds = listed!.changes.map(({ letterId }) => letterId)
  await expect(recordTelling(stranger.person, letterIds)).rejects.toMatchObject({ code: 'not-found' })
  await setClubTime('Europe/Rome', '2026-11-23T05:59:00+01:00')
  expect(await namesFor(admin)).toEqual([noor.name])
  await setClubTime('Europe/Rome', '2026-11-23T06:00:00+01:00')
  expect(await namesFor(admin)).toEqual([])
})
