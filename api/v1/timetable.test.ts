import { expect, test } from 'vitest'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase()
const club = useApi()

async function memberWithClasses() {
  const member = await createMember()
  const [orderId] = await giveClasses([member], 5)
  const as = await cookieFor(member)
  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/v1/timetable${path}`, { as, body })
  return { send, orderId }
}

test('a class is booked once and waited for in order, and a place that is given back goes to the next in line', async () => {
  const { lessonId, day } = await addClassDate(await createAdmin(), { capacity: 1 })
  const [first, second] = [await memberWithClasses(), await memberWithClasses()]
  const booked = await first.send('POST', `/${lessonId}/book`, { orderId: first.orderId })
  expect(booked.body).toMatchObject({ state: 'booked', position: null, paidWith: first.orderId })
  expect((await first.send('POST', `/${lessonId}/book`, {})).body).toEqual(booked.body)
  const waiting = await second.send('POST', `/${lessonId}/book`, {})
  expect(waiting.body).toMatchObject({ state: 'waiting', position: 1, paidWith: null })
  expect((await second.send('POST', `/${lessonId}/book`, {})).body).toEqual(waiting.body)
  const { days } = (await second.send('GET', `?from=${day}&days=1`)).body
  expect(days).toMatchObject([
    { day, classes: [{ id: lessonId, startMinute: 30, taken: 1, waiting: 1, own: 'waiting' }] },
  ])
  expect((await first.send('POST', `/${lessonId}/give-back`)).body).toEqual({
    state: 'cancelled',
    isLate: false,
  })
  expectProblem(await first.send('POST', `/${lessonId}/give-back`), 404)
  expect((await second.send('GET', `/${lessonId}`)).body).toMatchObject({ own: 'booked', waiting: 0 })
  await expectNoBrokenInvariants()
})

test('a visitor reads the timetable without places of others, and odd requests are refused', async () => {
  const { lessonId, classId } = await addClassDate(await createAdmin())
  expect((await club.send('GET', `/v1/timetable/${lessonId}`)).body).toMatchObject({ own: null })
  const { days } = (await club.send('GET', `/v1/timetable?classId=${classId}&days=42`)).body
  expect(days).toHaveLength(42)
  expectProblem(await club.send('GET', '/v1/timetable?from=soon&days=43&trainerId=Mira'), 422, {
    errors: { from: [expect.any(String)], days: [expect.any(String)], trainerId: [expect.any(String)] },
  })
  expectProblem(await club.send('POST', `/v1/timetable/${lessonId}/book`), 401)
  const { send } = await memberWithClasses()
  expectProblem(await send('POST', `/${lessonId}/book`, { orderId: lessonId }), 409)
  expectProblem(await send('POST', `/${lessonId}/book`, { orderId: 'mine' }), 422, {
    errors: { orderId: [expect.any(String)] },
  })
})

test('a trainer reads which classes an absence concerns, and the office names who gives one of them', async () => {
  const admin = await createAdmin()
  const { lessonId, day, trainer } = await addClassDate(admin)
  const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  const absence = { fromDay: day, untilDay: day }
  const as = { admin: await cookieFor(admin), trainer: await cookieFor(trainer.person) }
  const asked = { as: as.trainer, body: absence }
  expect((await club.send('POST', '/v1/absences/preview-classes', asked)).body).toEqual([
    {
      id: lessonId,
      title: 'Night Ride',
      day,
      startHour: 18,
      startMinute: 30,
      coverUntil: expect.any(String),
      isTooSoon: false,
    },
  ])
  expect((await club.send('POST', '/v1/absences/preview', asked)).body).toEqual([])
  const path = `/v1/timetable/${lessonId}/cover`
  const named = { trainerId: theo.trainerId }
  expectProblem(await club.send('POST', path, { as: as.trainer, body: {} }), 409)
  expect((await club.send('POST', path, { as: as.admin, body: named })).body).toEqual({
    trainerName: 'Theo Marchetti',
  })
  expectProblem(await club.send('POST', path, { as: as.admin, body: named }), 409, {
    detail: 'Theo Marchetti gives this class.',
  })
})
