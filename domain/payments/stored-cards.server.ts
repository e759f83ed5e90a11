import { sql } from 'kysely'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import type { CardProcessorName, Day } from '#db/tables.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import { currentLanguage } from '#messages/t.ts'
import { debitBrand, type CardIntent, type StoredCard } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { queue } from '#platform/jobs.ts'

/** Cards to be removed at the processor. */
export const cardDetachments = queue<{ processor: CardProcessorName; methodRef: string }>('detach-card', {
  retries: 20,
  firstPauseSeconds: 5,
  longestPauseSeconds: 3_600,
})

/** Job: removes a card at the processor that stores it. */
export async function detachCard({
  processor,
  methodRef,
}: {
  processor: CardProcessorName
  methodRef: string
}) {
  if (processor === cards.name) await cards.detachCard(methodRef)
}

/**
 * Returns the customer for whom the card that pays this order is stored: its buyer, if they agreed to it, or the
 * membership has a stored card, which the new one then replaces. Returns null otherwise. Throws the processor's errors.
 */
export async function findStoringCustomer(orderId: string, buyerId: string): Promise<string | null> {
  const { rows } = await sql<{ customerRef: string | null }>`
    select stored_cards.customer_ref
    from orders join memberships on memberships.id = membership_id
      left join stored_cards on stored_cards.id = card_id and processor = ${cards.name}
    where orders.id = ${orderId} and buyer_id = ${buyerId}
      and (stored_cards.id is not null
        or exists (select from consents where order_id = orders.id and consents.kind in ('stored card', 'mandate')))`.execute(
    db,
  )
  const [storing] = rows
  return storing ? (storing.customerRef ?? ensureCustomer(buyerId)) : null
}

/** Returns the person's customer at the processor, which it creates if there is none. Throws the processor's errors. */
export async function ensureCustomer(memberId: string): Promise<string> {
  const { name } = cards
  if (name === 'none') return cards.createCustomer({ memberId, idempotencyKey: memberId })
  const known = await findCustomer(memberId)
  if (known !== null) return known
  const customerRef = await cards.createCustomer({ memberId, idempotencyKey: `customer:${memberId}` })
  await db
    .insertInto('processorCustomers')
    .values({ memberId, processor: name, customerRef })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findCustomer(memberId)) ?? customerRef
}

/** Returns the person's customer at the current processor, or null. */
export async function findCustomer(memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('processorCustomers')
    .where('memberId', '=', memberId)
    .where('processor', '=', cards.name as CardProcessorName)
    .select('customerRef')
    .executeTakeFirst()
  return row?.customerRef ?? null
}

/**
 * Stores the card that paid a period, if its buyer agreed to it, in the place of the membership's earlier card.
 * Applying the same intent again changes nothing.
 */
export async function adoptCard(trx: Transaction, order: Order, { storedCard }: CardIntent): Promise<void> {
  if (storedCard === null || order.membershipId === null) return
  await storeCard(trx, { membershipId: order.membershipId, memberId: order.buyerId, card: storedCard })
}

/**
 * Stores the words to which a person agreed with a card or a mandate, once an order. Returns the id of the consent,
 * which is the earlier one if there is one.
 */
export async function storeCardConsent(
  trx: Transaction,
  consent: { memberId: string; orderId: string; words: string; kind?: 'mandate'; creditorId?: string },
): Promise<string> {
  const kind = consent.kind ?? 'stored card'
  await trx
    .insertInto('consents')
    .values({ ...consent, kind, language: currentLanguage() })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('consents')
    .where('orderId', '=', consent.orderId)
    .where('kind', '=', kind)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

const findConsent = (trx: Transaction, { membershipId, memberId, card }: NewCard) =>
  trx
    .selectFrom('consents')
    .innerJoin('orders', 'orders.id', 'consents.orderId')
    .where('orders.membershipId', '=', membershipId)
    .where('consents.memberId', '=', memberId)
    .where('consents.kind', '=', card.mandateRef === null ? 'stored card' : 'mandate')
    .orderBy('agreedAt', 'desc')
    .select(['consents.id', 'consents.creditorId'])
    .executeTakeFirst()

type NewCard = { membershipId: string; memberId: string; card: StoredCard }

/**
 * Stores a card with which the membership is paid from now on, if its member agreed to it. Storing it again changes
 * nothing. Returns whether it is new.
 */
export async function storeCard(trx: Transaction, stored: NewCard): Promise<boolean> {
  const { membershipId, memberId, card } = stored
  const consent = await findConsent(trx, stored)
  if (!consent) return false
  const { id: consentId, creditorId } = consent
  const cardId = await insertCard(trx, { memberId, card, consentId, creditorId })
  if (cardId === null) return false
  const { cardId: earlier } = await trx
    .selectFrom('memberships')
    .where('id', '=', membershipId)
    .select('cardId')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx.updateTable('memberships').set({ cardId }).where('id', '=', membershipId).execute()
  if (earlier) await removeCard(trx, earlier)
  return true
}

/** Inserts a stored card. Returns its id, or null for one that is stored already and for an account once direct debits ended. */
export async function insertCard(
  trx: Transaction,
  stored: { memberId: string; consentId: string; card: StoredCard; creditorId?: string | null },
): Promise<string | null> {
  const { name: processor } = cards
  if (processor === 'none') return null
  const { memberId, consentId, card } = stored
  const { customerId: customerRef, methodId: methodRef, brand, last4, expiresOn, mandateRef } = card
  const { sepaCreditorId } = await trx.selectFrom('club').select('sepaCreditorId').executeTakeFirstOrThrow()
  if (mandateRef !== null && sepaCreditorId === null) return null
  // the identifier may have changed since the mandate was accepted
  const creditorId = mandateRef === null ? null : (stored.creditorId ?? sepaCreditorId)
  const inserted = await trx
    .insertInto('storedCards')
    .values({
      memberId,
      processor,
      customerRef,
      methodRef,
      brand,
      last4,
      expiresOn,
      mandateRef,
      creditorId,
      consentId,
    })
    .onConflict((conflict) => conflict.column('methodRef').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Returns the card that a person stored last at the current processor, or null. Accounts are left out: their bank takes days. */
export async function findNewestCard(from: Queryable, memberId: string) {
  const card = await from
    .selectFrom('storedCards')
    .where('memberId', '=', memberId)
    .where('processor', '=', cards.name as CardProcessorName)
    .where('brand', '<>', debitBrand)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .select(['id', 'processor', 'customerRef', 'methodRef', 'brand', 'last4', 'expiresOn'])
    .$narrowType<{ expiresOn: Day }>()
    .executeTakeFirst()
  return card ?? null
}

/** Deletes a stored card, and queues its removal at the processor. */
export async function removeCard(trx: Transaction, cardId: string): Promise<void> {
  const removed = await trx
    .deleteFrom('storedCards')
    .where('id', '=', cardId)
    .returning(['processor', 'methodRef'])
    .executeTakeFirst()
  if (removed) await cardDetachments.enqueue(trx, removed)
}

/** Deletes a person's stored cards and their customer, and queues the removal of the cards at the processor. */
export async function removeCardsOf(trx: Transaction, memberId: string): Promise<void> {
  const stored = await trx.selectFrom('storedCards').where('memberId', '=', memberId).select('id').execute()
  for (const { id } of stored) await removeCard(trx, id)
  await trx.deleteFrom('processorCustomers').where('memberId', '=', memberId).execute()
}
