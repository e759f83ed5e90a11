import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMonth } from '#tests/lesson-api-scenarios.ts'

useDatabase()
const club = useApi()

const callsOf = async (person: Person) => {
  const as = await cookieFor(person)
  return (method: string, path: string, body?: unknown) => club.send(method, `/v1${path}`, { as, body })
}
type Calls = Awaited<ReturnType<typeof callsOf>>
let admin: Calls
beforeAll(async () => {
  admin = await callsOf(await createAdmin())
})

test('an hour is given back or moved as its lesson said before, once, and a make-up is used once', async () => {
  const { buyer, bookingId, lessons } = await createMonth()
  const member = await callsOf(buyer)
  const week = (await member('GET', '/week?back=0&ahead=62')).body
  const ahead = week.lessons.filter(({ because }: { because: unknown }) => because === null)
  expect(ahead.map(({ lessonId }: { lessonId: string }) => lessonId)).toEqual(
    lessons.map(({ lessonId }) => lessonId),
  )
  const [, first, second] = lessons as { lessonId: string; day: string }[]
  const told = (await member('GET', `/lessons/${first!.lessonId}`)).body
  expect(told).toMatchObject({ outcome: 'make-up', isOwn: true, day: first!.day, startHour: 6 })
  const given = await member('POST', `/lessons/${first!.lessonId}/cancel`)
  expect(given.body).toEqual({ outcome: told.outcome, makeUpUntil: told.makeUpUntil })
  expectProblem(await member('POST', `/lessons/${first!.lessonId}/cancel`), 409)
  expect((await member('GET', `/lessons/${first!.lessonId}`)).body).toMatchObject({
    because: 'given back',
    outcome: null,
  })

  const [free] = (await member('GET', `/lessons/${second!.lessonId}/free-dates`)).body
  const moved = await member('POST', `/lessons/${second!.lessonId}/move`, free)
  expect(moved.body).toEqual({ lessonId: expect.any(String), ...free })
  const [makeUp] = (await member('GET', '/make-ups')).body
  expect(makeUp).toMatchObject({ because: 'given back', fromDate: first!.day })
  const taken = await member('POST', `/make-ups/${makeUp.id}/redeem`, free)
  expect(expectProblem(taken, 409)).toMatch(/^Someone was faster/)
  const [other] = (await member('GET', `/make-ups/${makeUp.id}/free-dates`)).body
  expect((await member('POST', `/make-ups/${makeUp.id}/redeem`, other)).body).toMatchObject(other)
  expectProblem(await member('POST', `/make-ups/${makeUp.id}/redeem`, other), 409)
  expect((await member('GET', '/make-ups')).body).toEqual([])
  const dates = (await member('GET', `/bookings/${bookingId}/dates`)).body
  const named = ({ day, startHour }: { day: string; startHour: number }) => ({ day, startHour })
  for (const [{ lessonId }, instead] of [
    [first!, other],
    [second!, free],
  ])
    expect(dates).toContainEqual(
      expect.objectContaining({ lessonId, makeUpId: null, instead: named(instead) }),
    )
  expectProblem(await member('GET', '/week?ahead=100'), 422, { errors: { ahead: [expect.any(String)] } })
  await expectNoBrokenInvariants()
})

test('a month is kept once and at its price, or let go, and nobody reads who has the next', async () => {
  const { buyer, bookingId, trainer } = await createMonth()
  const member = await callsOf(buyer)
  const [month] = (await member('GET', '/bookings?page=0&size=1')).body
  const read = await member('GET', `/bookings/${bookingId}`)
  expect(read.body).toMatchObject({ ...month, renewalIsOpen: false, isCoolingOff: true, next: null })
  expectProblem(await member('POST', `/bookings/${bookingId}/renew`, {}), 409)
  const paidUntil = sql<Date>`${clubNow} + interval '5 days'`
  await db.updateTable('bookings').set({ paidUntil }).where('id', '=', bookingId).execute()
  expectProblem(await member('POST', `/bookings/${bookingId}/renew`, { priceCents: 1 }), 409, {
    priceCents: 5000,
  })
  expectProblem(await member('POST', `/bookings/${bookingId}/renew`, { priceCents: '50' }), 422, {
    errors: { priceCents: [expect.any(String)] },
  })
  const held = await member('POST', `/bookings/${bookingId}/renew`, { priceCents: 5000 })
  expect((await member('POST', `/bookings/${bookingId}/renew`, {})).body).toEqual(held.body)
  expect((await member('GET', `/bookings/${bookingId}`)).body.next).toEqual({
    bookingId: held.body.bookingId,
    isOwn: true,
    state: 'held',
  })
  // an unpaid month allows nothing
  expect((await member('GET', `/bookings/${held.body.bookingId}`)).body).toMatchObject({
    ...(await member('GET', '/bookings?page=0&size=1')).body[0],
    renewalOpensAt: null,
    isCoolingOff: false,
    isOffered: null,
  })
  await club.send('DELETE', `/cartClass/${held.body.bookingId}`, { as: await cookieFor(buyer) })

  for (const _ of ['once', 'again'])
    expect((await member('POST', `/bookings/${bookingId}/decline-renewal`)).body.renewal).toBe('declined')
  expect((await member('POST', `/bookings/${bookingId}/undo-decline`)).body.renewal).toBe('undecided')
  await member('POST', `/bookings/${bookingId}/decline-renewal`)
  await createBooking(trainer.slots[0]!.id, await createMember(), 'held')
  expect((await member('GET', `/bookings/${bookingId}`)).body.next).toEqual({
    bookingId: null,
    isOwn: false,
    state: 'held',
  })
  expectProblem(await member('POST', `/bookings/${bookingId}/undo-decline`), 409)
  await expectNoBrokenInvariants()
})

test('a trainer who is away is covered by whoever is first, and a closed day is owed, as was said before', async () => {
  const { buyer, trainer, lessonId, day, lessons } = await createMonth()
  const other = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  const [away, cover, member] = [
    await callsOf(trainer.person),
    await callsOf(other.person),
    await callsOf(buyer),
  ]
  const days = { fromDay: day, untilDay: day }
  const before = (await away('POST', '/absences/preview', days)).body
  expect(before).toMatchObject([{ lessonId, isTooSoon: false, memberName: 'Ada Moss' }])
  expect((await away('GET', '/absences')).body).toEqual([])
  expect((await away('POST', '/absences', days)).body).toEqual({ toCover: 1, calledOff: 0 })
  expectProblem(await away('POST', '/absences', days), 409)
  expect((await admin('GET', '/covers/open')).body).toMatchObject([{ lessonId }])
  expect((await cover('GET', '/covers/available')).body.lessons).toMatchObject([
    { lessonId, memberName: 'Ada Moss' },
  ])
  expect((await cover('POST', `/lessons/${lessonId}/cover`, {})).body).toEqual({
    trainerName: 'Theo Marchetti',
  })
  expectProblem(await cover('POST', `/lessons/${lessonId}/cover`, {}), 409)
  expect((await member('GET', `/lessons/${lessonId}`)).body).toMatchObject({
    trainer: { name: 'Theo Marchetti' },
    insteadOf: 'Mira Okafor',
    coverUntil: null,
  })

  const last = lessons.at(-1)!
  const closed = { fromDay: last.day, untilDay: last.day, reason: 'New floor' }
  const hit = (await admin('POST', '/closures/preview', closed)).body
  expect(hit).toContainEqual(expect.objectContaining({ lessonId: last.lessonId }))
  expect((await admin('POST', '/closures', closed)).body).toEqual({ calledOff: hit.length })
  expectProblem(await admin('POST', '/closures', closed), 409)
  expect((await member('GET', '/make-ups')).body).toMatchObject([{ because: 'closed', fromDate: last.day }])
  const [closure] = (await admin('GET', '/closures')).body
  expect((await admin('DELETE', `/closures/${closure.id}`)).body).toEqual({})
  expectProblem(await admin('DELETE', `/closures/${closure.id}`), 404)
  await expectNoBrokenInvariants()
})

test('admins list the hours of a member, give one by hand and the money of another back, each once', async () => {
  const { buyer, bookingId, lessonId, lessons } = await createMonth()
  const member = await callsOf(buyer)
  const listed = await admin('GET', `/lessons?memberId=${buyer.id}&size=2&page=1`)
  expect(listed.headers.get('x-total-count')).toBe(String(lessons.length))
  expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(
    lessons.slice(2, 4).map((lesson) => lesson.lessonId),
  )
  expectProblem(await admin('GET', '/lessons?trainerId=nonsense&fromDay=soon'), 422, {
    errors: { trainerId: [expect.any(String)], fromDay: [expect.any(String)] },
  })

  const form = { reason: 'Cold shower', requestKey: crypto.randomUUID() }
  const given = await admin('POST', `/bookings/${bookingId}/make-ups`, form)
  expect((await admin('POST', `/bookings/${bookingId}/make-ups`, form)).body).toEqual(given.body)
  expect((await member('GET', '/make-ups')).body).toMatchObject([
    { id: given.body.makeUpId, because: 'granted', until: given.body.until },
  ])
  await admin('POST', `/lessons/${lessonId}/call-off`)
  const owed = (await admin('GET', `/bookings/${bookingId}/make-ups`)).body
  const calledOff = owed.makeUps.find(({ because }: { because: string }) => because === 'by the club')
  expect(owed.makeUps).toHaveLength(2)
  const refund = await admin('POST', `/make-ups/${calledOff.id}/refund`, { reason: 'Ill' })
  expect(refund.body).toMatchObject({ amountCents: Math.floor(7000 / owed.dates), state: 'pending' })
  expect(refund.body.amountCents).toBe(calledOff.refundCents)
  expectProblem(await admin('POST', `/make-ups/${calledOff.id}/refund`, { reason: 'Ill' }), 409)
  expect((await member('GET', '/make-ups')).body).toHaveLength(1)
  await expectNoBrokenInvariants()
})

test('everybody reads when each hour of a trainer would begin, and from when one that is given up is free', async () => {
  // around midnight the next dates of the two slots would be on different days
  await setClubTime('UTC', `${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
  const { buyer, bookingId, trainer, lessons } = await createMonth()
  const member = await callsOf(buyer)
  const offered = async () => (await club.send('GET', `/v1/trainers/${trainer.trainerId}/slots`)).body
  const [sold, free] = trainer.slots
  const first = lessons[0]!.day
  expect(await offered()).toEqual([
    expect.objectContaining({ id: sold!.id, state: 'sold', nextDate: null, freeFrom: null }),
    expect.objectContaining({ id: free!.id, startHour: 7, state: 'free', nextDate: first, freeFrom: null }),
  ])
  const { paidUntil } = (await member('POST', `/bookings/${bookingId}/decline-renewal`)).body
  const [givenUp] = await offered()
  expect(givenUp).toMatchObject({ state: 'sold', freeFrom: paidUntil })
  expect(givenUp.nextDate > lessons.at(-1)!.day).toBe(true)
  await admin('POST', '/closures', { fromDay: first, untilDay: first, reason: 'New floor' })
  expect((await offered())[1].nextDate).toBe(lessons[1]!.day)
  expect((await offered())[1].outsideOpeningHours).toEqual([])
  await db.insertInto('openingHours').values({ weekday: 'Monday', opens: '07:00', closes: '22:00' }).execute()
  evictClub()
  expect(
    (await offered()).map((slot: { outsideOpeningHours: string[] }) => slot.outsideOpeningHours),
  ).toEqual([
    ['Monday', 'Wednesday', 'Friday'],
    ['Wednesday', 'Friday'],
  ])
  await db.deleteFrom('openingHours').execute()
  evictClub()
  expectProblem(await club.send('GET', `/v1/trainers/${bookingId}/slots`), 404)
  await setClubTime('UTC')
})
