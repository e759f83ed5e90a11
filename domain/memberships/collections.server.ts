import { sql } from 'kysely'
import { DomainError, conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import type { TryOutcome } from '#db/tables.ts'
import { cancelPayment } from '#domain/checkout/cancel-payment.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder } from '#domain/order-kinds/locked-order.server.ts'
import { isUnpaid } from '#domain/orders/orders.rules.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import {
  attemptColumns,
  ensureIntent,
  findOpenAttempt,
  openAttempt,
  releaseAttempt,
  type Attempt,
} from '#domain/payments/attempts.server.ts'
import { applyIntent } from '#domain/payments/settle.server.ts'
import { findNewestCard } from '#domain/payments/stored-cards.server.ts'
import { formatStoredCard, paymentMethodNames } from '#format/payment-methods.ts'
import { formatReason, inEnglish, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  debitBrand,
  type CardIntent,
} from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { logError } from '#platform/observability/log.ts'
import { debitRetryDays, outcomeOfDecline, retryDays } from './collections.rules.ts'
import { membershipNotCharged } from './letters/membership-not-charged.ts'

/** Age in seconds from which an unanswered try is asked again. */
const unansweredSeconds = 30

/** A try that the processor has not answered yet, and the card or account that it charges. */
type Try = { orderId: string; try: number; attempt: Attempt; methodRef: string }
/** A try whose account may be removed by now. */
type AskedTry = Omit<Try, 'methodRef'> & { methodRef: string | null }

/**
 * Job: charges stored cards for periods and hours that are due. One intent a period is created first and confirmed
 * after, so that a period is charged once, whatever crashes; an unanswered try is asked again under its own idempotency
 * key. Returns the number of tries that the processor answered.
 */
export async function collectPeriods(): Promise<number> {
  let answered = 0
  for (const asked of await listDebitsAnswered()) if (await runStep(() => followDebit(asked))) answered += 1
  for (const unanswered of await listUnanswered()) if (await runStep(() => charge(unanswered))) answered += 1
  for (const orderId of await listDue()) if (await runStep(() => collect(orderId))) answered += 1
  return answered
}

/** Runs one step; its failure must not block the others. */
async function runStep(step: () => Promise<boolean>): Promise<boolean> {
  try {
    return await step()
  } catch (error) {
    if (isUnavailable(error)) throw error
    // the next round asks again
    const isExpected = error instanceof CardProcessorUnavailable || error instanceof DomainError
    if (!isExpected) logError(error, { part: 'collections' })
    return false
  }
}

async function listDue(): Promise<string[]> {
  const rows = await db
    .selectFrom('collections')
    .where('nextTryAt', '<=', clubNow)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('collectionTries')
            .whereRef('collectionTries.orderId', '=', 'collections.orderId')
            .where(isUnanswered)
            .select('try'),
        ),
      ),
    )
    .orderBy('nextTryAt')
    .limit(200)
    .select('orderId')
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** The processor has not answered, or the bank of a debit has not. */
const isUnanswered = sql<boolean>`(outcome is null or outcome = 'processing')`

/** Returns the tries whose debit was paid or refused since. */
async function listDebitsAnswered(): Promise<AskedTry[]> {
  const rows = await db
    .selectFrom('collectionTries')
    .innerJoin('paymentAttempts', (join) =>
      join
        .onRef('paymentAttempts.bookingId', '=', 'collectionTries.orderId')
        .onRef('paymentAttempts.attempt', '=', 'collectionTries.attempt'),
    )
    .leftJoin('storedCards', 'storedCards.id', 'collectionTries.cardId')
    .where('outcome', '=', 'processing')
    .where('paymentAttempts.processor', '=', cards.name as 'stripe')
    .where((eb) => eb.or([eb('processingSince', 'is', null), eb('paymentAttempts.state', '<>', 'open')]))
    .orderBy('askedAt')
    .limit(200)
    .select(['orderId', 'try', 'collectionTries.attempt', 'methodRef'])
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, attempt: await readAttempt(row.orderId, row.attempt) })),
  )
}

/** Follows the answer that the bank of a debit gave after days. */
async function followDebit(asked: AskedTry): Promise<boolean> {
  const { intentId } = asked.attempt
  const intent = intentId === null ? null : await cards.retrieveIntent(intentId)
  if (intent?.status === 'processing') return false
  await transaction((trx) => settleTry(trx, asked, intent, 'given'))
  return true
}

async function listUnanswered(): Promise<Try[]> {
  const rows = await db
    .selectFrom('collectionTries')
    .innerJoin('storedCards', 'storedCards.id', 'collectionTries.cardId')
    .where('outcome', 'is', null)
    .where('processor', '=', cards.name as 'stripe')
    .where('askedAt', '<=', sql<Date>`club_now() - make_interval(secs => ${unansweredSeconds})`)
    .orderBy('askedAt')
    .limit(200)
    .select(['orderId', 'try', 'attempt', 'methodRef'])
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, attempt: await readAttempt(row.orderId, row.attempt) })),
  )
}

const readAttempt = (bookingId: string, attempt: number): Promise<Attempt> =>
  db
    .selectFrom('paymentAttempts')
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', attempt)
    .select(attemptColumns)
    .executeTakeFirstOrThrow()

async function collect(orderId: string): Promise<boolean> {
  const begun = await beginTry(orderId)
  return begun !== null && charge(begun)
}

/** Stores a try before the processor is asked. Returns null when there is nothing to charge now. */
async function beginTry(orderId: string): Promise<Try | null> {
  const open = await findOpenAttempt(db, orderId)
  const card = await findCard(db, orderId)
  const isOther = open !== null && card !== null && !canPay(card, open)
  const cancelled = isOther ? await cancelPayment(orderId, () => conflict(t('refusal.paidJustNow'))) : null
  return transaction(async (trx) => {
    if (cancelled) await releaseAttempt(trx, await lockOrder(trx, orderId), cancelled)
    return insertTry(trx, orderId)
  })
}

/** An intent is paid by a card of its own customer, and by an account only if it takes debits. */
const canPay = (card: { customerRef: string; brand: string }, attempt: Attempt): boolean =>
  attempt.customerRef === card.customerRef && (card.brand !== debitBrand || attempt.takesDebit)

/** Returns the card of the order's membership; of an hour, the one that its buyer stored last. */
async function findCard(from: Queryable, orderId: string) {
  const { buyerId, membershipId } = await from
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['buyerId', 'membershipId'])
    .executeTakeFirstOrThrow()
  if (membershipId === null) return findNewestCard(from, buyerId)
  const card = await from
    .selectFrom('memberships')
    .innerJoin('storedCards', 'storedCards.id', 'memberships.cardId')
    .where('memberships.id', '=', membershipId)
    .select(['storedCards.id', 'processor', 'customerRef', 'methodRef', 'brand'])
    .executeTakeFirst()
  return card ?? null
}

async function insertTry(trx: Transaction, orderId: string): Promise<Try | null> {
  const order = await lockOrder(trx, orderId)
  const collection = await trx
    .selectFrom('collections')
    .where('orderId', '=', orderId)
    .where('nextTryAt', '<=', clubNow)
    .select('tries')
    .forUpdate()
    .executeTakeFirst()
  if (!collection || !isUnpaid(order.state) || order.holdIsOver) return null
  const card = await findCard(trx, orderId)
  if (card === null || card.processor !== cards.name) return null
  const attempt = await openAttempt(trx, order, card.customerRef)
  // the payment page was opened meanwhile; the next round cancels its intent
  if (attempt.customerRef !== card.customerRef) return null
  const number = collection.tries + 1
  await trx
    .insertInto('collectionTries')
    .values({ orderId, try: number, attempt: attempt.attempt, cardId: card.id })
    .execute()
  await trx
    .updateTable('collections')
    .set({ tries: number, nextTryAt: nextTryOf(order, number) })
    .where('orderId', '=', orderId)
    .execute()
  return { orderId, try: number, attempt, methodRef: card.methodRef }
}

/** Days on which an order is charged again. An hour is ordered anew for each try. */
const retryDaysOf = ({ kind }: Pick<Order, 'kind'>): readonly number[] => (kind === 'hour' ? [] : retryDays)

/** The day of the next try, at least a day from now; the last moment to pay when there is none. */
function nextTryOf(order: Order, tries: number) {
  const { beginsAt, holdExpiresAt } = order
  const days = retryDaysOf(order)[tries - 1]
  return days === undefined
    ? holdExpiresAt
    : sql<Date>`greatest(${beginsAt}::timestamptz + make_interval(days => ${days}), club_now() + interval '1 day')`
}

/** Charges the card of a stored try, outside any transaction, and applies the answer. */
async function charge(asked: Try): Promise<boolean> {
  const intentId = asked.attempt.intentId ?? (await ensureIntent(asked.attempt))?.intentId ?? null
  const { intent, answer } = await confirmStored(asked, intentId)
  await transaction((trx) => settleTry(trx, asked, intent, answer))
  return true
}

/** What became of a try: the bank answered, the processor refused it, or failed without asking the bank. */
type Answer = 'given' | 'refused' | 'failed'

async function confirmStored(
  asked: Try,
  intentId: string | null,
): Promise<{ intent: CardIntent | null; answer: Answer }> {
  if (intentId === null) return { intent: null, answer: 'refused' }
  try {
    const idempotencyKey = `collect:${asked.orderId}:${asked.try}`
    const intent = await cards.confirmStored({ intentId, methodId: asked.methodRef, idempotencyKey })
    return { intent, answer: 'given' }
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    // paid or cancelled meanwhile, or the card is gone at the processor, or its failure is stored under the key
    const answer = error.code === 'stored_failure' ? 'failed' : 'refused'
    return { intent: await cards.retrieveIntent(intentId), answer }
  }
}

async function settleTry(
  trx: Transaction,
  asked: AskedTry,
  intent: CardIntent | null,
  answer: Answer,
): Promise<void> {
  if (intent) await applyIntent(trx, intent)
  const outcome = outcomeOf(intent, answer)
  const { numUpdatedRows } = await trx
    .updateTable('collectionTries')
    .set({ outcome, answeredAt: clubNow })
    .where('orderId', '=', asked.orderId)
    .where('try', '=', asked.try)
    .where(isUnanswered)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n && isDecline(outcome))
    await followDecline(trx, asked, outcome, intent?.lastFailure?.message)
}

type Decline = 'declined' | 'bank asks' | 'never again'
const isDecline = (outcome: TryOutcome): outcome is Decline =>
  outcome === 'declined' || outcome === 'bank asks' || outcome === 'never again'

function outcomeOf(intent: CardIntent | null, answer: Answer): TryOutcome {
  switch (intent?.status) {
    case undefined:
    case 'canceled':
      return 'void'
    case 'succeeded':
      return 'paid'
    case 'processing':
      return 'processing'
    case 'requires_action':
      return 'bank asks'
    case 'requires_payment_method':
      // a failure that the intent knows is of an earlier try
      if (answer === 'failed') return 'void'
      return answer === 'refused' ? 'never again' : outcomeOfDecline(intent.lastFailure)
  }
}

/** Stops the collection or leaves its next try, and queues the letter about it. */
async function followDecline(
  trx: Transaction,
  asked: AskedTry,
  outcome: Decline,
  bankWords: string | undefined,
): Promise<void> {
  const reason = (bankWords || inEnglish(message('reason.cardNotCharged'))).slice(0, 500)
  const order = await lockOrder(trx, asked.orderId)
  const card = await readCharged(trx, asked)
  const isDebit = card === null || card.brand === debitBrand
  const hasMore =
    outcome === 'declined' &&
    (isDebit ? card !== null && asked.try === 1 : retryDaysOf(order)[asked.try - 1] !== undefined)
  const nextDebit = sql<Date>`club_now() + make_interval(days => ${debitRetryDays})`
  const collection = await trx
    .updateTable('collections')
    .set({
      lastFailure: reason,
      ...(hasMore
        ? isDebit && { nextTryAt: nextDebit }
        : { nextTryAt: null, stoppedBecause: outcome === 'declined' ? ('given up' as const) : outcome }),
    })
    .where('orderId', '=', asked.orderId)
    .where('stoppedBecause', 'is', null)
    .returning('nextTryAt')
    .executeTakeFirst()
  // the renewal of an hour has a letter of its own
  if (!collection || order.kind === 'hour') return
  await queueMail(trx, membershipNotCharged, {
    to: { userId: order.buyerId },
    cause: `${order.id} ${asked.try}`,
    facts: () => ({
      orderId: order.id,
      title: order.title ?? '',
      amountCents: order.amountCents ?? 0,
      currency: order.currency,
      card: card ? formatStoredCard(card) : paymentMethodNames.card,
      isDebit,
      reason: formatReason(reason),
      outcome,
      nextTryAt: collection.nextTryAt,
      payBy: order.holdExpiresAt ?? order.createdAt,
    }),
  })
}

/** Returns the card or account of a try; null for one that was removed since. */
async function readCharged(trx: Transaction, { methodRef }: AskedTry) {
  const card = await trx
    .selectFrom('storedCards')
    .where('methodRef', '=', methodRef)
    .select(['brand', 'last4'])
    .executeTakeFirst()
  return card ?? null
}
