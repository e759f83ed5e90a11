import { Hono } from 'hono'
import ical, { ICalEventStatus } from 'ical-generator'
import { clubFacts } from '#domain/club/club.server.ts'
import type { ClubFacts } from '#domain/club/club.rules.ts'
import { temporarilyUnavailable } from '#domain/errors.ts'
import { readCalendar, type CalendarEntry } from '#domain/lessons/feeds.server.ts'
import { asRefusal } from '#domain/refusals.server.ts'
import { logError } from '#platform/log.ts'
import { whoseCalendar } from '#sign-in/calendar.server.ts'
import { tagged } from './caching.ts'
import { problem, toProblem } from './problem.ts'
import type { ClubEnv } from './request.ts'

/** In seconds: how long an hour is, and how long a reader waits before it asks again. */
const hour = 60 * 60

/** /calendar/{id}.{secret}.ics: a person's hours for calendars elsewhere, which ask again every hour. */
export const calendars = new Hono<ClubEnv>()
  .get('/:name', tagged, async (c) => {
    const userId = await whoseCalendar(c.req.param('name'))
    if (userId === null) return problem(c, 404, 'There is no calendar at this address, or it was renewed.')
    const text = writeCalendar(await readCalendar(userId), await clubFacts())
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-cache' }
    return new Response(text, { headers })
  })
  // the address is a key, so no log has it
  .onError((error, c) => {
    const refusal = asRefusal(error)
    if (!refusal) logError(error, { requestId: c.var.requestId, part: 'calendar' })
    return toProblem(c, refusal ?? temporarilyUnavailable(hour))
  })

/**
 * The hours as iCalendar. Times are instants, since some readers know no zones; what has not changed is written to
 * the byte as before.
 */
function writeCalendar(entries: readonly CalendarEntry[], club: ClubFacts): string {
  const calendar = ical({
    name: club.name,
    prodId: { company: 'Palestra', product: 'Dates', language: 'EN' },
    ttl: hour,
  })
  for (const { lessonId, sequence, changedAt, startsAt, isOff, name, insteadOf } of entries) {
    calendar.createEvent({
      id: lessonId,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: startsAt,
      end: new Date(startsAt.getTime() + hour * 1000),
      summary: `Hour with ${name}${insteadOf ? `, for ${insteadOf}` : ''}`,
      location: club.address || null,
      url: `${club.publicUrl}/dashboard/lesson/${lessonId}`,
      status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString()}\r\n`
}
