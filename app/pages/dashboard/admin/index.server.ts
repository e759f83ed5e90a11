import { backupStanding } from '#domain/club/backups.server.ts'
import { stepsBeforeOpening } from '#domain/overview/before-opening.server.ts'
import type { Person } from '#domain/actor.ts'
import { adminToday, listLatestEvents } from '#domain/overview/today.server.ts'
import { balance } from '#domain/ledger/balance.server.ts'
import { countReported } from '#domain/moderation/reports.server.ts'
import { listHouse } from '#domain/lessons/house.server.ts'
import { listCoverWanted } from '#domain/lessons/wanted-hours.server.ts'
import { listExpectedPayments, listRefundsDue } from '#domain/ledger/desk.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { owedByTrainer } from '#domain/ledger/payouts.server.ts'
import { listApplications } from '#domain/trainers/approval.server.ts'
import { listTrainerProfiles } from '#domain/trainers/trainers.server.ts'

export type AdminOverviewData = Awaited<ReturnType<typeof loadAdminOverview>>

/** All that an admin sees first. */
export async function loadAdminOverview(admin: Person) {
  const [
    today,
    totals,
    applications,
    owed,
    failedRefunds,
    trainers,
    events,
    opening,
    backups,
    covers,
    reportedPosts,
    refundsDue,
    expected,
    house,
  ] = await Promise.all([
    adminToday(admin),
    balance(admin),
    listApplications(admin, { limit: 3 }),
    owedByTrainer(admin, { limit: 4 }),
    listFailedRefunds(admin),
    listTrainerProfiles(admin, { limit: 8 }),
    listLatestEvents(admin),
    stepsBeforeOpening(admin),
    backupStanding(admin),
    listCoverWanted(admin, { limit: 3 }),
    countReported(admin),
    listRefundsDue(admin),
    listExpectedPayments(admin),
    listHouse(admin, { limit: 8, fromNow: true }),
  ])
  return {
    today,
    events,
    opening,
    house,
    backupIsLate: backups.isLate,
    covers,
    reportedPosts,
    remainingCents: totals.totalRemainingCents,
    applications: applications.items,
    failedRefunds: { first: failedRefunds[0] ?? null, count: failedRefunds.length },
    refundsDue: refundsDue.length,
    expectedAtDesk: expected.length,
    owed: { cents: owed.totalCents, trainers: owed.total, most: owed.items },
    trainers: trainers.total,
    floor: trainers.items.map(({ id, name, slots }) => ({
      id,
      name,
      slots: slots.map(({ startHour, state }) => ({ startHour, state })),
    })),
  }
}
