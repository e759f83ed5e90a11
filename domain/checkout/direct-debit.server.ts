import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { lockOrder } from '#domain/order-kinds/locked-order.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { findOpenAttempt, releaseAttempt, withProcessorErrors } from '#domain/payments/attempts.server.ts'
import {
  findCreditor,
  hasAcceptedMandate,
  mandateWords,
  requireCreditor,
  type MandateOffer,
} from '#domain/payments/mandates.server.ts'
import { confirmSandboxDebit } from '#domain/payments/sandbox.server.ts'
import { settleIntent, type Settlement } from '#domain/payments/settle.server.ts'
import { storeCardConsent } from '#domain/payments/stored-cards.server.ts'
import { t } from '#messages/t.ts'
import { isIban } from '#platform/cards/sandbox-debits.ts'
import { cancelPayment } from './cancel-payment.server.ts'
import { requestIntent } from './intents.server.ts'

/**
 * Returns the mandate for an unpaid period of the actor's membership, or null where the club takes no direct debits and
 * for any other order.
 */
export async function findMandateOffer(actor: Actor, orderId: string): Promise<MandateOffer | null> {
  const person = requirePerson(actor)
  const [creditor, order] = await Promise.all([findCreditor(db), findPeriod(person.id, orderId)])
  if (creditor === null || order === null) return null
  return {
    creditor,
    words: mandateWords(creditor, order),
    isAccepted: await hasAcceptedMandate(db, order.id),
  }
}

async function findPeriod(buyerId: string, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', requireId(orderId, t('refusal.thisOrder')))
    .where('buyerId', '=', buyerId)
    .where('membershipId', 'is not', null)
    .where('state', 'in', unpaidStates)
    .select(['id', 'title', 'priceCents', 'currency'])
    .executeTakeFirst()
  return order ? { ...order, title: order.title ?? '', priceCents: order.priceCents ?? 0 } : null
}

/**
 * Stores that the actor accepts the mandate for a period of their membership, in its words. An open card payment is
 * cancelled, because its intent takes no debits. Accepting it again changes nothing. Throws `not-found` for any other
 * order, `conflict` where the club takes no direct debits and while the order is being paid, and `unavailable`.
 */
export async function acceptMandate(actor: Actor, orderId: string): Promise<void> {
  const person = requirePerson(actor)
  const order = await findPeriod(person.id, orderId)
  if (order === null) throw notFound(t('refusal.thisOrder'))
  const creditor = await requireCreditor(db)
  const words = mandateWords(creditor, order)
  if (await hasAcceptedMandate(db, order.id)) return
  const cancelled = await cancelPayment(order.id, () => conflict(t('refusal.paidJustNow')))
  await transaction(async (trx) => {
    const locked = await lockOrder(trx, order.id)
    if (cancelled) await releaseAttempt(trx, locked, cancelled)
    const { creditorId } = creditor
    await storeCardConsent(trx, {
      kind: 'mandate',
      memberId: person.id,
      orderId: order.id,
      words,
      creditorId,
    })
  })
}

/**
 * Pays a period from an account of the demo club's processor, under the mandate that was accepted. Returns the outcome,
 * `processing` for days. Throws `invalid` for a number that is no IBAN, `conflict` without a mandate, and as
 * `requestIntent`.
 */
export async function debitSandboxAccount(
  actor: Actor,
  orderId: string,
  iban: string,
): Promise<Settlement['outcome']> {
  const person = requirePerson(actor)
  const order = await findPeriod(person.id, orderId)
  if (order === null) throw notFound(t('refusal.thisOrder'))
  if (!isIban(iban)) throw invalidAt('iban', t('mandate.invalidIban'))
  await requireCreditor(db)
  if (!(await hasAcceptedMandate(db, order.id))) throw conflict(t('mandate.acceptFirst'))
  const { clientSecret } = await requestIntent(actor, { bookingId: order.id })
  await confirmSandboxDebit(actor, { clientSecret, iban })
  return reportDebit(actor, order.id)
}

/**
 * Fetches and applies the state of the open payment of the actor's order, after the browser has begun a debit. Returns
 * its outcome. Throws `not-found` for other people's orders and without an open payment, and `unavailable`.
 */
export async function reportDebit(actor: Actor, orderId: string): Promise<Settlement['outcome']> {
  const person = requirePerson(actor)
  const order = await findPeriod(person.id, orderId)
  const attempt = order && (await findOpenAttempt(db, order.id))
  if (!attempt?.intentId) throw notFound(t('refusal.thisPayment'))
  const { intentId } = attempt
  return (await withProcessorErrors(() => settleIntent(intentId))).outcome
}
