import { conflict, notFound } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import type { StoredCard } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { limitCardSetup } from '#platform/rate-limits/rate-limits.ts'
import { withProcessorErrors } from './attempts.server.ts'
import { ensureCustomer, findCustomer } from './stored-cards.server.ts'

/** What a browser needs to store a card at the processor without a payment. */
export type CardSetup = { setupId: string; clientSecret: string }

/**
 * Begins to store a card of a person. The caller has authorised it. Throws `limited`, and `unavailable` when the
 * processor does not respond or there is none.
 */
export async function beginSetup(
  memberId: string,
  { takesDebit = false }: { takesDebit?: boolean } = {},
): Promise<CardSetup> {
  await limitCardSetup(memberId)
  const { id, clientSecret } = await withProcessorErrors(async () =>
    cards.createSetup({ customerId: await ensureCustomer(memberId), takesDebit }),
  )
  if (clientSecret === null) throw new Error('The setup came without its secret.')
  return { setupId: id, clientSecret }
}

/**
 * Returns the card that a person stored by a setup. Throws `not-found` for a setup of another person, and `conflict`
 * before it is confirmed and after the card was removed.
 */
export async function readSetupCard(memberId: string, setupId: string): Promise<StoredCard> {
  const [setup, customerRef] = await Promise.all([
    withProcessorErrors(() => cards.retrieveSetup(setupId)),
    findCustomer(memberId),
  ])
  if (setup === null) throw notFound(t('refusal.thisCard'))
  if (setup.storedCard === null) throw conflict(t('refusal.thisCardIsNotStored'))
  if (setup.storedCard.customerId !== customerRef) throw notFound(t('refusal.thisCard'))
  return setup.storedCard
}
