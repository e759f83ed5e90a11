import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { cards } from '#platform/cards/cards.ts'
import { CardProcessorRefused, CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { logError } from '#platform/observability/log.ts'
import {
  attemptColumns,
  ensureIntent,
  abandonRefusedAttempt,
  openAttemptStates,
  type Attempt,
} from './attempts.server.ts'
import { executeRefund } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'

/** How one round of comparing the club's books with the processor went. */
export type Reconciliation = { created: number; settled: number; refunds: number; unanswered: number }

/** How long a write is left to whoever began it, in seconds. */
const gracePeriodSeconds = 15
/** A round ends by then, in milliseconds: a processor that hangs must not let rounds pile up. */
const maxRoundMs = 60_000

/**
 * Repairs what a crash or a lost answer left between the club and its card processor: intents that were asked
 * for and never heard of, successes that nobody reported, refunds that were not carried out. Safe to run at
 * any time and in several processes. Run by a job.
 */
export async function reconcile(): Promise<Reconciliation> {
  const round: Reconciliation = { created: 0, settled: 0, refunds: 0, unanswered: 0 }
  const end = performance.now() + maxRoundMs
  for (const attempt of await listAttempts()) {
    if (performance.now() > end) break
    await requeueAttempt(attempt)
    if (attempt.state === 'creating') await runStep(round, 'created', () => repairCreation(attempt))
    else await runStep(round, 'settled', () => settleIntent(attempt.intentId ?? ''))
  }
  for (const id of await listPendingRefunds()) {
    if (performance.now() > end) break
    await runStep(round, 'refunds', () => executeRefund(id))
  }
  return round
}

async function runStep(
  round: Reconciliation,
  what: 'created' | 'settled' | 'refunds',
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
    round[what] += 1
  } catch (error) {
    if (isUnavailable(error)) throw error
    // one that cannot be repaired must not keep the others from it
    if (!(error instanceof CardProcessorUnavailable)) logError(error, { part: 'reconcile' })
    round.unanswered += 1
  }
}

async function listAttempts(): Promise<Attempt[]> {
  const { name } = cards
  if (name === 'none') return []
  return db
    .selectFrom('paymentAttempts')
    .where('processor', '=', name)
    .where('state', 'in', openAttemptStates)
    .where('changedAt', '<=', sql<Date>`club_now() - make_interval(secs => ${gracePeriodSeconds})`)
    .orderBy('changedAt')
    .limit(200)
    .select(attemptColumns)
    .execute()
}

/** Whatever becomes of it, the next round begins with those that have waited longer. */
async function requeueAttempt({ bookingId, attempt }: Attempt): Promise<void> {
  await db
    .updateTable('paymentAttempts')
    .set({ changedAt: clubNow })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', attempt)
    .where('state', 'in', openAttemptStates)
    .execute()
}

async function repairCreation(attempt: Attempt): Promise<void> {
  try {
    await ensureIntent(attempt)
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    await abandonRefusedAttempt(attempt)
  }
}

async function listPendingRefunds(): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('payments', 'payments.id', 'refunds.paymentId')
    .where('refunds.state', '=', 'pending')
    // what was paid at the desk waits for a hand
    .where((eb) => eb(eb.fn.coalesce('payments.method', eb.val('card')), '=', 'card'))
    .where('refunds.createdAt', '<=', sql<Date>`club_now() - make_interval(secs => ${gracePeriodSeconds})`)
    .orderBy('refunds.createdAt')
    .limit(100)
    .select('refunds.id')
    .execute()
  return rows.map((row) => row.id)
}
