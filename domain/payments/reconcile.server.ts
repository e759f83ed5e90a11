import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { CardProcessorRefused, CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
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

/** Counts of one run of `reconcile`. */
export type Reconciliation = { created: number; settled: number; refunds: number; unanswered: number }

/** Age in seconds below which a write is left to the request that started it. */
const gracePeriodSeconds = 15
/** Whether an attempt is asked about again: until it is an hour old in each run, then once an hour. */
const isDue = sql<boolean>`changed_at <= club_now() - case when changed_at < created_at + interval '1 hour'
  then make_interval(secs => ${gracePeriodSeconds}) else interval '1 hour' end`
/** Time limit of a run in milliseconds, so that runs do not pile up while the processor hangs. */
const maxRoundMs = 60_000

/**
 * Job: repairs what a crash or a lost response left inconsistent with the card processor: unconfirmed intents,
 * unreported payments, refunds not executed. Safe to run at any time and in several processes.
 */
export async function reconcile(): Promise<Reconciliation> {
  const counts: Reconciliation = { created: 0, settled: 0, refunds: 0, unanswered: 0 }
  const deadline = performance.now() + maxRoundMs
  for (const attempt of await listAttempts()) {
    if (performance.now() > deadline) break
    await requeueAttempt(attempt)
    if (attempt.state === 'creating') await runStep(counts, 'created', () => repairCreation(attempt))
    else await runStep(counts, 'settled', () => settleIntent(attempt.intentId ?? ''))
  }
  for (const id of await listPendingRefunds()) {
    if (performance.now() > deadline) break
    await runStep(counts, 'refunds', () => executeRefund(id))
  }
  return counts
}

async function runStep(
  counts: Reconciliation,
  counter: 'created' | 'settled' | 'refunds',
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
    counts[counter] += 1
  } catch (error) {
    if (isUnavailable(error)) throw error
    // one failure must not block the others
    if (!(error instanceof CardProcessorUnavailable)) logError(error, { part: 'reconcile' })
    counts.unanswered += 1
  }
}

async function listAttempts(): Promise<Attempt[]> {
  const { name } = cards
  if (name === 'none') return []
  return db
    .selectFrom('paymentAttempts')
    .where('processor', '=', name)
    .where('state', 'in', openAttemptStates)
    .where(isDue)
    .orderBy('changedAt')
    .limit(200)
    .select(attemptColumns)
    .execute()
}

/** Moves the attempt to the end of the queue, whatever its outcome. */
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
    // desk payments are refunded by hand
    .where((eb) => eb(eb.fn.coalesce('payments.method', eb.val('card')), '=', 'card'))
    .where('refunds.createdAt', '<=', sql<Date>`club_now() - make_interval(secs => ${gracePeriodSeconds})`)
    .orderBy('refunds.createdAt')
    .limit(100)
    .select('refunds.id')
    .execute()
  return rows.map((row) => row.id)
}
