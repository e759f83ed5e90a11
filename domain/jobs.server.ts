import { pool } from '#db/client.ts'
import { sandboxNotices } from '#platform/cards/sandbox.ts'
import { removeExpiredCopies } from '#platform/files/data-copy-files.ts'
import { defineJobs, job, recurringJob } from '#platform/jobs.ts'
import { removeOldMailFiles } from '#platform/mail.ts'
import { deleteExpiredLimits } from '#platform/rate-limits/rate-limits.ts'
import { endPaidBookings } from './bookings/expiry.server.ts'
import { updateFirstRefusals } from './bookings/first-refusal.server.ts'
import { expireHolds } from './checkout/release-hold.server.ts'
import { runNightlyBackup } from './club/nightly-backup.server.ts'
import { timeZoneChanges } from './club/settings.server.ts'
import { importJobs } from './imports/import-jobs.server.ts'
import { invitationJobs, sendInvitations } from './imports/invitations.server.ts'
import { continueImport } from './imports/run-import.server.ts'
import { callOffUncoveredClasses } from './lessons/classes/class-cancellation.server.ts'
import { planClasses } from './lessons/classes/class-planning.server.ts'
import { promoteWaiting } from './lessons/classes/promotion.server.ts'
import { releaseEndedPlaces } from './lessons/classes/released-places.server.ts'
import { payCovers } from './lessons/covers/cover-payments.server.ts'
import {
  sendCoverRequests,
  coverRequests,
  retirementCoverRequests,
} from './lessons/covers/cover-requests.server.ts'
import { callOffUncovered } from './lessons/covers/covers.server.ts'
import { extendMakeUpTerms } from './lessons/make-ups/extend-make-up-terms.server.ts'
import { sendLessonReminders } from './lessons/reminders/lesson-reminders.server.ts'
import { sendMakeUpReminders } from './lessons/reminders/make-up-reminders.server.ts'
import { applyClockChange } from './lessons/schedule/clock-change.server.ts'
import { writeMissingLessonDates } from './lessons/schedule/lesson-dates.server.ts'
import { sendSkippedLessonLetters } from './lessons/schedule/skipped-lessons.server.ts'
import { deliverLetters, outbox } from './mail/outbox.server.ts'
import { joinIdentities } from './members/join-club.server.ts'
import { passwordResets, sendPasswordResetLetter } from './members/password-reset.server.ts'
import { cancelByEmail, cancellations } from './memberships/cancel-by-email.server.ts'
import { sendCardExpiryLetters } from './memberships/card-expiry.server.ts'
import { collectPeriods } from './memberships/collections.server.ts'
import { endMemberships, orderPeriods, sendPeriodLetters } from './memberships/renewals.server.ts'
import { renewHours } from './months/automatic-orders.server.ts'
import { sendRenewalReminders } from './months/renewal-reminders.server.ts'
import { newsletterJobs, queueNewsletterLetters } from './newsletter/sending.server.ts'
import { compareWithProcessor } from './payments/processor-round.server.ts'
import { reconcile } from './payments/reconcile.server.ts'
import { refundQueue } from './payments/refund-settlement.server.ts'
import { executeRefund } from './payments/refunds.server.ts'
import { deliverSandboxNotice } from './payments/sandbox.server.ts'
import { cardDetachments, detachCard } from './payments/stored-cards.server.ts'
import { deleteDueAccounts, deleteFarewellLetters } from './personal-data/account-deletion.server.ts'
import { dataExports, createDataExport } from './personal-data/data-export.server.ts'
import { erasures, finishErasure } from './personal-data/erasure-log.server.ts'
import { tidyAtNight } from './personal-data/tidying.server.ts'
import { removeOrphanedPictures } from './pictures/cleanup.server.ts'
import { carryOutWithdrawals, withdrawals, withdrawByEmail } from './sales/withdrawal.server.ts'
import { vacateMissedLessons } from './trainers/retirement.server.ts'
import { sendGiftCardLetters } from './vouchers/gift-card-expiry.server.ts'

defineJobs([
  job(refundQueue, ({ refundId }) => executeRefund(refundId)),
  job(sandboxNotices, deliverSandboxNotice),
  job(passwordResets, sendPasswordResetLetter),
  job(cancellations, cancelByEmail),
  job(cardDetachments, detachCard),
  job(withdrawals, withdrawByEmail),
  job(newsletterJobs, queueNewsletterLetters),
  job(coverRequests, sendCoverRequests),
  job(retirementCoverRequests, sendCoverRequests),
  job(timeZoneChanges, applyClockChange),
  job(dataExports, createDataExport),
  job(erasures, finishErasure),
  job(importJobs, continueImport),
  job(invitationJobs, sendInvitations),
  // runs when a letter is queued, and every 30 seconds for retries
  { ...job(outbox, deliverLetters), everySeconds: 30 },
  recurringJob('expire-holds', { everySeconds: 30 }, expireHolds),
  recurringJob('reconcile', { everySeconds: 30 }, reconcile),
  recurringJob('compare-with-cards', { everySeconds: 3_600, longestSeconds: 1_200 }, compareWithProcessor),
  recurringJob('end-paid', { everySeconds: 60 }, endPaidBookings),
  recurringJob('write-dates', { everySeconds: 60 }, writeMissingLessonDates),
  recurringJob('tell-of-skipped-hours', { everySeconds: 300 }, sendSkippedLessonLetters),
  // checks whether a backup is due; a club of 100,000 people takes minutes to back up
  recurringJob('back-up', { everySeconds: 900, longestSeconds: 7_200 }, runNightlyBackup),
  recurringJob('leave-hours', { everySeconds: 60 }, vacateMissedLessons),
  recurringJob('plan-classes', { everySeconds: 3_600 }, planClasses),
  recurringJob('promote', { everySeconds: 30 }, promoteWaiting),
  recurringJob('cover', { everySeconds: 60 }, callOffUncovered),
  recurringJob('cover-classes', { everySeconds: 60 }, callOffUncoveredClasses),
  recurringJob('release-classes', { everySeconds: 60 }, releaseEndedPlaces),
  recurringJob('pay-covers', { everySeconds: 60 }, payCovers),
  recurringJob('remind', { everySeconds: 300 }, sendLessonReminders),
  recurringJob('remind-of-ends', { everySeconds: 300 }, sendRenewalReminders),
  recurringJob('first-refusals', { everySeconds: 300 }, updateFirstRefusals),
  recurringJob('renew-hours', { everySeconds: 60, longestSeconds: 600 }, renewHours),
  recurringJob('order-periods', { everySeconds: 600, longestSeconds: 600 }, orderPeriods),
  recurringJob('tell-of-periods', { everySeconds: 3_600 }, sendPeriodLetters),
  recurringJob('carry-out-withdrawals', { everySeconds: 300 }, carryOutWithdrawals),
  recurringJob('collect-periods', { everySeconds: 60, longestSeconds: 600 }, collectPeriods),
  recurringJob('tell-of-cards', { everySeconds: 3_600 }, sendCardExpiryLetters),
  recurringJob('tell-of-gift-cards', { everySeconds: 3_600 }, sendGiftCardLetters),
  recurringJob('end-memberships', { everySeconds: 300 }, endMemberships),
  recurringJob('extend-make-ups', { everySeconds: 300 }, extendMakeUpTerms),
  recurringJob('remind-of-make-ups', { everySeconds: 300 }, sendMakeUpReminders),
  recurringJob('join-identities', { everySeconds: 300 }, joinIdentities),
  recurringJob('end-accounts', { everySeconds: 600 }, () => deleteDueAccounts()),
  recurringJob('tidy', { everySeconds: 3_600, longestSeconds: 600 }, cleanUp),
  recurringJob('tidy-at-night', { everySeconds: 3_600, longestSeconds: 900 }, tidyAtNight),
])

/** Deletes unused pictures, expired rate-limit counters and old mail files. */
async function cleanUp(): Promise<void> {
  await deleteExpiredLimits(pool)
  await removeOrphanedPictures()
  await removeOldMailFiles()
  await removeExpiredCopies()
  await deleteFarewellLetters()
}

// re-exported so that importing the worker's functions defines the jobs above
export { closeJobs, openJobs as openClubJobs, startWorkers as startClubJobs } from '#platform/jobs.ts'
