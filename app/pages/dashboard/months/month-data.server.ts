import { redirect } from 'react-router'
import { readToday } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { findAutomaticRenewal } from '#domain/months/automatic-renewal.server.ts'
import { getMonth } from '#domain/months/month.server.ts'
import { readClubTime } from '#domain/overview/day-overview.server.ts'
import { sendsMail } from '#platform/mail.ts'

export type MonthData = Awaited<ReturnType<typeof loadMonth>>

/** Data of a month's page. Redirects to the payment page while the booking is unpaid. */
export async function loadMonth(actor: Actor, bookingId: string, timeZone: string) {
  const [{ booking, prospects }, now, today, dates, automatic] = await Promise.all([
    getMonth(actor, bookingId),
    readClubTime(actor),
    readToday(),
    listDates(actor, bookingId),
    findAutomaticRenewal(actor, bookingId),
  ])
  if (prospects === null) throw redirect(`/dashboard/payment/${booking.id}`)
  return { booking, ...prospects, automatic, hasMail: sendsMail(), now, today, dates, timeZone }
}
