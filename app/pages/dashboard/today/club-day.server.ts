import { randomUUID } from 'node:crypto'
import type { Person } from '#domain/actor.ts'
import { readTimetable } from '#domain/lessons/classes/timetable.server.ts'
import { listDayRoster } from '#domain/lessons/roster/day-roster.server.ts'

/** Returns today's hours nearest to now, at most twelve, and today's classes. */
export async function loadClubDay(person: Person) {
  const [{ items, total, today }, timetable] = await Promise.all([
    listDayRoster(person, { limit: 12, fromNow: true }),
    readTimetable(person, { days: 1 }),
  ])
  return {
    today,
    total,
    hours: items.map((hour) => ({ ...hour, newVisitId: randomUUID() })),
    classes: timetable.days[0]?.classes ?? [],
  }
}
