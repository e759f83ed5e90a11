// The demo club's card processor: the behaviour of Stripe's PaymentIntents and test cards, in tables of the club's
// database. A real club never uses it, and no card number is stored or logged.
import { createHmac, randomBytes } from 'node:crypto'
import { db, readNow, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { queue } from '#platform/jobs.ts'
import {
  CardProcessorRefused,
  localProcessorDefaults,
  type CardIntent,
  type CardProcessor,
  type CardSetup,
  type ConfirmStoredRequest,
  type CreateIntentRequest,
  type PaidCard,
  type ProcessorRefund,
  type RefundRequest,
} from './card-processor.ts'
import { sandboxAccount } from './sandbox-account.ts'
import {
  challengeFailed,
  derivedId,
  evaluateCard,
  equalInConstantTime,
  paidCardOf,
  evaluateStoredCard,
  refuseDecline,
  type CardOutcome,
  type SandboxCard,
} from './sandbox-cards.ts'
import { answerOf, readAccount, type DebitOutcome } from './sandbox-debits.ts'
import { toCardIntent, toProcessorRefund, type IntentRow } from './sandbox-mapping.ts'
import {
  confirmSetup,
  createSetup,
  insertAccount,
  insertMethod,
  retrieveSetup,
  type SetupConfirmation,
} from './sandbox-setups.ts'
import { signNotice, stripeNotices, verifySignedNotice, type SandboxNotice } from './webhook-notices.ts'

export type Sandbox = CardProcessor & {
  name: 'sandbox'
  /** Returns null for an unknown secret. */
  findBySecret: (clientSecret: string) => Promise<CardIntent | null>
  /** Attempts to pay with a card. Throws `CardDeclined`, as Stripe's browser library does. */
  confirmIntent: (request: { clientSecret: string; card: SandboxCard }) => Promise<CardIntent>
  /** Begins a debit for an intent, and stores the account. Throws `CardDeclined` for an invalid number. */
  confirmDebit: (request: { clientSecret: string; iban: string }) => Promise<CardIntent>
  /** Stores the card or account of a setup, or completes its challenge. Throws `CardDeclined`. */
  confirmSetup: (request: SetupConfirmation) => Promise<CardSetup>
  /** Completes the 3-D Secure challenge. Throws `CardDeclined` if it failed. */
  answerChallenge: (request: { clientSecret: string; pass: boolean }) => Promise<CardIntent>
  /** Returns the body and signature of a notice, as they would arrive at the webhook. */
  sign: (notice: SandboxNotice) => Promise<{ rawBody: string; signature: string }>
}

/** Whether this is the sandbox, which takes cards through the club's own pages. */
export function isSandbox(processor: CardProcessor): processor is Sandbox {
  return processor.name === 'sandbox'
}

/** Creates the sandbox. Its notices are signed with a secret derived from the club's. */
export function createSandbox({ authSecret }: { authSecret: string }): Sandbox {
  const secret = `whsec_${createHmac('sha256', authSecret).update('sandbox notices').digest('base64url')}`
  return {
    name: 'sandbox',
    ...localProcessorDefaults,
    account: sandboxAccount,
    notices: stripeNotices,
    createIntent: (request) => transaction((trx) => createIntent(trx, request)),
    retrieveIntent: async (id) => {
      const row = await db.selectFrom('sandboxIntents').selectAll().where('id', '=', id).executeTakeFirst()
      if (row?.status === 'processing') return transaction((trx) => answerDebit(trx, row.id))
      return row ? toCardIntent(db, row) : null
    },
    cancelIntent: (id) => transaction((trx) => cancelIntent(trx, id)),
    refund: (request) => transaction((trx) => refund(trx, request)),
    createCustomer: async ({ idempotencyKey }) => derivedId('cus', idempotencyKey),
    confirmStored: (request) => transaction((trx) => confirmStored(trx, request)),
    createSetup,
    retrieveSetup,
    confirmSetup,
    detachCard: async (methodId) => {
      await db.deleteFrom('sandboxMethods').where('id', '=', methodId).execute()
    },
    verifyNotice: (rawBody, signature) => verifySignedNotice(rawBody, signature, { secret, livemode: false }),
    findBySecret: async (clientSecret) => {
      const row = await findIntentBySecret(db, clientSecret)
      return row ? toCardIntent(db, row) : null
    },
    confirmIntent: ({ clientSecret, card }) =>
      // as at Stripe, a new card replaces one with an open challenge
      confirmPayment(
        clientSecret,
        ['requires_payment_method', 'requires_action'],
        (now) => evaluateCard(card, now),
        card,
      ),
    confirmDebit: ({ clientSecret, iban }) => {
      const account = readAccount(iban)
      return transaction(async (trx) => {
        const row = await lockPayable(trx, clientSecret, ['requires_payment_method', 'requires_action'])
        const methodId = row.customerId && (await insertAccount(trx, row.customerId, account))
        return beginDebit(trx, row, { ...account, methodId })
      })
    },
    answerChallenge: ({ clientSecret, pass }) =>
      confirmPayment(clientSecret, ['requires_action'], () =>
        pass ? { kind: 'succeeds' } : challengeFailed,
      ),
    sign: async (notice) => {
      const rawBody = JSON.stringify(toStripeEvent(notice))
      return { rawBody, signature: await signNotice(rawBody, secret) }
    },
  }
}

async function createIntent(trx: Transaction, request: CreateIntentRequest): Promise<CardIntent> {
  const id = derivedId('pi', request.idempotencyKey)
  await trx
    .insertInto('sandboxIntents')
    .values({
      id,
      clientSecret: `${id}_secret_${randomBytes(18).toString('base64url')}`,
      amountCents: request.amountCents,
      currency: request.currency,
      bookingId: request.bookingId,
      attempt: request.attempt,
      customerId: request.customerId ?? null,
      status: 'requires_payment_method',
      idempotencyKey: request.idempotencyKey,
    })
    // the id is derived from the key, so either of the two constraints may report the duplicate
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('sandboxIntents')
    .selectAll()
    .where('idempotencyKey', '=', request.idempotencyKey)
    .executeTakeFirstOrThrow()
  const same =
    row.amountCents === request.amountCents &&
    row.currency === request.currency &&
    row.bookingId === request.bookingId &&
    row.attempt === request.attempt &&
    row.customerId === (request.customerId ?? null)
  if (!same) throw idempotencyKeyReused()
  return toCardIntent(trx, row)
}

async function cancelIntent(trx: Transaction, id: string): Promise<CardIntent> {
  const row = await lockIntent(trx, id)
  if (row.status === 'canceled') return toCardIntent(trx, row)
  if (row.status === 'succeeded' || row.status === 'processing')
    throw new CardProcessorRefused(
      `You cannot cancel this PaymentIntent because it has a status of ${row.status}.`,
      'payment_intent_unexpected_state',
    )
  return updateIntent(trx, row, { status: 'canceled' }, 'payment_intent.canceled')
}

async function refund(trx: Transaction, request: RefundRequest): Promise<ProcessorRefund> {
  const row = await lockIntent(trx, request.intentId)
  const earlier = await trx
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('idempotencyKey', '=', request.idempotencyKey)
    .executeTakeFirst()
  if (earlier) {
    if (earlier.intentId !== row.id || earlier.amountCents !== request.amountCents)
      throw idempotencyKeyReused()
    return toProcessorRefund(earlier)
  }
  const { refunds } = await toCardIntent(trx, row)
  const left = row.amountCents - refunds.reduce((sum, entry) => sum + entry.amountCents, 0)
  if (row.status !== 'succeeded' || left === 0)
    throw new CardProcessorRefused('There is nothing to refund.', 'charge_already_refunded')
  if (request.amountCents > left)
    throw new CardProcessorRefused('The refund is above what is left.', 'amount_too_large')
  if (row.refusesRefunds)
    throw new CardProcessorRefused('The bank of this card does not take refunds back.', 'refund_refused')
  const made = await trx
    .insertInto('sandboxRefunds')
    .values({
      id: derivedId('re', request.idempotencyKey),
      intentId: row.id,
      amountCents: request.amountCents,
      refundId: request.refundId,
      idempotencyKey: request.idempotencyKey,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueNotice(trx, row.id, 'charge.refunded')
  return toProcessorRefund(made)
}

async function confirmPayment(
  clientSecret: string,
  expected: IntentRow['status'][],
  judge: (now: Date) => CardOutcome,
  card?: SandboxCard,
): Promise<CardIntent> {
  // a decline is stored, so it is thrown after the transaction
  const { intent, outcome } = await transaction(async (trx) => {
    const row = await lockPayable(trx, clientSecret, expected)
    const now = await readNow(trx)
    const judged = judge(now)
    const paid = card && { ...paidCardOf(card), methodId: await storeCard(trx, row, card, judged) }
    return { intent: await applyOutcome(trx, row, judged, paid), outcome: judged }
  })
  refuseDecline(outcome)
  return intent
}

/** Locks the intent of a secret, which must have an expected status. */
async function lockPayable(
  trx: Transaction,
  clientSecret: string,
  expected: IntentRow['status'][],
): Promise<IntentRow> {
  const found = await findIntentBySecret(trx, clientSecret)
  if (!found) throw new CardProcessorRefused('No such payment_intent.', 'resource_missing')
  const row = await lockIntent(trx, found.id)
  if (expected.includes(row.status)) return row
  throw new CardProcessorRefused(
    `This PaymentIntent has a status of ${row.status}.`,
    'payment_intent_unexpected_state',
  )
}

type Account = PaidCard & { debit: DebitOutcome; methodId: string | null }

/** Leaves an intent to the bank of an account. */
async function beginDebit(trx: Transaction, row: IntentRow, account: Account): Promise<CardIntent> {
  const { brand, last4, debit, methodId } = account
  return updateIntent(
    trx,
    row,
    {
      status: 'processing',
      debit,
      debitedAt: await readNow(trx),
      methodId,
      cardBrand: brand,
      cardLast4: last4,
      declineCode: null,
      declineMessage: null,
    },
    null,
  )
}

/** Applies the answer of the bank to a debit, if it has come. */
async function answerDebit(trx: Transaction, id: string): Promise<CardIntent> {
  const row = await lockIntent(trx, id)
  const answer = answerOf(row, await readNow(trx))
  return answer ? applyOutcome(trx, row, answer) : toCardIntent(trx, row)
}

/** Stores the card of an intent with a customer, unless it was declined. Returns its id, or null. */
async function storeCard(
  trx: Transaction,
  { customerId }: IntentRow,
  card: SandboxCard,
  outcome: CardOutcome,
): Promise<string | null> {
  return customerId === null || outcome.kind === 'fails' ? null : insertMethod(trx, customerId, card)
}

/** Charges a stored card. As at Stripe, a bank that asks leaves the intent payable by its holder. */
async function confirmStored(
  trx: Transaction,
  { intentId, methodId }: ConfirmStoredRequest,
): Promise<CardIntent> {
  const row = await lockIntent(trx, intentId)
  if (row.status !== 'requires_payment_method' && row.status !== 'requires_action')
    throw new CardProcessorRefused(
      `This PaymentIntent has a status of ${row.status}.`,
      'payment_intent_unexpected_state',
    )
  const method = await trx
    .selectFrom('sandboxMethods')
    .selectAll()
    .where('id', '=', methodId)
    .where('customerId', '=', row.customerId)
    .executeTakeFirst()
  if (!method) throw new CardProcessorRefused('No such PaymentMethod.', 'resource_missing')
  if (method.debit !== null) return beginDebit(trx, row, { ...method, debit: method.debit, methodId })
  return applyOutcome(trx, row, evaluateStoredCard(method, await readNow(trx)), { ...method, methodId })
}

function applyOutcome(
  trx: Transaction,
  row: IntentRow,
  outcome: CardOutcome,
  card?: PaidCard & { methodId: string | null },
): Promise<CardIntent> {
  const named = card && {
    cardBrand: card.brand,
    cardLast4: card.last4,
    methodId: card.methodId,
    debit: null,
    debitedAt: null,
  }
  switch (outcome.kind) {
    case 'succeeds': {
      const charge = { chargeId: derivedId('ch', row.id), declineCode: null, declineMessage: null }
      const refusesRefunds = outcome.refusesRefunds ?? false
      return updateIntent(
        trx,
        row,
        { status: 'succeeded', refusesRefunds, ...charge, ...named },
        'payment_intent.succeeded',
      )
    }
    case 'asks-for-3d-secure':
      return updateIntent(
        trx,
        row,
        { status: 'requires_action', declineCode: null, declineMessage: null, ...named },
        null,
      )
    case 'fails': {
      const failure = { declineCode: outcome.declineCode ?? outcome.code, declineMessage: outcome.message }
      return updateIntent(
        trx,
        row,
        { status: 'requires_payment_method', ...failure },
        'payment_intent.payment_failed',
      )
    }
  }
}

async function updateIntent(
  trx: Transaction,
  row: IntentRow,
  change: Partial<
    Pick<
      IntentRow,
      | 'status'
      | 'chargeId'
      | 'cardBrand'
      | 'cardLast4'
      | 'methodId'
      | 'debit'
      | 'debitedAt'
      | 'declineCode'
      | 'declineMessage'
      | 'refusesRefunds'
    >
  >,
  notice: SandboxNotice['type'] | null,
): Promise<CardIntent> {
  const moved = await trx
    .updateTable('sandboxIntents')
    .set(change)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (notice) await queueNotice(trx, row.id, notice)
  return toCardIntent(trx, moved)
}

/** Notices to be delivered. */
export const sandboxNotices = queue<SandboxNotice>('sandbox-notice', {
  retries: 10,
  firstPauseSeconds: 1,
  longestPauseSeconds: 300,
})

async function queueNotice(trx: Transaction, intentId: string, type: SandboxNotice['type']): Promise<void> {
  const id = `evt_sandbox_${randomBytes(12).toString('hex')}`
  const notice: SandboxNotice = { id, type, intentId, created: Math.floor(Date.now() / 1000) }
  await sandboxNotices.enqueue(trx, notice, { key: id })
}

/** The fields of Stripe's event that the club reads. */
function toStripeEvent({ id, type, intentId, created }: SandboxNotice) {
  const object =
    type === 'charge.refunded'
      ? { object: 'charge', id: derivedId('ch', intentId), payment_intent: intentId }
      : { object: 'payment_intent', id: intentId }
  return { id, object: 'event', type, created, livemode: false, data: { object } }
}

async function lockIntent(trx: Transaction, id: string): Promise<IntentRow> {
  const row = await trx
    .selectFrom('sandboxIntents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new CardProcessorRefused('No such payment_intent.', 'resource_missing')
  return row
}

async function findIntentBySecret(from: Queryable, clientSecret: string): Promise<IntentRow | null> {
  const id = /^(pi_sandbox_[0-9a-f]{24})_secret_/.exec(clientSecret)?.[1]
  if (id === undefined) return null
  const row = await from.selectFrom('sandboxIntents').selectAll().where('id', '=', id).executeTakeFirst()
  return row && equalInConstantTime(row.clientSecret, clientSecret) ? row : null
}

const idempotencyKeyReused = () =>
  new CardProcessorRefused(
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    'idempotency_error',
  )
