import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSent,
  exampleMoneyBack,
  linesOf,
  seeBooking,
  whatEnds,
  type MoneyBack,
} from '#domain/mail/money-back.ts'
import { formatMoneyWithCents } from '#words/money.ts'

/** How it was paid, and so how it goes back. */
type Facts = MoneyBack & { method: 'cash' | 'terminal' | 'transfer' }

const next: Record<Facts['method'], string> = {
  cash: 'come by the desk, and it is handed to you in cash.',
  terminal: 'come by the desk with the card you paid with, and it goes back there.',
  transfer: 'we send it back to your bank account, and write again once that is done.',
}

const headingOf = ({ amountCents, currency }: Facts) =>
  `Your ${formatMoneyWithCents(amountCents, currency)} goes back to you`

/** What was paid at the desk goes back there, and is due until somebody hands it back. */
export const moneyWaits = defineLetter({
  name: 'money-waits',
  kind: 'money',
  words: (refund: Facts, { firstName }) => ({
    subject: headingOf(refund),
    topic: 'Refund',
    heading: headingOf(refund),
    paragraphs: [`Hello ${firstName}, ${next[refund.method]}`, ...whatEnds(refund)],
    facts: linesOf(refund, 'To hand back'),
    button: seeBooking(refund),
    why: alwaysSent,
  }),
  example: { ...exampleMoneyBack, method: 'cash' },
})
