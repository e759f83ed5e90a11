import { sql } from 'kysely'
import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { addClassTime } from '#domain/lessons/classes/class-times.server.ts'
import { addRoom } from '#domain/lessons/classes/rooms.server.ts'
import type { MemberName } from './people.ts'
import type { DemoPeople } from './sign-ups.ts'

const rooms = [
  { name: 'Court', capacity: 20 },
  { name: 'Ring', capacity: 12 },
  { name: 'Studio', capacity: 12 },
]

/** Weekly times in the evening, when no trainer of the demo club has an hour on sale. */
const times = ['18:00', '19:15', '20:15']

/** The class that is full: two places tomorrow, or the day after if the club is closed then. */
const fullClass = 'Reformer Room'

/** What a class says about itself: its weekday, from 1 for Monday, or its length. The others take turns. */
const ownTimes: Record<string, { weekday?: number; minutes?: number }> = {
  'The Open Board': { weekday: 3 },
  'Sunrise Flow': { weekday: 1 },
  'Southpaw Saturday': { weekday: 6 },
  'Half an Hour of Nothing': { minutes: 30 },
}

/** Bookings of each class, in this order; the last class is called off. */
const stories: { title: string; members: MemberName[] }[] = [
  { title: fullClass, members: ['noor', 'kofi', 'grace', 'ines'] },
  { title: 'Night Ride', members: ['kofi', 'grace'] },
  { title: 'Hips and Shoulders', members: ['grace', 'kofi'] },
]

/** Adds the rooms, and one weekly time to each class. Books some of their places, and calls off one class. */
export async function seedTimetable(people: DemoPeople): Promise<void> {
  await seedClassTimes(people.admin)
  let lessonId = ''
  for (const { title, members } of stories) {
    lessonId = await findNextDate(title)
    for (const name of members) await book(people.members[name], lessonId)
  }
  await callOffClass(people.admin, lessonId)
}

async function seedClassTimes(admin: Actor): Promise<void> {
  const added: { id: string; capacity: number }[] = []
  for (const room of rooms) added.push({ ...(await addRoom(admin, room)), capacity: room.capacity })
  const classes = await db
    .selectFrom('classes')
    .select(['id', 'title'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  for (const [index, { id: classId, title }] of classes.entries()) {
    const room = added[index % added.length]!
    const time = {
      classId,
      roomId: room.id,
      weekday: (index % 7) + 1,
      startsAt: times[index % times.length]!,
      minutes: 45,
      capacity: Math.min(room.capacity, 8 + (index % 5) * 2),
      ...ownTimes[title],
    }
    const soon = { weekday: await findOpenWeekday(), startsAt: '17:00', capacity: 2 }
    await addClassTime(admin, title === fullClass ? { ...time, ...soon } : time)
  }
}

/** Returns the weekday, from 1 for Monday, of the first open day from tomorrow on. */
async function findOpenWeekday(): Promise<number> {
  const { rows } = await sql<{ weekday: number }>`
    select extract(isodow from day)::integer as weekday from generate_series((club_today() + 1)::timestamp, (club_today() + 7)::timestamp, interval '1 day') day
    where not is_closed(day::date) order by day limit 1`.execute(db)
  return rows[0]!.weekday
}

/** Returns the first date of a class from tomorrow on. */
async function findNextDate(title: string): Promise<string> {
  const { id } = await db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes.id', 'lessons.classId')
    .where('title', '=', title)
    .where('onDate', '>', sql<string>`club_today()`)
    .select('lessons.id')
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Books a place, unless the member's month ends before, as it can in February. */
async function book(member: Actor, lessonId: string): Promise<void> {
  await bookClass(member, lessonId).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error
  })
}
