import { pool } from '#db/client.ts'
import { sandboxNotices } from '#platform/cards/sandbox.ts'
import { defineJobs, job, recurringJob } from '#platform/jobs.ts'
import { deleteExpiredLimits } from '#platform/rate-limits/rate-limits.ts'
import { removeOldMailFiles } from '#platform/mail.ts'
import { runNightlyBackup } from './club/backups.server.ts'
import { timeZoneChanges } from './club/settings.server.ts'
import { deliverLetters, outbox } from './mail/outbox.server.ts'
import { removeOrphanedPictures } from './pictures/cleanup.server.ts'
import { endPaidBookings } from './bookings/expiry.server.ts'
import { passwordResets, sendPasswordResetLetter } from './members/password-reset.server.ts'
import { newsletterJobs, queueNewsletterLetters } from './newsletter/sending.server.ts'
import { expireHolds } from './checkout/release-hold.server.ts'
import {
  sendCoverRequests,
  coverRequests,
  retirementCoverRequests,
} from './lessons/covers/cover-requests.server.ts'
import { callOffUncovered } from './lessons/covers/covers.server.ts'
import { writeMissingLessonDates } from './lessons/schedule/lesson-dates.server.ts'
import { applyClockChange } from './lessons/schedule/clock-change.server.ts'
import { sendSkippedLessonLetters } from './lessons/schedule/skipped-lessons.server.ts'
import { sendMakeUpReminders } from './lessons/reminders/make-up-reminders.server.ts'
import { sendLessonReminders } from './lessons/reminders/lesson-reminders.server.ts'
import { sendRenewalReminders } from './months/renewal-reminders.server.ts'
import { dataExports, createDataExport } from './personal-data/data-export.server.ts'
import { removeExpiredCopies } from '#platform/files/data-copy-files.ts'
import { erasures, finishErasure } from './personal-data/erasure-log.server.ts'
import { deleteDueAccounts, deleteFarewellLetters } from './personal-data/account-deletion.server.ts'
import { reconcile } from './payments/reconcile.server.ts'
import { refundQueue } from './payments/refund-settlement.server.ts'
import { executeRefund } from './payments/refunds.server.ts'
import { deliverSandboxNotice } from './payments/sandbox.server.ts'
import { vacateMissedLessons } from './trainers/retirement.server.ts'

// Everything the club does in the background.
defineJobs([
  job(refundQueue, ({ refundId }) => executeRefund(refundId)),
  job(sandboxNotices, deliverSandboxNotice),
  job(passwordResets, sendPasswordResetLetter),
  job(newsletterJobs, queueNewsletterLetters),
  job(coverRequests, sendCoverRequests),
  job(retirementCoverRequests, sendCoverRequests),
  job(timeZoneChanges, applyClockChange),
  job(dataExports, createDataExport),
  job(erasures, finishErasure),
  // at once when one is written, and every half minute for those to be tried again
  { ...job(outbox, deliverLetters), everySeconds: 30 },
  recurringJob('expire-holds', { everySeconds: 30 }, expireHolds),
  recurringJob('reconcile', { everySeconds: 30 }, reconcile),
  recurringJob('end-paid', { everySeconds: 60 }, endPaidBookings),
  recurringJob('write-dates', { everySeconds: 60 }, writeMissingLessonDates),
  recurringJob('tell-of-skipped-hours', { everySeconds: 300 }, sendSkippedLessonLetters),
  // looks whether it is night; a club of a hundred thousand people takes minutes to write
  recurringJob('back-up', { everySeconds: 900, longestSeconds: 7_200 }, runNightlyBackup),
  recurringJob('leave-hours', { everySeconds: 60 }, vacateMissedLessons),
  recurringJob('cover', { everySeconds: 60 }, callOffUncovered),
  recurringJob('remind', { everySeconds: 300 }, sendLessonReminders),
  recurringJob('remind-of-ends', { everySeconds: 300 }, sendRenewalReminders),
  recurringJob('remind-of-make-ups', { everySeconds: 300 }, sendMakeUpReminders),
  recurringJob('end-accounts', { everySeconds: 600 }, deleteDueAccounts),
  recurringJob('tidy', { everySeconds: 3_600, longestSeconds: 600 }, cleanUp),
])

/** Removes what nobody needs any more: pictures that were never used, counts that ended, old files of mail. */
async function cleanUp(): Promise<void> {
  await deleteExpiredLimits(pool)
  await removeOrphanedPictures()
  await removeOldMailFiles()
  await removeExpiredCopies()
  await deleteFarewellLetters()
}

// whoever opens the club's jobs has read above which there are
export { closeJobs, openJobs as openClubJobs, startWorkers as startClubJobs } from '#platform/jobs.ts'
