import { conflict, DomainError } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { CardProcessorName } from '#db/tables.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import type { LockedOrder } from '#domain/orders/order-kind.ts'
import { priceBounds } from '#format/currencies.ts'
import { t } from '#messages/t.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type CardIntent,
} from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'

/** An attempt to pay an order; see the table `payment_attempts`. */
export type Attempt = {
  bookingId: string
  attempt: number
  processor: CardProcessorName
  amountCents: number
  currency: string
  intentId: string | null
  clientSecret: string | null
  state: 'creating' | 'open' | 'succeeded' | 'cancelled'
  /** The customer for whom the card that pays it is stored. */
  customerRef: string | null
  /** A direct debit can pay it. */
  takesDebit: boolean
}

export const attemptColumns = [
  'bookingId',
  'attempt',
  'processor',
  'amountCents',
  'currency',
  'intentId',
  'clientSecret',
  'state',
  'customerRef',
  'takesDebit',
] as const

/** States of an attempt that can still be paid. */
export const openAttemptStates = ['creating', 'open'] as const satisfies Attempt['state'][]

/** Returns the order's open attempt, or null. An order has at most one. */
export async function findOpenAttempt(from: Queryable, bookingId: string): Promise<Attempt | null> {
  const row = await from
    .selectFrom('paymentAttempts')
    .where('bookingId', '=', bookingId)
    .where('state', 'in', openAttemptStates)
    .select(attemptColumns)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns the open attempt of a locked order that can be paid, or a new one, so that a crash before the call of the
 * processor can be repaired. Throws `conflict` for an amount too small for a card and `unavailable` without a processor.
 */
export async function openAttempt(
  trx: Transaction,
  order: LockedOrder,
  customerRef: string | null,
): Promise<Attempt> {
  if (order.amountCents === null) throw new Error(`The order ${order.id} has no price.`)
  const processor = cards.name
  if (processor === 'none') throw new DomainError('unavailable', t('refusal.cardPaymentsArentSet'))
  if (order.amountCents < priceBounds(order.currency).least) throw conflict(t('refusal.thisAmountIsToo'))
  const open = await findOpenAttempt(trx, order.id)
  if (open && !belongsToClosedSandbox(open)) {
    if (open.processor !== processor) throw new DomainError('unavailable', t('refusal.thisPaymentWasStarted'))
    return open
  }
  if (open) await abandonAttempt(trx, open)
  const takesDebit = customerRef !== null && (await hasMandate(trx, order.id))
  return insertAttempt(trx, order, { amountCents: order.amountCents, processor, customerRef, takesDebit })
}

async function insertAttempt(
  trx: Transaction,
  order: LockedOrder,
  terms: Pick<Attempt, 'amountCents' | 'processor' | 'customerRef' | 'takesDebit'>,
): Promise<Attempt> {
  const attempt: Attempt = {
    bookingId: order.id,
    attempt: order.attempt + 1,
    ...terms,
    currency: order.currency,
    intentId: null,
    clientSecret: null,
    state: 'creating',
  }
  await trx.insertInto('paymentAttempts').values(attempt).execute()
  await transitionOrder(trx, order, 'paying', { attempt: attempt.attempt })
  return attempt
}

/** Whether the buyer of an order accepted a mandate, and the club takes direct debits. */
async function hasMandate(from: Queryable, orderId: string): Promise<boolean> {
  const found = await from
    .selectFrom('orders')
    .innerJoin('consents', 'consents.memberId', 'orders.buyerId')
    .where('orders.id', '=', orderId)
    .where('orders.currency', '=', 'eur')
    .where('consents.kind', '=', 'mandate')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('club').where('sepaCreditorId', 'is not', null).select('currency')),
    )
    .select('orders.id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Creates the attempt's intent at the processor and stores it. Idempotent, so that a retry repairs a crash in between.
 * Returns null when the attempt was cancelled in the meantime. Throws `CardProcessorUnavailable` and
 * `CardProcessorRefused`.
 */
export async function ensureIntent(
  attempt: Attempt,
): Promise<{ intentId: string; clientSecret: string } | null> {
  const buyer = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .where('orders.id', '=', attempt.bookingId)
    .select(letterAddress('users').as('email'))
    .executeTakeFirstOrThrow()
  const intent = await cards.createIntent({
    bookingId: attempt.bookingId,
    attempt: attempt.attempt,
    amountCents: attempt.amountCents,
    currency: attempt.currency,
    idempotencyKey: `booking:${attempt.bookingId}:v${attempt.attempt}`,
    receiptEmail: buyer.email ?? undefined,
    customerId: attempt.customerRef ?? undefined,
    ...(attempt.takesDebit && { takesDebit: true }),
  })
  if (intent.clientSecret === null) throw new CardProcessorUnavailable('The intent came without its secret.')
  const updated = await db
    .updateTable('paymentAttempts')
    .set({ intentId: intent.id, clientSecret: intent.clientSecret, state: 'open', changedAt: clubNow })
    .where('bookingId', '=', attempt.bookingId)
    .where('attempt', '=', attempt.attempt)
    .where('state', 'in', openAttemptStates)
    .returning('attempt')
    .executeTakeFirst()
  return updated ? { intentId: intent.id, clientSecret: intent.clientSecret } : null
}

/** Marks an attempt as cancelled. Returns whether it was still open. */
async function abandonAttempt(
  trx: Transaction,
  attempt: Pick<Attempt, 'bookingId' | 'attempt'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('paymentAttempts')
    .set({ state: 'cancelled', changedAt: clubNow })
    .where('bookingId', '=', attempt.bookingId)
    .where('attempt', '=', attempt.attempt)
    .where('state', 'in', openAttemptStates)
    .returning('attempt')
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels an attempt whose intent the processor refused to create; the next request uses a new idempotency key. */
export async function abandonRefusedAttempt(attempt: Attempt): Promise<void> {
  await transaction(async (trx) => releaseAttempt(trx, await lockOrder(trx, attempt.bookingId), attempt))
}

/** Cancels an attempt and makes its order payable again. */
export async function releaseAttempt(
  trx: Transaction,
  order: LockedOrder,
  attempt: Pick<Attempt, 'bookingId' | 'attempt'>,
): Promise<void> {
  const wasOpen = await abandonAttempt(trx, attempt)
  if (wasOpen && order.state === 'paying') await transitionOrder(trx, order, 'held')
}

/** Outcome of a cancellation at the processor. */
export type Cancellation = 'cancelled' | 'succeeded' | 'processing'

/**
 * Cancels the order's open attempt at the processor, outside any transaction. Only the outcome 'cancelled' frees the
 * order. Throws `CardProcessorUnavailable` when the outcome is unknown.
 */
export async function cancelOpenAttempt(
  bookingId: string,
): Promise<{ outcome: Cancellation; attempt: Attempt | null; intentId: string | null }> {
  const attempt = await findOpenAttempt(db, bookingId)
  if (attempt === null) return { outcome: 'cancelled', attempt, intentId: null }
  if (belongsToClosedSandbox(attempt)) return { outcome: 'cancelled', attempt, intentId: attempt.intentId }
  if (attempt.processor !== cards.name)
    throw new CardProcessorUnavailable(`This booking is being paid through ${attempt.processor}.`)
  const intentId = attempt.intentId ?? (await recoverIntentId(attempt))
  if (intentId === null) return { outcome: 'cancelled', attempt, intentId }
  return { outcome: await cancelAtProcessor(intentId), attempt, intentId }
}

/** Returns the id of an intent whose creation was not confirmed; null when the processor refused to create it. */
async function recoverIntentId(attempt: Attempt): Promise<string | null> {
  try {
    return (await ensureIntent(attempt))?.intentId ?? null
  } catch (error) {
    if (error instanceof CardProcessorRefused) return null
    throw error
  }
}

async function cancelAtProcessor(intentId: string): Promise<Cancellation> {
  try {
    const intent = await cards.cancelIntent(intentId)
    if (intent.status === 'canceled') return 'cancelled'
    throw new CardProcessorUnavailable(`The processor left the intent ${intent.status}.`)
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    const intent = await cards.retrieveIntent(intentId)
    if (intent === null) throw new CardProcessorUnavailable('The processor does not know this intent.')
    return cancellationOf(intent)
  }
}

function cancellationOf(intent: CardIntent): Cancellation {
  if (intent.status === 'canceled') return 'cancelled'
  return intent.status === 'succeeded' ? 'succeeded' : 'processing'
}

/** Whether the attempt belongs to the demo club's sandbox although this is not the demo club; it has no value then. */
function belongsToClosedSandbox(attempt: Pick<Attempt, 'processor'>): boolean {
  return attempt.processor === 'sandbox' && cards.name !== 'sandbox'
}

/** Converts the processor's errors: `unavailable` when the outcome is unknown, `conflict` when it refused. */
export async function withProcessorErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CardProcessorUnavailable)
      throw new DomainError('unavailable', t('refusal.theCardProcessorIsnt'), { retryAfter: 5 })
    if (error instanceof CardProcessorRefused) {
      if (error.code === 'not_set_up') throw new DomainError('unavailable', error.message)
      throw conflict(t('refusal.theCardProcessorDidnt'), {
        code: error.code,
      })
    }
    throw error
  }
}

/** Runs a transaction after a confirmed cancellation and marks the attempt as cancelled. */
export function afterCancellation<Result>(
  attempt: Attempt | null,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(async (trx) => {
    const result = await work(trx)
    if (attempt) await abandonAttempt(trx, attempt)
    return result
  })
}
