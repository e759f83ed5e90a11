import { sql } from 'kysely'
import { expect } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addDays, weekdayName } from '#format/days.ts'
import { cookieFor } from '#tests/api-server.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { createFuzzValues } from '#tests/fuzz-values.ts'
import { siteOrigin, type useBuiltSite } from './built-site.ts'

// Two members with equal months, each with their own trainer. One acts by forms and the other by API calls, and
// their months must stay equal.

type ParityMember = Awaited<ReturnType<typeof createParityMember>>

/** A month of the first of a trainer's three slots. */
async function createParityMember() {
  const { person: trainer, trainerId, slots } = await createTrainerWithSlots(3)
  const member: Person = await createMember()
  const bookingId = await createBooking(slots[0]!.id, member, 'paid')
  return {
    trainerId,
    bookingId,
    cookies: { member: await cookieFor(member), trainer: await cookieFor(trainer) },
  }
}

const createParityPair = async () => [await createParityMember(), await createParityMember()] as const

/** The current hour by the club's time. Possible actions change on the hour. */
async function clubHour(): Promise<string> {
  const { rows } = await sql<{ hour: Date }>`select date_trunc('hour', club_now()) as hour`.execute(db)
  return rows[0]!.hour.toISOString()
}

/** The state of a twin's month, without ids. */
async function monthOf({ bookingId }: ParityMember) {
  const bookings = db.selectFrom('bookings').where('id', '=', bookingId).select(['state', 'renewal'])
  const next = db.selectFrom('bookings').where('followsId', '=', bookingId).select('state')
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId)
  const makeUps = db.selectFrom('makeUps').where('bookingId', '=', bookingId)
  return {
    booking: await bookings.executeTakeFirstOrThrow(),
    next: await next.execute(),
    lessons: await lessons
      .select(['onDate', 'startHour', 'state', 'calledOffBecause'])
      .select(sql<boolean>`cover_until is not null`.as('isWanted'))
      .orderBy('createdAt')
      .orderBy('onDate')
      .execute(),
    makeUps: await makeUps
      .select(['because', 'fromDate', 'until'])
      .select(sql<boolean>`spent_on is not null`.as('isSpent'))
      .orderBy('createdAt')
      .orderBy('fromDate')
      .execute(),
  }
}

/** Returns the twin's id for an item that both have. */
async function idByIndex(twin: ParityMember, table: 'lessons' | 'makeUps', place: number): Promise<string> {
  const own = db.selectFrom(table).where('bookingId', '=', twin.bookingId).select('id').orderBy('createdAt')
  const rows = await own.orderBy(table === 'lessons' ? 'onDate' : 'fromDate').execute()
  return rows[place % Math.max(rows.length, 1)]?.id ?? crypto.randomUUID()
}

async function absenceOf({ trainerId }: ParityMember): Promise<string> {
  const absences = db
    .selectFrom('absences')
    .where('trainerId', '=', trainerId)
    .select('id')
    .orderBy('fromDay')
  return (await absences.executeTakeFirst())?.id ?? crypto.randomUUID()
}

/** One action of a person, as a form and as an API call. */
type FormAndApiAction = {
  by: 'member' | 'trainer'
  form: [path: string, fields: Record<string, string>]
  call: [method: string, path: string, body?: Record<string, unknown>]
}

/** The random choices that both twins share. */
type ActionParams = { place: number; day: string; startHour: number; untilDay: string; priceCents: number }
type ActionFactory = (twin: ParityMember, choice: ActionParams) => Promise<FormAndApiAction>

const onLesson =
  (by: FormAndApiAction['by'], intent: string, method: string, path: string): ActionFactory =>
  async (twin, { place }) => {
    const id = await idByIndex(twin, 'lessons', place)
    return { by, form: [`/dashboard/lesson/${id}`, { intent }], call: [method, `/lessons/${id}/${path}`] }
  }

const takingHour =
  (
    table: 'lessons' | 'makeUps',
    formAt: (id: string) => string,
    callAt: (id: string) => string,
  ): ActionFactory =>
  async (twin, { place, day, startHour }) => {
    const id = await idByIndex(twin, table, place)
    const fields = { hour: `${day} ${startHour} ${twin.trainerId}` }
    return { by: 'member', form: [formAt(id), fields], call: ['POST', callAt(id), { day, startHour }] }
  }

const onMonth =
  (
    intent: string,
    path: string,
    bodyOf: (choice: ActionParams) => Record<string, string | number> = () => ({}),
  ): ActionFactory =>
  async ({ bookingId }, choice) => {
    const body = bodyOf(choice)
    const fields = Object.entries(body).map(([name, value]) => [name, String(value)])
    return {
      by: 'member',
      form: [`/dashboard/hour/${bookingId}`, { intent, ...Object.fromEntries(fields) }],
      call: ['POST', `/bookings/${bookingId}/${path}`, body],
    }
  }

const daysOf = ({ day, untilDay }: ActionParams) => ({ fromDay: day, untilDay })

const declareAbsenceAction: ActionFactory = async (_, choice) => ({
  by: 'trainer',
  form: ['/dashboard/absences', { intent: 'declare', ...daysOf(choice) }],
  call: ['POST', '/absences', daysOf(choice)],
})

const endAbsenceAction: ActionFactory = async (twin) => {
  const id = await absenceOf(twin)
  return {
    by: 'trainer',
    form: ['/dashboard/absences', { intent: 'end', id }],
    call: ['DELETE', `/absences/${id}`],
  }
}

const giveBack = onLesson('member', 'giveBack', 'POST', 'cancel')
const move = takingHour(
  'lessons',
  (id) => `/dashboard/lesson/${id}/move`,
  (id) => `/lessons/${id}/move`,
)
const spendMakeUpAction = takingHour(
  'makeUps',
  (id) => `/dashboard/makeUp/${id}`,
  (id) => `/make-ups/${id}/redeem`,
)
const otherActions = [
  onLesson('trainer', 'callOff', 'POST', 'call-off'),
  declareAbsenceAction,
  endAbsenceAction,
  onMonth('pause', 'pause', daysOf),
  onMonth('drop', 'decline-renewal'),
  onMonth('keepAfterAll', 'undo-decline'),
  onMonth('keep', 'renew', ({ priceCents }) => ({ priceCents })),
]
const coolOff = onMonth('coolOff', 'cool-off')

const trainingDays = ['Monday', 'Wednesday', 'Friday']

/** Chooses the next action of both twins, including impossible ones. */
function chooseAction(odd: ReturnType<typeof createFuzzValues>, today: string) {
  const week = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days))
  // mostly a day with lessons
  const day = odd.one(
    odd.chance(0.1) ? week : week.filter((each) => trainingDays.includes(weekdayName(each))),
  )
  const choice = {
    place: odd.one([0, 1, 2, 3, 4, 5, 6, 7]),
    day,
    untilDay: addDays(day, odd.one([0, 1, 4])),
    startHour: odd.one([6, 7, 7, 8]),
    priceCents: odd.one([5000, 1]),
  }
  // rare, since few actions are possible after cooling off
  const wish = odd.chance(0.02)
    ? coolOff
    : odd.one([giveBack, move, move, move, spendMakeUpAction, spendMakeUpAction, ...otherActions])
  return (twin: ParityMember) => wish(twin, choice)
}

type Club = ReturnType<typeof useBuiltSite>

/** Returns `done` or the status of a refusal. */
async function send(club: Club, path: string, cookie: string, type: string, init: RequestInit) {
  const headers = { Origin: siteOrigin, Cookie: cookie, 'Content-Type': type }
  const response = await club.send(path, { ...init, headers })
  return { came: response.status < 400 ? 'done' : String(response.status), text: await response.text() }
}

const sendByForm = (club: Club, { by, form: [path, fields] }: FormAndApiAction, { cookies }: ParityMember) =>
  send(club, path, cookies[by], 'application/x-www-form-urlencoded', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
  })
const sendByApi = (
  club: Club,
  { by, call: [method, path, body] }: FormAndApiAction,
  { cookies }: ParityMember,
) =>
  send(club, `/api/v1${path}`, cookies[by], 'application/json', {
    method,
    body: JSON.stringify(body) ?? null,
  })

/** Performs the same action for both and expects equal outcomes. Returns the numbers of successes and refusals. */
export async function runRandomActions(
  club: Club,
  begin: number,
): Promise<{ done: number; refused: number }> {
  const odd = createFuzzValues(begin)
  const [one, other] = await createParityPair()
  const came = { done: 0, refused: 0 }
  for (let step = 0; step < 25; step += 1) {
    const hour = await clubHour()
    const wish = chooseAction(odd, hour.slice(0, 10))
    const deeds = [await wish(one), await wish(other)] as const
    const [form, call] = [await sendByForm(club, deeds[0], one), await sendByApi(club, deeds[1], other)]
    const months = await Promise.all([monthOf(one), monthOf(other)])
    // an action may be in time for one twin and late for the other
    if ((await clubHour()) !== hour) return came
    const told = `seed ${begin}, step ${step}: ${JSON.stringify(deeds[1])} ${call.text.slice(0, 300)}`
    expect(form.came, told).toBe(call.came)
    expect(months[0], told).toEqual(months[1])
    if (call.came === '409') expect(form.text, told).toContain(JSON.parse(call.text).message)
    came[call.came === 'done' ? 'done' : 'refused'] += 1
  }
  return came
}
