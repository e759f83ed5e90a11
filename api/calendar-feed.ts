import { Hono } from 'hono'
import ical, { ICalEventStatus } from 'ical-generator'
import { clubFacts } from '#domain/club/club.server.ts'
import type { ClubFacts } from '#domain/club/club.rules.ts'
import { temporarilyUnavailable } from '#core/errors.ts'
import { readCalendarFeed, type FeedEntry } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { toDomainError } from '#domain/error-mapping.server.ts'
import { logError } from '#platform/observability/log.ts'
import { findCalendarOwner } from '#sign-in/calendar-address.server.ts'
import { withEtag } from './etag.ts'
import { problemResponse, toProblemResponse } from './problem-details.ts'
import type { ClubEnv } from './context.ts'

/** Seconds; the length of an hour, and the refresh interval of calendar programs. */
const hourSeconds = 60 * 60

/**
 * Calendar feeds at /calendar/{id}.{secret}.ics: a person's hours for other calendar programs, refreshed
 * hourly.
 */
export const calendarFeeds = new Hono<ClubEnv>()
  .get('/:name', withEtag, async (c) => {
    const userId = await findCalendarOwner(c.req.param('name'))
    if (userId === null)
      return problemResponse(c, 404, 'There is no calendar at this address, or the address was renewed.')
    const text = renderCalendar(await readCalendarFeed(userId), await clubFacts())
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-cache' }
    return new Response(text, { headers })
  })
  // the address is a secret, so it is not logged
  .onError((error, c) => {
    const refusal = toDomainError(error)
    if (!refusal) logError(error, { requestId: c.var.requestId, part: 'calendar' })
    return toProblemResponse(c, refusal ?? temporarilyUnavailable(hourSeconds))
  })

/**
 * Renders the hours as iCalendar. Times are in UTC, because some programs do not support time zones. Equal
 * input gives equal bytes.
 */
function renderCalendar(entries: readonly FeedEntry[], club: ClubFacts): string {
  const calendar = ical({
    name: club.name,
    prodId: { company: 'Palestra', product: 'Dates', language: 'EN' },
    ttl: hourSeconds,
  })
  for (const { lessonId, sequence, changedAt, startsAt, isOff, name, insteadOf } of entries) {
    calendar.createEvent({
      id: lessonId,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: startsAt,
      end: new Date(startsAt.getTime() + hourSeconds * 1000),
      summary: `Hour with ${name}${insteadOf ? `, for ${insteadOf}` : ''}`,
      location: club.address || null,
      url: `${club.publicUrl}/dashboard/lesson/${lessonId}`,
      status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString()}\r\n`
}
