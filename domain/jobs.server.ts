import { pool } from '#db/client.ts'
import { sandboxNotices } from '#platform/cards/sandbox.ts'
import { defineJobs, job, recurringJob } from '#platform/jobs.ts'
import { deleteExpiredLimits } from '#platform/limits.ts'
import { removeOldMailFiles } from '#platform/mail.ts'
import { runNightlyBackup } from './club/backups.server.ts'
import { timeZoneChanges } from './club/settings.server.ts'
import { deliverLetters, outbox } from './mail/outbox.server.ts'
import { removeOrphanedPictures } from './pictures/cleaning.server.ts'
import { endPaidBookings } from './bookings/overdue.server.ts'
import { passwordResets, sendPasswordResetLetter } from './members/forgotten.server.ts'
import { newsletterJobs, queueNewsletterLetters } from './newsletter/sending.server.ts'
import { expireHolds } from './checkout/release.server.ts'
import { sendCoverRequests, coverRequests, retirementCoverRequests } from './lessons/cover-calls.server.ts'
import { callOffUncovered } from './lessons/covers.server.ts'
import { writeMissingLessonDates } from './lessons/dates.server.ts'
import { applyClockChange } from './lessons/retiming.server.ts'
import { sendSkippedLessonLetters } from './lessons/skipped-hours.server.ts'
import { sendMakeUpReminders } from './lessons/make-up-reminders.server.ts'
import { sendLessonReminders } from './lessons/reminders.server.ts'
import { sendRenewalReminders } from './months/month-reminders.server.ts'
import { dataExports, createDataExport } from './own-data/copies.server.ts'
import { removeExpiredCopies } from '#platform/copy-files.ts'
import { erasures, finishErasure } from './own-data/erased-list.server.ts'
import { deleteDueAccounts, deleteFarewellLetters } from './own-data/leaving.server.ts'
import { reconcile } from './payments/reconcile.server.ts'
import { refundQueue } from './payments/refund-settling.server.ts'
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
