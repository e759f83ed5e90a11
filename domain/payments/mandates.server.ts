import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import type { Queryable } from '#db/client.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { cards } from '#platform/cards/cards.ts'

/** The creditor of SEPA direct debits, as the mandate names it. */
export type Creditor = { name: string; creditorId: string; processor: string }

/** A mandate that a member can accept, or has accepted. */
export type MandateOffer = { creditor: Creditor; words: string; isAccepted: boolean }

/** Returns the club as a creditor, or null where it takes no direct debits: they need euros and a card processor. */
export async function findCreditor(from: Queryable): Promise<Creditor | null> {
  const { sepaCreditorId: creditorId, currency } = await from
    .selectFrom('club')
    .select(['sepaCreditorId', 'currency'])
    .executeTakeFirstOrThrow()
  if (creditorId === null || currency !== 'eur' || cards.name === 'none') return null
  const { company, name } = await clubFacts(from)
  const processor = cards.name === 'stripe' ? 'Stripe' : t('mandate.demoProcessor')
  return { name: company || name, creditorId, processor }
}

/** Returns the club as a creditor. Throws `conflict` where it takes no direct debits. */
export async function requireCreditor(from: Queryable): Promise<Creditor> {
  const creditor = await findCreditor(from)
  if (creditor === null) throw conflict(t('mandate.notOffered'))
  return creditor
}

/** The words of a mandate for the periods of a membership. */
export const mandateWords = (
  creditor: Creditor,
  { title, priceCents, currency }: { title: string; priceCents: number; currency: string },
): string => t('mandate.words', { ...creditor, title, price: formatMoneyWithCents(priceCents, currency) })

/** Returns whether the buyer of an order accepted a mandate with it. */
export async function hasAcceptedMandate(from: Queryable, orderId: string): Promise<boolean> {
  const consent = await from
    .selectFrom('consents')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'mandate')
    .select('id')
    .executeTakeFirst()
  return consent !== undefined
}

/** SQL predicate on `orders`: a debit was begun, and its bank has not answered yet. */
export const isOnItsWay = sql<boolean>`exists (select from payment_attempts
  where booking_id = orders.id and payment_attempts.state = 'open' and processing_since is not null)`
