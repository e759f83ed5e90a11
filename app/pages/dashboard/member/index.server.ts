import type { Person } from '#domain/actor.ts'
import { listBookings } from '#domain/bookings/bookings.server.ts'
import { listOwnHours } from '#domain/lessons/calendar.server.ts'
import { readClubTime } from '#domain/overview/today.server.ts'
import { findMyApplication } from '#domain/trainers/applications.server.ts'
import { fewRowsAPage, stretchOf } from '#app/pages/dashboard/paging.ts'

const newestBookings = 100

export type MemberIndexData = Awaited<ReturnType<typeof loadMemberIndex>>

/** All that a member or applicant sees first. */
export async function loadMemberIndex(member: Person, page: number) {
  const { limit, offset } = stretchOf(page, fewRowsAPage)
  const [now, newest, application, calendar] = await Promise.all([
    readClubTime(member),
    listBookings(member, { limit: newestBookings }),
    findMyApplication(member),
    listOwnHours(member),
  ])
  // all but the oldest pages are read already
  const bookings =
    offset + limit <= newestBookings
      ? { items: newest.items.slice(offset, offset + limit), total: newest.total }
      : await listBookings(member, { limit, offset })
  return {
    now,
    page,
    bookings,
    application,
    calendar,
    hours: newest.items.filter(({ state, turn }) => state === 'paid' && turn === 'now'),
    nextMonths: newest.items.filter(({ state, turn }) => state === 'paid' && turn === 'next'),
    open: newest.items.filter(
      ({ state, holdIsOver }) => (state === 'held' || state === 'paying') && !holdIsOver,
    ),
  }
}
