import { rowsInShortList, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import type { Person } from '#domain/actor.ts'
import { listBookings } from '#domain/bookings/read-bookings.server.ts'
import { listOwnLessons, type MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { getClassDate, listOwnClasses, type ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { getLesson } from '#domain/lessons/lesson.server.ts'
import { listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { recordDatesSeen } from '#domain/mail/change-notices.server.ts'
import { getOwnMembership } from '#domain/memberships/memberships.server.ts'
import { readMemberToday } from '#domain/overview/day-overview.server.ts'
import { listHeldPurchases } from '#domain/sales/purchases.server.ts'
import { findMyApplication } from '#domain/trainers/applications.server.ts'
import { hasSignedWaiver } from '#domain/waivers/waivers.server.ts'

const maxBookings = 100

export type MemberOverviewData = Awaited<ReturnType<typeof loadMemberOverview>>

/** Dashboard index of a member or applicant, with this page of their bookings. */
export async function loadMemberOverview(member: Person, page: number) {
  const { limit, offset } = pageRange(page, rowsInShortList)
  const [today, newest, application, calendar, makeUps, classes, hasSigned, membership, toPay] =
    await Promise.all([
      readMemberToday(member),
      listBookings(member, { limit: maxBookings }),
      findMyApplication(member),
      listOwnLessons(member),
      listMakeUps(member),
      listOwnClasses(member),
      hasSignedWaiver(member),
      getOwnMembership(member),
      listHeldPurchases(member),
      recordDatesSeen(member),
    ])
  // `newest` covers all but the oldest pages
  const bookings =
    offset + limit <= maxBookings
      ? { items: newest.items.slice(offset, offset + limit), total: newest.total }
      : await listBookings(member, { limit, offset })
  return {
    ...today,
    /** Whether a guardian acts for the member. */
    isActedFor: member.guardian !== undefined,
    page,
    bookings,
    application,
    calendar,
    ...(await readNext(member, calendar.hours, classes)),
    makeUps,
    classes,
    /** What is left of the membership's classes; null without a period that is paid. */
    membership:
      membership === null || membership.next?.hasBegun
        ? null
        : { given: membership.given, used: membership.used, paidUntil: membership.paidUntil },
    toPay,
    /** When the membership ends because its period is not paid; null otherwise. */
    unpaidUntil: membership?.next?.hasBegun ? membership.next.payBy : null,
    signWaiverAt: hasSigned ? null : `/dashboard/sign/${member.id}`,
    hours: newest.items.filter(({ state, period }) => state === 'paid' && period === 'current'),
    nextMonths: newest.items.filter(({ state, period }) => state === 'paid' && period === 'upcoming'),
    open: newest.items.filter(
      ({ state, holdIsOver }) => (state === 'held' || state === 'paying') && !holdIsOver,
    ),
  }
}

/** The member's next hour, and their next class if it begins before. */
async function readNext(member: Person, hours: MemberLesson[], classes: ClassDate[]) {
  const hour = hours.find(({ because, isOver }) => because === null && !isOver)
  const date = classes.find(({ own }) => own === 'booked')
  const isClassFirst =
    date !== undefined &&
    (!hour || date.day < hour.day || (date.day === hour.day && date.startHour < hour.startHour))
  const [nextLesson, nextClass] = await Promise.all([
    hour?.lessonId && !isClassFirst ? getLesson(member, hour.lessonId) : null,
    isClassFirst ? getClassDate(member, date.id) : null,
  ])
  return { nextLesson, nextClass }
}
