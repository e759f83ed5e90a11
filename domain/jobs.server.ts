import { pool } from '#db/client.ts'
import { clearOldLimits } from '#platform/limits.ts'
import { startJobs, type JobHandlers } from '#platform/jobs.ts'
import { removeOrphanPictures } from './pictures/cleaning.server.ts'
import { endPaidBookings } from './bookings/overdue.server.ts'
import { expireHolds } from './checkout/release.server.ts'
import { reconcile } from './payments/reconcile.server.ts'
import { carryOutRefund } from './payments/refunds.server.ts'
import { deliverSandboxNotice } from './payments/sandbox.server.ts'

/** Everything the club does in the background, by queue. */
const jobHandlers: JobHandlers = {
  refund: ({ refundId }) => carryOutRefund(refundId),
  'sandbox-notice': deliverSandboxNotice,
  'expire-holds': expireHolds,
  reconcile,
  'end-paid': endPaidBookings,
  tidy,
}

/** Removes what nobody needs any more: pictures that were never used, counts that ended. */
async function tidy(): Promise<void> {
  await clearOldLimits(pool)
  await removeOrphanPictures()
}

/** Starts the background work of this process; once for the club however many processes do. */
export function startClubJobs(options: { pollSeconds?: number } = {}) {
  return startJobs({
    handlers: jobHandlers,
    rhythm: { 'expire-holds': 30, reconcile: 30, 'end-paid': 60, tidy: 3_600 },
    ...options,
  })
}
