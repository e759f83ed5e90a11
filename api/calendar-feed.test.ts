import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { rotateCalendarAddress } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { callOffLesson, cancelLesson, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'
import { useApi } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'

useDatabase({ connections: 1 })
useAuth()
const api = useApi()
let sandbox: Sandbox
let trainer: TestTrainer
let buyer: Person
let bookingId: string
beforeAll(() => void (sandbox = useSandbox()))
// Mondays, Wednesdays and Fridays at 06:00; Rome's clocks go forward on Sunday the 29th
beforeEach(async () => {
  await pool.query('truncate orders, bookings, payments, received_intents, activities, letters cascade')
  await setClubTime('Europe/Rome', '2026-03-20T12:00:00+01:00')
  trainer = await createTrainerWithSlots(2, {
    name: 'Žofie Mühlenbergová-Østergaard of the long, long name; a trainer',
  })
  ;({ buyer, bookingId } = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id))
})
afterAll(() => setClubTime('UTC'))

const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(api.url + new URL(address).pathname, { headers })

async function read(person: Person) {
  const response = await ask(await calendarAddress(person))
  expect(response.status).toBe(200)
  const text = await response.text()
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  const entries = events.map((each) => {
    const { uid, summary, sequence, startDate, endDate } = new ICAL.Event(each)
    const [starts, ends] = [startDate.toJSDate(), endDate.toJSDate()]
    expect(ends.getTime() - starts.getTime()).toBe(3_600_000)
    const [status, transparency] = ['status', 'transp'].map((name) => each.getFirstPropertyValue(name))
    const [description, stamp] = ['description', 'dtstamp'].map((name) => each.getFirstPropertyValue(name))
    return {
      uid,
      summary,
      sequence,
      when: onTheWall(starts),
      status,
      transparency,
      description,
      stamp: String(stamp),
    }
  })
  return { text, entries, tag: response.headers.get('etag')!, headers: response.headers }
}

const onTheWall = (date: Date, timeZone = 'Europe/Rome') =>
  date.toLocaleString('sv-SE', { timeZone }).slice(0, 16)
const days = async () =>
  (await listDates(buyer, bookingId)).flatMap(({ day, because }) => (because === null ? [day] : []))
const lessonOn = async (day: string) => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from lessons where booking_id = $1 and on_date = $2 and state = 'planned'`,
    [bookingId, day],
  )
  return rows[0]!.id
}

test('a calendar reader shows the hours as the club does, by the clock on the wall, and follows what becomes of them', async () => {
  const before = await read(buyer)
  expect(before.entries.map(({ when }) => when)).toEqual((await days()).map((day) => `${day} 06:00`))
  const [off, back, moved] = [
    await lessonOn('2026-03-25'),
    await lessonOn('2026-03-27'),
    await lessonOn('2026-03-30'),
  ]
  await callOffLesson(trainer.person, off)
  await cancelLesson(buyer, back)
  await moveLesson(buyer, moved, { day: '2026-03-25', startHour: 7 })
  const after = await read(buyer)
  const entryOf = (uid: string) => after.entries.find((each) => each.uid === uid)
  expect(entryOf(off)).toMatchObject({
    status: 'CANCELLED',
    sequence: 1,
    when: '2026-03-25 06:00',
    summary: `Called off: Hour with ${trainer.person.name}`,
    transparency: 'TRANSPARENT',
    description: 'Called off by the club.',
  })
  expect([entryOf(back), entryOf(moved)]).toEqual([undefined, undefined])
  const kept = after.entries.filter(({ status }) => status === 'CONFIRMED')
  expect(kept.map(({ when }) => when)).toEqual(
    (await days()).map((day) => `${day} ${day === '2026-03-25' ? '07' : '06'}:00`),
  )
  expect(kept.filter(({ sequence }) => sequence > 0)).toEqual([])

  // a change of time zone keeps the hour and marks the event as changed
  await setClubTime('America/New_York', '2026-03-20T12:00:00-04:00')
  const { text, entries } = await read(buyer)
  expect(text).toContain('DTSTART:20260406T100000Z')
  expect(entries.find(({ uid }) => uid === kept.at(-1)!.uid)).toMatchObject({ sequence: 1 })
  await setClubTime('Europe/Rome', '2026-04-03T13:00:01+02:00')
  expect((await read(buyer)).entries.filter(({ status }) => status === 'CANCELLED')).toEqual([])
})

test('what a member paused or gave back for its money is gone from their calendar; what the office refunded is called off in it for two weeks', async () => {
  const statesOf = async (person: Person) => new Set((await read(person)).entries.map(({ status }) => status))
  await pauseMonth(buyer, bookingId, { fromDay: '2026-03-25', untilDay: '2026-03-30' })
  const { entries } = await read(buyer)
  expect(entries.map(({ when }) => when)).toEqual((await days()).map((day) => `${day} 06:00`))
  expect(await statesOf(trainer.person)).toEqual(new Set(['CONFIRMED', 'CANCELLED']))
  await coolOff(buyer, bookingId)
  expect((await read(buyer)).entries).toEqual([])
  expect(await statesOf(trainer.person)).toEqual(new Set(['CANCELLED']))

  const other = await createPaidBooking(sandbox, 'gold', trainer.slots[1]!.id)
  const whole = { paymentId: other.paymentId, amountCents: 7000, reason: 'Ill.', requestKey: randomUUID() }
  await refundPayment(await createAdmin(), whole)
  expect(await statesOf(other.buyer)).toEqual(new Set(['CANCELLED']))
  await setClubTime('Europe/Rome', '2026-04-03T13:00:00+02:00')
  expect((await read(other.buyer)).entries).toEqual([])
})

test('a trainer’s calendar has the whole names of members, and no calendar has an address', async () => {
  const own = await read(buyer)
  const { text, entries } = await read(trainer.person)
  expect(entries.map(({ uid }) => uid)).toEqual(own.entries.map(({ uid }) => uid))
  expect(new Set(entries.map(({ summary }) => summary))).toEqual(new Set([`Hour with ${buyer.name}`]))
  expect(own.entries[0]!.summary).toBe(`Hour with ${trainer.person.name}`)
  for (const each of [text, own.text]) {
    expect(each).not.toContain('@')
    expect(each.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(
      true,
    )
  }
})

test('whoever is no trainer any more reads in their calendar who comes to nobody', async () => {
  expect((await read(trainer.person)).entries).not.toEqual([])
  await stepDown(await createAdmin(), trainer.person.id, { reason: 'Moved away.' })
  expect((await read(trainer.person)).entries).toEqual([])
})

test('a changed name marks the hours of the person as changed, in their own calendar and in those of others', async () => {
  const changes = async (person: Person) =>
    (await read(person)).entries.map(({ sequence, stamp }) => [sequence, stamp])
  const before = await changes(buyer)
  await setClubTime('Europe/Rome', '2026-03-20T13:00:00+01:00')
  await pool.query(`update users set name = 'Noor Rahman' where id = $1`, [buyer.id])
  expect(await changes(trainer.person)).toEqual(before.map(() => [1, '2026-03-20T12:00:00Z']))
  await pool.query(`update trainers set name = 'Mira Okafor' where id = $1`, [trainer.trainerId])
  expect(await changes(buyer)).toEqual(before.map(() => [2, '2026-03-20T12:00:00Z']))
})

test('what has not changed is not sent again, and only the newest address of a person opens their calendar', async () => {
  const address = await calendarAddress(buyer)
  const { tag, text, headers } = await read(buyer)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect((await ask(address, { 'If-None-Match': tag })).status).toBe(304)
  expect((await read(buyer)).text).toBe(text)
  await callOffLesson(trainer.person, await lessonOn('2026-03-25'))
  expect((await ask(address, { 'If-None-Match': tag })).status).toBe(200)

  await rotateCalendarAddress(buyer)
  const renewed = await calendarAddress(buyer)
  const [, secret = ''] = /\.(.*)\.ics$/.exec(renewed) ?? []
  const stranger = await createMember()
  for (const wrong of [
    address,
    renewed.replace(buyer.id, stranger.id),
    renewed.replace(secret, secret.slice(1)),
    renewed.replace('.ics', ''),
    'http://club/calendar/nonsense',
  ])
    expect((await ask(wrong)).status).toBe(404)
  expect((await ask(renewed)).status).toBe(200)
})

test('a booked class is in the calendars of its member and its trainer, and a class that is waited for is not', async () => {
  const admin = await createAdmin()
  // on the day on which the clocks go forward
  const booked = await addClassDate(admin, { inDays: 9, trainer, minutes: 60 })
  const full = await addClassDate(admin, { inDays: 9, trainer, minutes: 60, startsAt: '20:00', capacity: 1 })
  const [member, other] = [await createMember(), await createMember()]
  await giveClasses([member, other], 5)
  await bookClass(member, booked.lessonId)
  await bookClass(other, full.lessonId)
  await bookClass(member, full.lessonId)
  const name = trainer.person.name
  const { text, entries } = await read(member)
  expect(entries).toMatchObject([
    { uid: booked.lessonId, when: '2026-03-29 18:30', summary: `Night Ride with ${name}` },
  ])
  expect(text.replaceAll('\r\n ', '')).toMatch(/LOCATION:Room /)
  const given = async () =>
    (await read(trainer.person)).entries.filter(({ summary }) => summary?.includes('Night Ride'))
  expect((await given()).map(({ uid, summary }) => [uid, summary]).slice(0, 2)).toEqual([
    [booked.lessonId, 'Night Ride'],
    [full.lessonId, 'Night Ride'],
  ])
  await callOffClass(admin, full.lessonId)
  expect((await read(member)).entries.map(({ uid }) => uid)).toEqual([booked.lessonId])
  expect((await read(other)).entries).toMatchObject([{ status: 'CANCELLED', uid: full.lessonId }])
  expect((await given())[1]).toMatchObject({ status: 'CANCELLED', summary: 'Called off: Night Ride' })
  await giveBackClass(member, booked.lessonId)
  expect((await read(member)).entries).toEqual([])
})

test('a calendar is in the language of its reader', async () => {
  await pool.query(`update club set other_languages = '{de}'`)
  await pool.query(`update members set language = 'de' where user_id = $1`, [buyer.id])
  evictClub()
  const { entries } = await read(buyer)
  expect(entries[0]?.summary).toMatch(/^Stunde mit Žofie/)
})

test('the classes of the club, or of a class or trainer, are a calendar for everyone, without a name but the trainer’s', async () => {
  const admin = await createAdmin()
  const one = await addClassDate(admin, { inDays: 2, minutes: 60 })
  const other = await addClassDate(admin, { inDays: 3, minutes: 60 })
  const member = await createMember({ name: 'Unlisted Person' })
  await giveClasses([member], 1)
  await bookClass(member, one.lessonId)
  const readClasses = async (query = '') => {
    const response = await fetch(`${api.url}/calendar/classes.ics${query}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await response.text()
    expect(text).not.toContain('Unlisted')
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    return { tag: response.headers.get('etag')!, events: events.map((each) => new ICAL.Event(each)) }
  }
  const dates = (id: string, events: ICAL.Event[]) => events.filter(({ uid }) => uid === id)
  const all = await readClasses()
  expect(dates(one.lessonId, all.events)).toMatchObject([{ summary: expect.stringContaining('Night Ride') }])
  expect(dates(other.lessonId, all.events)).toHaveLength(1)
  const headers = { 'If-None-Match': all.tag }
  expect((await fetch(`${api.url}/calendar/classes.ics`, { headers })).status).toBe(304)
  for (const query of [`?class=${one.classId}`, `?trainer=${one.trainer.trainerId}`]) {
    const { events } = await readClasses(query)
    expect(dates(one.lessonId, events)).toHaveLength(1)
    expect(dates(other.lessonId, events)).toHaveLength(0)
  }
  await callOffClass(admin, one.lessonId)
  expect(dates(one.lessonId, (await readClasses()).events)[0]!.summary).toMatch(/^Called off: /)
  expect((await fetch(`${api.url}/calendar/classes.ics?class=none`)).status).toBe(404)
})
