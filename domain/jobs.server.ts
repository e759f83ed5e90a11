import { pool } from '#db/client.ts'
import { sandboxNotices } from '#platform/cards/sandbox.ts'
import { defineJobs, job, recurringJob } from '#platform/jobs.ts'
import { deleteExpiredLimits } from '#platform/limits.ts'
import { removeOldMailFiles } from '#platform/mail.ts'
import { backUpByNight } from './club/backups.server.ts'
import { clockChanges } from './club/settings.server.ts'
import { handOverLetters, outbox } from './mail/outbox.server.ts'
import { removeOrphanPictures } from './pictures/cleaning.server.ts'
import { endPaidBookings } from './bookings/overdue.server.ts'
import { forgotten, writeNewPasswordLetter } from './members/forgotten.server.ts'
import { newsletterWriting, writeToReaders } from './newsletter/sending.server.ts'
import { expireHolds } from './checkout/release.server.ts'
import { callForCover, coverCalls, leaverCalls } from './lessons/cover-calls.server.ts'
import { giveUpUncovered } from './lessons/covers.server.ts'
import { writeMissingDates } from './lessons/dates.server.ts'
import { retimeClub } from './lessons/retiming.server.ts'
import { tellOfSkippedHours } from './lessons/skipped-hours.server.ts'
import { remindOfMakeUps } from './lessons/make-up-reminders.server.ts'
import { remindOfHours } from './lessons/reminders.server.ts'
import { remindOfEnds } from './months/month-reminders.server.ts'
import { copies, makeCopy } from './own-data/copies.server.ts'
import { removeExpiredCopies } from '#platform/copy-files.ts'
import { erased, finishErasing } from './own-data/erased-list.server.ts'
import { endAccounts, forgetFarewells } from './own-data/leaving.server.ts'
import { reconcile } from './payments/reconcile.server.ts'
import { refunds } from './payments/refund-settling.server.ts'
import { carryOutRefund } from './payments/refunds.server.ts'
import { deliverSandboxNotice } from './payments/sandbox.server.ts'
import { leaveForgottenHours } from './trainers/retirement.server.ts'

// Everything the club does in the background.
defineJobs([
  job(refunds, ({ refundId }) => carryOutRefund(refundId)),
  job(sandboxNotices, deliverSandboxNotice),
  job(forgotten, writeNewPasswordLetter),
  job(newsletterWriting, writeToReaders),
  job(coverCalls, callForCover),
  job(leaverCalls, callForCover),
  job(clockChanges, retimeClub),
  job(copies, makeCopy),
  job(erased, finishErasing),
  // at once when one is written, and every half minute for those to be tried again
  { ...job(outbox, handOverLetters), everySeconds: 30 },
  recurringJob('expire-holds', { everySeconds: 30 }, expireHolds),
  recurringJob('reconcile', { everySeconds: 30 }, reconcile),
  recurringJob('end-paid', { everySeconds: 60 }, endPaidBookings),
  recurringJob('write-dates', { everySeconds: 60 }, writeMissingDates),
  recurringJob('tell-of-skipped-hours', { everySeconds: 300 }, tellOfSkippedHours),
  // looks whether it is night; a club of a hundred thousand people takes minutes to write
  recurringJob('back-up', { everySeconds: 900, longestSeconds: 7_200 }, backUpByNight),
  recurringJob('leave-hours', { everySeconds: 60 }, leaveForgottenHours),
  recurringJob('cover', { everySeconds: 60 }, giveUpUncovered),
  recurringJob('remind', { everySeconds: 300 }, remindOfHours),
  recurringJob('remind-of-ends', { everySeconds: 300 }, remindOfEnds),
  recurringJob('remind-of-make-ups', { everySeconds: 300 }, remindOfMakeUps),
  recurringJob('end-accounts', { everySeconds: 600 }, endAccounts),
  recurringJob('tidy', { everySeconds: 3_600, longestSeconds: 600 }, tidy),
])

/** Removes what nobody needs any more: pictures that were never used, counts that ended, old files of mail. */
async function tidy(): Promise<void> {
  await deleteExpiredLimits(pool)
  await removeOrphanPictures()
  await removeOldMailFiles()
  await removeExpiredCopies()
  await forgetFarewells()
}

// whoever opens the club's jobs has read above which there are
export { closeJobs, openJobs as openClubJobs, startWorkers as startClubJobs } from '#platform/jobs.ts'
