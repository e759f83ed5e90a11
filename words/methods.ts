/** How money is paid and goes back, as people read it. */
export const methodNames = {
  card: 'Card',
  cash: 'Cash',
  terminal: 'Card terminal',
  transfer: 'Bank transfer',
} as const

type Method = keyof typeof methodNames

/** Where money goes back to: `$50 goes back to your card`. */
export const wayBack: Record<Method, string> = {
  card: 'to your card',
  cash: 'in cash, at the desk',
  terminal: 'to your card, at the desk',
  transfer: 'to your bank account',
}
