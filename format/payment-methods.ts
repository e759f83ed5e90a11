/** Names of payment methods and refund destinations. */
export const paymentMethodNames = {
  card: 'Card',
  cash: 'Cash',
  terminal: 'Card terminal',
  transfer: 'Bank transfer',
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

/** `Cash`, or the card used, such as `Visa ending in 4242`. */
export function formatPaymentMethod({ method, cardBrand, cardLast4 }: PaymentDetails): string {
  if (method !== 'card' || cardLast4 === null) return paymentMethodNames[method]
  return `${brandNames[cardBrand ?? ''] ?? paymentMethodNames.card} ending in ${cardLast4}`
}

/** Destination of a refund, such as `to your card`. */
export const refundDestinations: Record<PaymentMethodKey, string> = {
  card: 'to your card',
  cash: 'in cash, at the desk',
  terminal: 'to your card, at the desk',
  transfer: 'to your bank account',
}
