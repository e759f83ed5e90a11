import type { Person } from '#domain/actor.ts'
import { listBookings } from '#domain/bookings/bookings.server.ts'
import { readClubTime } from '#domain/overview/today.server.ts'
import { findMyApplication } from '#domain/trainers/applications.server.ts'
import { fewRowsAPage, stretchOf } from '#app/pages/dashboard/paging.ts'

export type MemberIndexData = Awaited<ReturnType<typeof loadMemberIndex>>

/** All that a member or applicant sees first. */
export async function loadMemberIndex(member: Person, page: number) {
  const [now, newest, bookings, application] = await Promise.all([
    readClubTime(member),
    listBookings(member, { limit: 100 }),
    listBookings(member, stretchOf(page, fewRowsAPage)),
    findMyApplication(member),
  ])
  return {
    now,
    page,
    bookings,
    application,
    hours: newest.items.filter(({ state }) => state === 'paid'),
    open: newest.items.filter(
      ({ state, holdIsOver }) => (state === 'held' || state === 'paying') && !holdIsOver,
    ),
  }
}
