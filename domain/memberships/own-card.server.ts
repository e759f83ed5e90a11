import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { CollectionStop } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { storedCardWords } from '#domain/offers/offers.rules.ts'
import { lockOrder } from '#domain/order-kinds/locked-order.server.ts'
import { storedSetupInput, type StoredSetupInput } from '#domain/payments/card-setups.input.ts'
import { beginSetup, readSetupCard, type CardSetup } from '#domain/payments/card-setups.server.ts'
import {
  findCreditor,
  hasAcceptedMandate,
  mandateWords,
  requireCreditor,
  type MandateOffer,
} from '#domain/payments/mandates.server.ts'
import { confirmSandboxDebit } from '#domain/payments/sandbox.server.ts'
import { removeCard, storeCard, storeCardConsent } from '#domain/payments/stored-cards.server.ts'
import { formatStoredCard } from '#format/payment-methods.ts'
import { formatReasonIfAny, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { isIban } from '#platform/cards/sandbox-debits.ts'
import { renewalCents, renewalPrice } from './memberships.rules.ts'
import { requireRunning, type Membership } from './memberships.server.ts'
import { startCollection } from './renewals.server.ts'

/** The card that pays a membership, and the charge of its next period. */
export type OwnCard = {
  cardId: string | null
  cardBrand: string | null
  cardLast4: string | null
  /** The last day on which it can be charged, such as `2034-12-31`; null for a bank account. */
  expiresOn: string | null
  /** Reference of the mandate of a bank account. */
  mandateRef: string | null
  creditorId: string | null
  /** When the bank was asked for a debit that is on its way; null otherwise. */
  processingSince: Date | null
  /** It cannot pay the next period. */
  isExpiring: boolean
  /** The next charge; null when none is planned. */
  nextTryAt: Date | null
  stoppedBecause: CollectionStop | null
  /** The bank's words about the last charge of the next period. */
  lastFailure: string | null
}

/** Returns the card of the actor's running membership, or null without a membership. */
export async function getOwnCard(actor: Actor): Promise<OwnCard | null> {
  const card = await findOwnCard(db, requirePerson(actor).id)
  return card && { ...card, lastFailure: formatReasonIfAny(card.lastFailure) }
}

async function findOwnCard(
  from: Queryable,
  memberId: string,
): Promise<(OwnCard & { nextId: string | null }) | null> {
  const { rows } = await sql<OwnCard & { nextId: string | null }>`
    select card_id, brand as card_brand, last4 as card_last4, expires_on, mandate_ref, creditor_id, next.id as next_id, processing_since,
      coalesce(expires_on < (paid.until_at at time zone club_zone())::date, false) as is_expiring,
      next_try_at, stopped_because, last_failure
    from memberships left join stored_cards on stored_cards.id = card_id
      join lateral (select until_at from orders where membership_id = memberships.id and orders.state in ('paid', 'ended')
        order by period desc limit 1) paid on true
      left join orders next on next.membership_id = memberships.id and next.period > 1 and next.state in ('held', 'paying')
      left join collections on order_id = next.id
      left join payment_attempts on booking_id = next.id and payment_attempts.attempt = next.attempt and payment_attempts.state = 'open'
    where memberships.member_id = ${memberId} and memberships.state = 'running'`.execute(from)
  return rows[0] ?? null
}

async function requireOwnCard(from: Queryable, memberId: string) {
  const own = await findOwnCard(from, memberId)
  if (!own) throw notFound(t('refusal.aMembershipOfYours'))
  return own
}

/** Locks the order of the next period before the membership, as the lock order asks. */
async function lockNextOrder(trx: Transaction, memberId: string) {
  const own = await requireOwnCard(trx, memberId)
  if (own.nextId) await lockOrder(trx, own.nextId)
  return own
}

/**
 * Removes the card of the actor's membership, here and at the processor. Its next periods are bills from then on.
 * Removing it again changes nothing. Throws `not-found` without a running membership, and `conflict` while it is
 * charged.
 */
export async function removeOwnCard(actor: Actor): Promise<void> {
  const person = requirePerson(actor)
  await transaction(async (trx) => {
    await lockNextOrder(trx, person.id)
    const card = await findOwnCard(trx, person.id)
    if (!card?.cardId) return
    await requireUncharged(trx, card.cardId)
    await removeCard(trx, card.cardId)
    // a debit on its way goes on
    if (card.nextId && card.processingSince === null)
      await trx
        .updateTable('collections')
        .set({ nextTryAt: null, stoppedBecause: 'no card' })
        .where('orderId', '=', card.nextId)
        .where('stoppedBecause', 'is', null)
        .execute()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'payment',
      summary: message(
        card.mandateRef === null ? 'activity.youRemovedYourCard' : 'activity.youRevokedYourMandate',
      ),
      detail: message('activity.nextPeriodsAreBills'),
    })
  })
}

/**
 * Begins to store another card, or a bank account under the accepted mandate, for the actor's membership, without a
 * payment. Throws `not-found` without a running membership, `conflict` for an account without a mandate, `limited`, and
 * `unavailable` when the processor does not respond or there is none.
 */
export async function beginCardChange(
  actor: Actor,
  { takesDebit = false }: { takesDebit?: boolean } = {},
): Promise<CardSetup> {
  const person = requirePerson(actor)
  await requireOwnCard(db, person.id)
  if (takesDebit && !(await findOwnMandate(actor))?.isAccepted) throw conflict(t('mandate.acceptFirst'))
  return beginSetup(person.id, { takesDebit })
}

/** Returns the mandate with which a bank account can pay the actor's running membership, or null where none can. */
export async function findOwnMandate(actor: Actor): Promise<MandateOffer | null> {
  const person = requirePerson(actor)
  const [creditor, membership] = await Promise.all([findCreditor(db), requireRunning(db, person.id)])
  if (creditor === null) return null
  const { title, currency, orderId } = { ...membership, orderId: await findNewestPeriod(db, membership.id) }
  const words = mandateWords(creditor, { title, currency, priceCents: renewalCents(membership) })
  return { creditor, words, isAccepted: await hasAcceptedMandate(db, orderId) }
}

/**
 * Stores that the actor accepts the mandate for their running membership, in its words. Accepting it again changes
 * nothing. Throws `not-found` without a running membership, and `conflict` where the club takes no direct debits.
 */
export async function acceptOwnMandate(actor: Actor): Promise<void> {
  const person = requirePerson(actor)
  const creditor = await requireCreditor(db)
  await transaction(async (trx) => {
    const membership = await requireRunning(trx, person.id)
    const { title, currency } = membership
    await storeCardConsent(trx, {
      kind: 'mandate',
      memberId: person.id,
      orderId: await findNewestPeriod(trx, membership.id),
      words: mandateWords(creditor, { title, currency, priceCents: renewalCents(membership) }),
      creditorId: creditor.creditorId,
    })
  })
}

/**
 * Puts an account of the demo club's processor in the place of the membership's card. Throws `invalid` for a number
 * that is no IBAN, and as `beginCardChange` and `replaceOwnCard`.
 */
export async function replaceBySandboxAccount(
  actor: Actor,
  iban: string,
): Promise<{ chargedAt: Date | null }> {
  if (!isIban(iban)) throw invalidAt('iban', t('mandate.invalidIban'))
  const { setupId, clientSecret } = await beginCardChange(actor, { takesDebit: true })
  await confirmSandboxDebit(actor, { clientSecret, iban })
  return replaceOwnCard(actor, { setupId })
}

async function findNewestPeriod(from: Queryable, membershipId: string): Promise<string> {
  const { id } = await from
    .selectFrom('orders')
    .where('membershipId', '=', membershipId)
    .where('state', 'not in', ['expired', 'cancelled'])
    .orderBy('period', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Puts a card that the processor has stored in the place of the membership's card. An unpaid period is charged from it:
 * when it begins, or within a minute. Returns that moment, or null without one. Doing it again changes nothing. Throws
 * `not-found` for a setup of another person and without a running membership, and `conflict` for a card that is not
 * stored and while the earlier one is charged.
 */
export async function replaceOwnCard(
  actor: Actor,
  input: StoredSetupInput,
): Promise<{ chargedAt: Date | null }> {
  const person = requirePerson(actor)
  const card = await readSetupCard(person.id, parseInput(storedSetupInput, input).setupId)
  return transaction(async (trx) => {
    const before = await lockNextOrder(trx, person.id)
    const membership = await requireRunning(trx, person.id)
    const { cardId, nextId } = (await findOwnCard(trx, person.id)) ?? before
    if (cardId) await requireUncharged(trx, cardId)
    if (card.mandateRef === null) await storeConsent(trx, person.id, membership)
    else await requireCreditor(trx)
    const isNew = await storeCard(trx, { membershipId: membership.id, memberId: person.id, card })
    if (isNew && nextId) await startCollection(trx, nextId)
    if (isNew)
      await recordActivity(trx, {
        userId: person.id,
        kind: 'payment',
        summary: message(card.mandateRef === null ? 'activity.anotherCard' : 'activity.youGaveAMandate'),
        detail: formatStoredCard(card),
      })
    return { chargedAt: (await findOwnCard(trx, person.id))?.nextTryAt ?? null }
  })
}

/** Stores the words to which the member agreed with the card, once a period. */
async function storeConsent(trx: Transaction, memberId: string, membership: Membership): Promise<void> {
  const { id: orderId } = await trx
    .selectFrom('orders')
    .where('membershipId', '=', membership.id)
    .where('state', 'not in', ['expired', 'cancelled'])
    .orderBy('period', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const { price, reduced } = renewalPrice(membership)
  const words = storedCardWords(price, reduced)
  await storeCardConsent(trx, { memberId, orderId, words })
}

async function requireUncharged(from: Queryable, cardId: string): Promise<void> {
  const asked = await from
    .selectFrom('collectionTries')
    .where('cardId', '=', cardId)
    .where('outcome', 'is', null)
    .select('try')
    .executeTakeFirst()
  if (asked) throw conflict(t('refusal.yourCardIsBeing'))
}
