import { sql } from 'kysely'
import { DomainError } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { requireId } from '#domain/ids.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import type { LockedOrder } from '#domain/orders/order-kind.ts'
import { formatStoredCard } from '#format/payment-methods.ts'
import { formatReason } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import type { CardIntent } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { releaseAttempt } from './attempts.server.ts'
import { debitBegins } from './letters/debit-begins.ts'
import { debitFailed } from './letters/debit-failed.ts'
import { receivePayment } from './receive-payment.server.ts'

/** Result of applying an intent's state. */
export type Settlement = {
  /**
   * 'paid': the order has its payment. 'refunding': the money was late or duplicate and is being refunded.
   * 'open': still payable. 'unknown': not an intent of this club.
   */
  outcome: 'paid' | 'refunding' | 'open' | 'processing' | 'cancelled' | 'unknown'
  bookingId: string | null
  paymentId: string | null
  /** The reason for the last decline. */
  failure: string | null
}

const unknown: Settlement = { outcome: 'unknown', bookingId: null, paymentId: null, failure: null }

/**
 * Fetches the current state of an intent, outside any transaction, and applies it. The common end of browser reports,
 * webhook notices and reconciliation: it may run any number of times, in any order and in parallel, and creates one
 * payment. Throws `CardProcessorUnavailable`.
 */
export async function settleIntent(intentId: string): Promise<Settlement> {
  const intent = await cards.retrieveIntent(intentId)
  return intent === null ? unknown : transaction((trx) => applyIntent(trx, intent))
}

/** Applies the state of an intent. An outdated state changes nothing. */
export async function applyIntent(trx: Transaction, intent: CardIntent): Promise<Settlement> {
  const order = await findOrder(trx, intent)
  if (order === null) return unknown
  const settlement = { ...unknown, bookingId: order.id }
  await adoptIntent(trx, order.id, intent)
  switch (intent.status) {
    case 'succeeded':
      return { ...settlement, ...(await receivePayment(trx, order, intent)) }
    case 'canceled':
      await applyCancellation(trx, order, intent)
      return { ...settlement, outcome: 'cancelled' }
    case 'processing':
      await markProcessing(trx, order, intent)
      return { ...settlement, outcome: 'processing' }
    case 'requires_action':
      return { ...settlement, outcome: 'open' }
    case 'requires_payment_method':
      return { ...settlement, outcome: 'open', failure: await saveFailure(trx, order, intent) }
  }
}

async function findOrder(trx: Transaction, intent: CardIntent): Promise<LockedOrder | null> {
  try {
    // before the order is locked: serialises with a trainer's retirement, which ends holds
    if (intent.status === 'succeeded') await waitForScheduleLock(trx)
    return await lockOrder(trx, requireId(intent.bookingId, t('refusal.thisBooking')))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  }
}

/** Stores the intent of an attempt whose creation was not confirmed. */
async function adoptIntent(trx: Transaction, bookingId: string, intent: CardIntent): Promise<void> {
  if (intent.attempt === null || intent.clientSecret === null) return
  await trx
    .updateTable('paymentAttempts')
    .set({ intentId: intent.id, clientSecret: intent.clientSecret, state: 'open', changedAt: clubNow })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', intent.attempt)
    .where('state', '=', 'creating')
    .execute()
}

async function applyCancellation(trx: Transaction, order: LockedOrder, intent: CardIntent): Promise<void> {
  const attempt = await trx
    .selectFrom('paymentAttempts')
    .select(['bookingId', 'attempt'])
    .where('intentId', '=', intent.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (attempt) await releaseAttempt(trx, order, attempt)
}

/** Days after the refusal of a debit until which its order can be paid. */
const debitGraceDays = 14

async function markProcessing(trx: Transaction, order: LockedOrder, intent: CardIntent): Promise<void> {
  const marked = await trx
    .updateTable('paymentAttempts')
    .set({ processingSince: clubNow, failure: null })
    .where('intentId', '=', intent.id)
    .where('state', '=', 'open')
    .where('processingSince', 'is', null)
    .returning('attempt')
    .executeTakeFirst()
  if (marked && !(await isCollected(trx, order))) await sendDebitBegins(trx, order, intent)
}

/** Stores the reason of a refusal. One of a debit gives its buyer time to pay in another way. */
async function saveFailure(trx: Transaction, order: LockedOrder, intent: CardIntent): Promise<string | null> {
  const failure = intent.lastFailure?.message.slice(0, 500) || null
  const refused = await trx
    .updateTable('paymentAttempts')
    .set({ processingSince: null, ...(failure !== null && { failure }) })
    .where('intentId', '=', intent.id)
    .where('processingSince', 'is not', null)
    .where('state', '=', 'open')
    .returning('attempt')
    .executeTakeFirst()
  if (refused) await giveTimeAfterDebit(trx, order, failure)
  if (failure !== null)
    await trx
      .updateTable('paymentAttempts')
      .set({ failure, changedAt: sql<Date>`greatest(changed_at, ${clubNow})` })
      .where('intentId', '=', intent.id)
      .where('state', '=', 'open')
      .execute()
  return failure
}

async function giveTimeAfterDebit(
  trx: Transaction,
  order: LockedOrder,
  failure: string | null,
): Promise<void> {
  const payBy = sql<Date>`greatest(${order.holdExpiresAt}::timestamptz, club_now() + make_interval(days => ${debitGraceDays}))`
  const extended = await transitionOrder(trx, order, order.state, { holdExpiresAt: payBy })
  // the letters about collections tell it otherwise
  if (await isCollected(trx, order)) return
  await queueMail(trx, debitFailed, {
    to: { userId: order.buyerId },
    cause: `${order.id} ${order.attempt} ${extended.holdExpiresAt?.toISOString()}`,
    facts: () => ({
      orderId: order.id,
      title: order.title ?? '',
      amountCents: order.amountCents ?? 0,
      currency: order.currency,
      reason: failure === null ? t('mandate.noReason') : formatReason(failure),
      payBy: extended.holdExpiresAt ?? order.createdAt,
    }),
  })
}

/** Whether the club charges an order by itself. */
async function isCollected(trx: Transaction, { id }: LockedOrder): Promise<boolean> {
  const row = await trx
    .selectFrom('collections')
    .where('orderId', '=', id)
    .where('stoppedBecause', 'is', null)
    .select('orderId')
    .executeTakeFirst()
  return row !== undefined
}

async function sendDebitBegins(trx: Transaction, order: LockedOrder, intent: CardIntent): Promise<void> {
  const { creditorId } = await trx
    .selectFrom('club')
    // the identifier may have changed since the mandate was accepted
    .leftJoin('consents', (join) =>
      join.on('consents.orderId', '=', order.id).on('consents.kind', '=', 'mandate'),
    )
    .select(sql<string | null>`coalesce(consents.creditor_id, sepa_creditor_id)`.as('creditorId'))
    .executeTakeFirstOrThrow()
  await queueMail(trx, debitBegins, {
    to: { userId: order.buyerId },
    cause: `${order.id} ${order.attempt} ${intent.card?.last4 ?? ''}`,
    facts: () => ({
      orderId: order.id,
      title: order.title ?? '',
      amountCents: order.amountCents ?? 0,
      currency: order.currency,
      account: intent.card ? formatStoredCard(intent.card) : '',
      mandateRef: intent.storedCard?.mandateRef ?? null,
      creditorId,
    }),
  })
}
