import { defineLetter } from '#domain/mail/letter.ts'
import { monthIsOver, type wayBack } from '#words/methods.ts'
import { formatHourSpan } from '#words/hours.ts'
import { formatMoneyWithCents } from '#words/money.ts'

type Facts = {
  amountCents: number
  currency: string
  reason: string
  method: keyof typeof wayBack
  slotName: string
  startHour: number
  trainerName: string
  bookingId: string
  /** Whether its month was still to run and is over; letters of before say nothing of it. */
  endsMonth?: boolean
  /** What is told of it, with minus; null for money that came twice. */
  invoice: { title: string; number: string } | null
}

const sent: Record<Facts['method'], string> = {
  card: 'we sent it to the card you paid with. Banks take 5 to 10 days to show it.',
  cash: 'it was handed back to you in cash, at the desk.',
  terminal: 'it was sent to your card, at the desk. Banks take 5 to 10 days to show it.',
  transfer: 'we sent it to your bank account. Banks take one to three days.',
}

const headingOf = (amountCents: number, currency: string, method: Facts['method']) =>
  `Your ${formatMoneyWithCents(amountCents, currency)} is ${method === 'cash' ? 'back' : 'on its way back'}`

export const paymentRefunded = defineLetter({
  name: 'payment-refunded',
  kind: 'money',
  words: (
    {
      amountCents,
      currency,
      reason,
      method,
      slotName,
      startHour,
      trainerName,
      bookingId,
      endsMonth = false,
      invoice,
    }: Facts,
    { firstName },
  ) => ({
    subject: headingOf(amountCents, currency, method),
    topic: 'Refund',
    heading: headingOf(amountCents, currency, method),
    paragraphs: [`Hello ${firstName}, ${sent[method]}`, ...(endsMonth ? [monthIsOver] : [])],
    facts: [
      { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
      { name: 'Why', value: reason },
      ...(invoice ? [{ name: invoice.title, value: invoice.number }] : []),
      { name: 'Refunded', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: invoice
      ? {
          label: `See the ${invoice.title.toLowerCase()}`,
          path: `/dashboard/receipt/${bookingId}`,
          isQuiet: true,
        }
      : { label: 'See the booking', path: `/dashboard/payment/${bookingId}`, isQuiet: true },
    why: 'Letters about your money are always sent.',
  }),
  example: {
    invoice: { title: 'Receipt', number: '2026-0012' },
    amountCents: 7000,
    currency: 'usd',
    reason: 'Moved to another town.',
    method: 'card',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
