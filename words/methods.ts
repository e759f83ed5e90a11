/** How money is paid and goes back, as people read it. */
export const methodNames = {
  card: 'Card',
  cash: 'Cash',
  terminal: 'Card terminal',
  transfer: 'Bank transfer',
} as const

type Method = keyof typeof methodNames

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

type Paid = { method: Method; cardBrand: string | null; cardLast4: string | null }

/** How something was paid: `Cash`, or by which card: `Visa ending in 4242`. */
export function howPaid({ method, cardBrand, cardLast4 }: Paid): string {
  if (method !== 'card' || cardLast4 === null) return methodNames[method]
  return `${brandNames[cardBrand ?? ''] ?? methodNames.card} ending in ${cardLast4}`
}

/** Where money goes back to: `$50 goes back to your card`. */
export const wayBack: Record<Method, string> = {
  card: 'to your card',
  cash: 'in cash, at the desk',
  terminal: 'to your card, at the desk',
  transfer: 'to your bank account',
}
