import type { OwnCard } from '#domain/memberships/own-card.server.ts'
import { formatMonth } from '#format/days.ts'
import { formatPaymentMethod } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'

/** Returns the name of a stored card, `Visa ending in 4242, until December 2034`, or of an account with its mandate. */
export function storedCardName({ cardBrand, cardLast4, expiresOn, mandateRef }: OwnCard): string {
  const card = formatPaymentMethod({ method: 'card', cardBrand, cardLast4 })
  if (mandateRef !== null) return t('mandate.accountWithMandate', { account: card, reference: mandateRef })
  return t('membership.cardUntil', { card, month: formatMonth(expiresOn ?? '') })
}
