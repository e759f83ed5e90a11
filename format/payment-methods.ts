import { t } from '#messages/t.ts'

/** Names of payment methods and refund destinations. */
export const paymentMethodNames = {
  get card() {
    return t('paymentMethods.card')
  },
  get cash() {
    return t('paymentMethods.cash')
  },
  get terminal() {
    return t('paymentMethods.cardTerminal')
  },
  get transfer() {
    return t('paymentMethods.bankTransfer')
  },
} as const

type PaymentMethodKey = keyof typeof paymentMethodNames

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

type PaymentDetails = { method: PaymentMethodKey; cardBrand: string | null; cardLast4: string | null }

/** `Cash`, or the card used, such as `Visa ending in 4242`, or the account debited. */
export function formatPaymentMethod({ method, cardBrand, cardLast4 }: PaymentDetails): string {
  if (method !== 'card' || cardLast4 === null) return paymentMethodNames[method]
  if (cardBrand === 'sepa_debit') return t('paymentMethods.debitEndingIn', { last4: cardLast4 })
  return t('paymentMethods.endingIn', {
    value: brandNames[cardBrand ?? ''] ?? paymentMethodNames.card,
    cardLast4,
  })
}

/** The stored card, such as `Visa ending in 4242`. */
export const formatStoredCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  formatPaymentMethod({ method: 'card', cardBrand: brand, cardLast4: last4 })

/** Destination of a refund, such as `to your card`. */
export const refundDestinations: Record<PaymentMethodKey, string> = {
  get card() {
    return t('paymentMethods.toYourCard')
  },
  get cash() {
    return t('paymentMethods.inCashAtThe')
  },
  get terminal() {
    return t('paymentMethods.toYourCardAt')
  },
  get transfer() {
    return t('paymentMethods.toYourBankAccount')
  },
}
