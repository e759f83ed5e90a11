import type { Person } from '#domain/actor.ts'
import { readNow, db } from '#db/client.ts'
import { listOwnActs } from '#domain/activity/activity-log.server.ts'
import { listExpectedPayments } from '#domain/ledger/desk-day.server.ts'
import { listDayRoster } from '#domain/lessons/roster/day-roster.server.ts'
import { listUninformed } from '#domain/mail/change-notices.server.ts'

export type ReceptionOverviewData = Awaited<ReturnType<typeof loadReceptionOverview>>

export async function loadReceptionOverview(person: Person) {
  const [roster, expected, uninformed, acts, now] = await Promise.all([
    listDayRoster(person, { limit: 12, fromNow: true }),
    listExpectedPayments(person),
    listUninformed(person, { limit: 3 }),
    listOwnActs(person, { limit: 10 }),
    readNow(db),
  ])
  return { roster, expected, uninformed: uninformed.total, acts: acts.items, now }
}
