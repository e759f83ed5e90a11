import { readNow, db } from '#db/client.ts'
import { listOwnActs } from '#domain/activity/activity-log.server.ts'
import type { Person } from '#domain/actor.ts'
import { listExpectedPayments } from '#domain/ledger/desk-day.server.ts'
import { listUninformed } from '#domain/mail/change-notices.server.ts'
import { loadClubDay } from './club-day.server.ts'

export type ReceptionOverviewData = Awaited<ReturnType<typeof loadReceptionOverview>>

export async function loadReceptionOverview(person: Person) {
  const [day, expected, uninformed, acts, now] = await Promise.all([
    loadClubDay(person),
    listExpectedPayments(person),
    listUninformed(person, { limit: 3 }),
    listOwnActs(person, { limit: 10 }),
    readNow(db),
  ])
  return { day, expected, uninformed: uninformed.total, acts: acts.items, now }
}
