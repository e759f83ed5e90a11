/** How money is paid and goes back, as people read it. */
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

/** How something was paid: `Cash`, or by which card: `Visa ending in 4242`. */
export function formatPaymentMethod({ method, cardBrand, cardLast4 }: PaymentDetails): string {
  if (method !== 'card' || cardLast4 === null) return paymentMethodNames[method]
  return `${brandNames[cardBrand ?? ''] ?? paymentMethodNames.card} ending in ${cardLast4}`
}

/** Where money goes back to: `$50 goes back to your card`. */
export const refundDestinations: Record<PaymentMethodKey, string> = {
  card: 'to your card',
  cash: 'in cash, at the desk',
  terminal: 'to your card, at the desk',
  transfer: 'to your bank account',
}
