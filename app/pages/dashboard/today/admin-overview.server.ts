import type { Person } from '#domain/actor.ts'
import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { listExpectedPayments, listRefundsDue } from '#domain/ledger/desk-day.server.ts'
import { countDisputesToDo } from '#domain/ledger/dispute-list.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { listOwedTrainers } from '#domain/ledger/payouts.server.ts'
import { listOpenClassCovers } from '#domain/lessons/covers/class-covers.server.ts'
import { listOpenCovers } from '#domain/lessons/covers/open-covers.server.ts'
import { listUninformed } from '#domain/mail/change-notices.server.ts'
import { listFailedRenewals } from '#domain/memberships/failed-renewals.server.ts'
import { countReportedPosts } from '#domain/moderation/reports.server.ts'
import { listExpiringMakeUps } from '#domain/months/expiring-make-ups.server.ts'
import { readAdminToday, listLatestEvents } from '#domain/overview/day-overview.server.ts'
import { listSetupSteps } from '#domain/overview/setup-checklist.server.ts'
import { listApplications } from '#domain/trainers/approval.server.ts'
import { listTrainerProfiles } from '#domain/trainers/trainers.server.ts'
import { summarizeSlippingAway } from '#domain/visits/slipping-away.server.ts'
import { loadClubDay } from './club-day.server.ts'

export type AdminOverviewData = Awaited<ReturnType<typeof loadAdminOverview>>

export async function loadAdminOverview(admin: Person) {
  const [
    today,
    applications,
    owed,
    failedRefunds,
    trainers,
    events,
    opening,
    backups,
    covers,
    classCovers,
    reportedPosts,
    refundsDue,
    expected,
    day,
    expiringMakeUps,
    uninformed,
    disputes,
    slippingAway,
    unpaidPeriods,
  ] = await Promise.all([
    readAdminToday(admin),
    listApplications(admin, { limit: 3 }),
    listOwedTrainers(admin, { limit: 4 }),
    listFailedRefunds(admin),
    listTrainerProfiles(admin, { limit: 8 }),
    listLatestEvents(admin),
    listSetupSteps(admin),
    readBackupStatus(admin),
    listOpenCovers(admin, { limit: 3 }),
    listOpenClassCovers(admin),
    countReportedPosts(admin),
    listRefundsDue(admin),
    listExpectedPayments(admin),
    loadClubDay(admin),
    listExpiringMakeUps(admin, { limit: 3 }),
    listUninformed(admin, { limit: 3 }),
    countDisputesToDo(admin),
    summarizeSlippingAway(admin),
    listFailedRenewals(admin),
  ])
  return {
    today,
    events,
    opening,
    day,
    backupIsLate: backups.isLate,
    covers,
    classCovers,
    expiringMakeUps,
    uninformed,
    disputes,
    slippingAway,
    unpaidPeriods,
    reportedPosts,
    applications: applications.items,
    failedRefunds: { first: failedRefunds[0] ?? null, count: failedRefunds.length },
    refundsDue: refundsDue.length,
    expectedAtDesk: expected.length,
    owed: { cents: owed.totalCents, trainers: owed.total, most: owed.items },
    trainers: trainers.total,
    trainerHours: trainers.items.map(({ id, name, slots }) => ({
      id,
      name,
      slots: slots.map(({ startHour, state }) => ({ startHour, state })),
    })),
  }
}
