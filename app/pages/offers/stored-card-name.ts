import type { OwnCard } from '#domain/memberships/own-card.server.ts'
import { formatMonth } from '#format/days.ts'
import { formatPaymentMethod } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'

/** Returns the name of a stored card: `Visa ending in 4242, until December 2034`. */
export const storedCardName = ({ cardBrand, cardLast4, expiresOn }: OwnCard): string =>
  t('membership.cardUntil', {
    card: formatPaymentMethod({ method: 'card', cardBrand, cardLast4 }),
    month: formatMonth(expiresOn ?? ''),
  })
