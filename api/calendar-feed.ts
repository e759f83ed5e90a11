import { Hono } from 'hono'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { temporarilyUnavailable } from '#core/errors.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { toDomainError } from '#domain/error-mapping.server.ts'
import { requireId } from '#domain/ids.ts'
import {
  readCalendarFeed,
  readClassFeed,
  type ClassFeedFilter,
  type FeedEntry,
} from '#domain/lessons/calendar/calendar-feed.server.ts'
import { noLessonReasonLabels, type NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { languageForMember } from '#domain/mail/outbox.server.ts'
import { capitalize } from '#format/text.ts'
import { currentLanguage, inLanguage, t } from '#messages/t.ts'
import { logError } from '#platform/observability/log.ts'
import { findCalendarOwner } from '#sign-in/calendar-address.server.ts'
import type { ClubEnv } from './context.ts'
import { withEtag } from './etag.ts'
import { problemResponse, toProblemResponse } from './problem-details.ts'

/** Seconds; the refresh interval of calendar programs. */
const hourSeconds = 60 * 60

/**
 * Calendar feeds for other calendar programs, refreshed hourly: the classes of the club at /calendar/classes.ics, all or
 * those of a trainer or a class, and a person's lessons at /calendar/{id}.{secret}.ics.
 */
export const calendarFeeds = new Hono<ClubEnv>()
  .get('/classes.ics', withEtag, async (c) => {
    const [entries, facts] = await Promise.all([readClassFeed(filterOf(c.req.query())), clubFacts()])
    const text = inLanguage(facts.languages[0] ?? 'en', () => renderCalendar(entries, facts))
    const headers = {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': 'public, no-cache',
    }
    return new Response(text, { headers })
  })
  .get('/:name', withEtag, async (c) => {
    const userId = await findCalendarOwner(c.req.param('name'))
    if (userId === null)
      return problemResponse(c, 404, 'There is no calendar at this address, or the address was renewed.')
    const [entries, facts] = await Promise.all([readCalendarFeed(userId), clubFacts()])
    const text = inLanguage(await languageForMember(userId), () => renderCalendar(entries, facts))
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-cache' }
    return new Response(text, { headers })
  })
  // the address is a secret, so it is not logged
  .onError((error, c) => {
    const refusal = toDomainError(error)
    if (!refusal) logError(error, { requestId: c.var.requestId, part: 'calendar' })
    return toProblemResponse(c, refusal ?? temporarilyUnavailable(hourSeconds))
  })

/** Returns the filter of a query. Throws `not-found` for a malformed id. */
function filterOf({ trainer, class: classId }: Record<string, string>): ClassFeedFilter {
  return {
    trainerId: trainer ? requireId(trainer, t('refusal.thisTrainer')) : null,
    classId: classId ? requireId(classId, t('refusal.thisClass')) : null,
  }
}

const descriptionOf = (because: NoLessonReason) =>
  because === 'by the club'
    ? t('calendarFeed.calledOffByTheClub')
    : `${capitalize(noLessonReasonLabels[because])}.`

function summaryOf({ title, name, insteadOf }: FeedEntry): string {
  const what =
    name === null ? (title ?? '') : t('calendarFeed.with', { title: title ?? t('table.hour'), name })
  return insteadOf ? t('calendarFeed.insteadOf', { what, insteadOf }) : what
}

/**
 * Renders the lessons as iCalendar. Times are in UTC, because some programs do not support time zones. Equal
 * input gives equal bytes.
 */
function renderCalendar(entries: readonly FeedEntry[], club: ClubFacts): string {
  const calendar = ical({
    name: club.name,
    prodId: { company: 'Palestra', product: 'Dates', language: currentLanguage().toUpperCase() },
    ttl: hourSeconds,
  })
  for (const entry of entries) {
    const { lessonId, sequence, changedAt, startsAt, minutes, because, title, roomName } = entry
    calendar.createEvent({
      id: lessonId,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: startsAt,
      end: new Date(startsAt.getTime() + minutes * 60_000),
      // some programs ignore the status: the title says it, too, and the time counts as free
      summary: because ? t('calendarFeed.calledOff', { what: summaryOf(entry) }) : summaryOf(entry),
      description: because && descriptionOf(because),
      transparency: because ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      location: [roomName, club.address].filter(Boolean).join(', ') || null,
      url: `${club.publicUrl}${title === null ? '/dashboard/lesson' : '/timetable'}/${lessonId}`,
      status: because ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString()}\r\n`
}
