import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { clubNow, db, pool, readToday } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffUncoveredClasses } from '#domain/lessons/classes/class-cancellation.server.ts'
import { planClasses } from '#domain/lessons/classes/class-planning.server.ts'
import { addClassTime } from '#domain/lessons/classes/class-times.server.ts'
import { promoteWaiting } from '#domain/lessons/classes/promotion.server.ts'
import { releaseEndedPlaces } from '#domain/lessons/classes/released-places.server.ts'
import { sendLessonReminders } from '#domain/lessons/reminders/lesson-reminders.server.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { deleteExpiredData } from '#domain/personal-data/retention.server.ts'
import { addDays } from '#format/days.ts'
import { setMail } from '#platform/mail.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { addClass, addRoomWithPlaces, giveClasses } from '#tests/class-fixtures.ts'
import { gatherStatistics, setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { sendRequest } from './attack-client.ts'
import { startAttackedClub, type AttackedClub } from './attacked-club.ts'
import { percentile95, repetitions, reportMeasurement } from './test-scale.ts'

// A year of classes, day by day on the club's clock: 20 a day in 12 rooms for 1,000 members. Each day the jobs run, 210
// places are booked, 25 people wait, five full classes lose a person and promote the next, and yesterday's lists are
// marked.

// a guard against hanging
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

const database = useDatabase()
const [days, membersCount, roomsCount, trainersCount, classesADay] = [repetitions(3, 365), 1_000, 12, 15, 20]
const capacity = 12
/** People who want a place in each fourth class, which is full, and in the others. */
const demand = { full: 17, other: 10 }
const bookedAhead = 2
const tables = ['lessons', 'participants', 'visits', 'activities', 'letters', 'allowances']
let club: AttackedClub | null = null
afterAll(async () => {
  await setClubTime('UTC')
  await club?.stop()
})

const durations = new Map<string, number[]>()
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  durations.set(what, [...(durations.get(what) ?? []), performance.now() - began])
}

/** Adds rooms, trainers and the weekly times of 20 classes a day, from this day. */
async function addWeek(admin: Person, fromDay: string): Promise<void> {
  const rooms: string[] = []
  for (let room = 0; room < roomsCount; room += 1) rooms.push(await addRoomWithPlaces(admin, 20))
  const classes: string[] = []
  for (let trainer = 0; trainer < trainersCount; trainer += 1)
    classes.push((await addClass(await createTrainerWithSlots(1))).classId)
  for (let weekday = 1; weekday <= 7; weekday += 1)
    for (let nth = 0; nth < classesADay; nth += 1)
      await addClassTime(admin, {
        classId: classes[nth % trainersCount]!,
        roomId: rooms[nth % roomsCount]!,
        weekday,
        startsAt: `${String(7 + Math.floor((nth * 14) / classesADay)).padStart(2, '0')}:00`,
        minutes: 45,
        capacity,
        fromDay,
      })
}

/** Books the classes of a day for different people each. */
const bookDay = (day: string) =>
  pool.query(
    `with dates as (select id, starts_at, row_number() over (order by starts_at, id) - 1 as nth from lessons
        where kind = 'class' and state = 'planned' and on_date = $1),
      people as (select user_id, row_number() over (order by md5(user_id || $1::text)) - 1 as nth from members
        where exists (select from allowances where member_id = user_id))
    insert into participants (kind, lesson_id, member_id, state, allowance_id, queue_number, free_until, policy_version)
    select 'class', dates.id, user_id, case when place < $2 then 'booked' else 'waiting' end,
      case when place < $2 then (select order_id from allowances where member_id = user_id and during @> starts_at order by upper(during) limit 1) end,
      case when place >= $2 then place - $2 + 1 end, starts_at - interval '8 hours', (select max(version) from policies)
    from dates, people, lateral (select people.nth - dates.nth * 20 as place) places
    where place >= 0 and place < case when dates.nth % 4 = 0 then $3::integer else $4::integer end`,
    [day, capacity, demand.full, demand.other],
  )

/** Gives back one place of each full class of the day. */
async function giveBackOnes(day: string, members: Map<string, Person>): Promise<void> {
  const { rows } = await pool.query<{ lessonId: string; memberId: string }>(
    `select distinct on (lessons.id) lessons.id as "lessonId", member_id as "memberId"
    from lessons join participants on lesson_id = lessons.id and participants.state = 'booked'
    where on_date = $1 and taken = capacity and exists (select from participants where lesson_id = lessons.id and state = 'waiting')
    order by lessons.id, member_id`,
    [day],
  )
  for (const { lessonId, memberId } of rows)
    await timed('promotion', () => giveBackClass(members.get(memberId)!, lessonId))
}

/** Marks the lists of a day; nine of ten came. */
const markDay = (day: string, admin: Person) =>
  pool.query(
    `with marked as (
      update participants set attendance = case when ascii(member_id::text) % 10 > 0 then 'attended' else 'missed' end, marked_by = $2
      from lessons where lessons.id = lesson_id and participants.kind = 'class' and participants.state = 'booked' and on_date = $1
      returning lesson_id, member_id, starts_at, attendance)
    insert into visits (id, member_id, lesson_id, came_at, source)
    select gen_random_uuid(), member_id, lesson_id, starts_at, 'trainer' from marked where attendance = 'attended'`,
    [day, admin.id],
  )

const jobs = { planClasses, promoteWaiting, releaseEndedPlaces, callOffUncoveredClasses }

async function passDay(day: string, nth: number, members: Person[], admin: Person): Promise<void> {
  await setClubTime('UTC', `${day} 03:30 UTC`)
  if (nth % 55 === 0) await giveClasses(members, null)
  for (const [name, job] of Object.entries(jobs)) await timed(name, job)
  await timed('deleteExpiredData', deleteExpiredData)
  await bookDay(addDays(day, bookedAhead))
  await setClubTime('UTC', `${day} 18:30 UTC`)
  await giveBackOnes(addDays(day, bookedAhead), new Map(members.map((member) => [member.id, member])))
  await markDay(addDays(day, -1), admin)
  if (nth % 30 === 0) await timed('sendLessonReminders', sendLessonReminders)
  await timed('deliverLetters', deliverLetters)
  if (nth % 30 === 0) await gatherStatistics()
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await pool.query<{ rows: number }>(`select count(*)::integer as rows from ${table}`)
    counts[table] = rows[0]!.rows
  }
  return counts
}

const median = (all: number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0

test('a year of 20 classes a day leaves the timetable, promotions and jobs quick', async (context) => {
  await ensureBuildOnce()
  setMail({ carrier: 'smtp', send: async () => {}, close: () => {} })
  const today = await readToday()
  const firstDay = addDays(today, -days)
  await setClubTime('UTC', `${firstDay} 01:00 UTC`)
  const [admin, members] = [await createAdmin(), await createMembers(membersCount)]
  await giveClasses(members, null)
  await addWeek(admin, addDays(firstDay, 1))
  for (let nth = 1; nth <= days; nth += 1) await passDay(addDays(firstDay, nth), nth, members, admin)
  await setClubTime('UTC')
  for (let ahead = bookedAhead + 1; ahead < 14; ahead += 1) await bookDay(addDays(today, ahead))
  await gatherStatistics()
  const before = await countRows()

  club = await startAttackedClub(database.url, { limits: false, workers: false })
  startAuth({ ...testAuth, publicUrl: club.address })
  const date = await db
    .selectFrom('lessons')
    .where('kind', '=', 'class')
    .where('startsAt', '>', clubNow)
    .where('taken', '=', capacity)
    .orderBy('startsAt')
    .select('id')
    .executeTakeFirstOrThrow()
  const cookies = { '': '', member: await cookieFor(members[7]!), admin: await cookieFor(admin) }
  const week = `/timetable?from=${addDays(today, 7)}`
  const visits: [keyof typeof cookies, string][] = [
    ['', '/'],
    ['', '/timetable'],
    ['', week],
    ['', `/timetable/${date.id}`],
    ['', '/classes'],
    ['', '/api/v1/timetable'],
    ['member', '/timetable'],
    ['member', week],
    ['member', `/timetable/${date.id}`],
    ['member', '/dashboard'],
    ['admin', '/dashboard/timetable'],
    ['admin', '/dashboard/arrivals'],
    ['admin', `/dashboard/participants/${date.id}`],
  ]
  const pages: Record<string, string> = {}
  for (const [who, path] of visits) {
    const taken: number[] = []
    for (let round = 0; round < repetitions(3, 60); round += 1) {
      // an address of its own, so that no copy of another request answers
      const own = `${path}${path.includes('?') ? '&' : '?'}n=${randomUUID()}`
      const began = performance.now()
      const { status } = await sendRequest(club.direct, own, { headers: who ? { Cookie: cookies[who] } : {} })
      taken.push(performance.now() - began)
      expect(status, `${who} ${path}`).toBe(200)
    }
    const settled = taken.slice(taken.length >> 1)
    pages[
      `${who || 'visitor'} ${path.replace(/[0-9a-f-]{36}/, '{id}').replace(/\d{4}-\d\d-\d\d/, '{day}')}, ms (p95)`
    ] = `${median(settled).toFixed(1)} (${percentile95(settled)})`
    expect(percentile95(settled), `${who} ${path}`).toBeLessThan(1_000)
  }
  const figures = [...durations].map(([name, all]): [string, string] => [
    `${name}, ms (p95, most)`,
    `${median(all).toFixed(1)} (${percentile95(all)}, ${Math.round(Math.max(...all))})`,
  ])
  reportMeasurement(context, 'A year of classes', {
    days,
    ...Object.fromEntries(figures),
    promotions: durations.get('promotion')?.length ?? 0,
    ...before,
    ...pages,
  })
  expect(Math.max(...(durations.get('promotion') ?? []))).toBeLessThan(1_000)
  await expectNoBrokenInvariants()
})
