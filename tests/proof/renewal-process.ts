// Runs the jobs of memberships, and is killed before one of its steps: a statement, or a call of the processor, before
// and after its work. Arguments: database URL, settings of the processor, and what to do (`RenewalRun`), as JSON.
import pg from 'pg'
import { closeDatabase, openDatabase, pool } from '#db/client.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { collectPeriods } from '#domain/memberships/collections.server.ts'
import { endMemberships, orderPeriods, sendPeriodLetters } from '#domain/memberships/renewals.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import type { CardProcessor, CreateIntentRequest } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { closeJobs, openJobs } from '#platform/jobs.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'

export type RenewalRun = {
  /** The step before which it is killed; `calls` counts the steps of the processor only. */
  killAt?: { steps: 'all' | 'calls'; nth: number }
  /** The part of steps before which it is killed, and the seed. */
  chance?: number
  seed?: number
  /** The mistake of a control: an intent is created and confirmed by one act, and not known before. */
  inOneStep?: boolean
}

const [url = '', settings = '', what = ''] = process.argv.slice(2)
const { killAt, chance = 0, seed = 1, inOneStep = false } = JSON.parse(what) as RenewalRun
const random = seededRandom(seed)
const passed = { all: 0, calls: 0 }

function step(isCall: boolean): void {
  passed.all += 1
  if (isCall) passed.calls += 1
  const isCounted = killAt !== undefined && (isCall || killAt.steps === 'all')
  const isNow = isCounted && passed[killAt.steps] === killAt.nth
  if (isNow || random() < chance) process.kill(process.pid, 'SIGKILL')
}

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  step(false)
  return Reflect.apply(query, this, words)
} as typeof query

const stripe = createStripeProcessor(JSON.parse(settings))
const watched = <Call extends 'createIntent' | 'confirmStored'>(call: Call): CardProcessor[Call] =>
  (async (request: never) => {
    step(true)
    const answer = await (stripe[call] as (request: never) => Promise<unknown>)(request)
    step(true)
    return answer
  }) as CardProcessor[Call]
const confirmStored = watched('confirmStored')

/** The terms of an intent that exists already, for another one. */
async function termsOf(intentId: string) {
  const { rows } = await pool.query<Omit<CreateIntentRequest, 'idempotencyKey'>>(
    `select booking_id as "bookingId", attempt, amount_cents as "amountCents", currency, customer_ref as "customerId"
    from payment_attempts where intent_id = $1`,
    [intentId],
  )
  return rows[0]!
}

setCardProcessor({
  ...stripe,
  createIntent: watched('createIntent'),
  confirmStored: inOneStep
    ? async (request) => {
        const intent = await stripe.createIntent({
          ...(await termsOf(request.intentId)),
          idempotencyKey: `${request.idempotencyKey} created`,
        })
        return confirmStored({ ...request, intentId: intent.id })
      }
    : confirmStored,
})

openDatabase(url)
await openJobs()
for (const job of [orderPeriods, sendPeriodLetters, collectPeriods, reconcile, expireHolds, endMemberships])
  await job()
await closeJobs()
await closeDatabase()
