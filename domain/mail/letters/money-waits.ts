import { defineLetter } from '#domain/mail/letter.ts'
import { formatHourSpan } from '#words/hours.ts'
import { formatMoneyWithCents } from '#words/money.ts'
import { monthIsOver } from '#words/methods.ts'

type Facts = {
  amountCents: number
  currency: string
  reason: string
  /** How it was paid, and so how it goes back. */
  method: 'cash' | 'terminal' | 'transfer'
  slotName: string
  startHour: number
  trainerName: string
  bookingId: string
  /** Whether its month was still to run and is over; letters of before say nothing of it. */
  endsMonth?: boolean
}

const next: Record<Facts['method'], string> = {
  cash: 'come by the desk, and it is handed to you in cash.',
  terminal: 'come by the desk with the card you paid with, and it goes back there.',
  transfer: 'we send it back to your bank account, and write again once that is done.',
}

/** What was paid at the desk goes back there, and is due until somebody hands it back. */
export const moneyWaits = defineLetter({
  name: 'money-waits',
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
    }: Facts,
    { firstName },
  ) => ({
    subject: `Your ${formatMoneyWithCents(amountCents, currency)} goes back to you`,
    topic: 'Refund',
    heading: `Your ${formatMoneyWithCents(amountCents, currency)} goes back to you`,
    paragraphs: [`Hello ${firstName}, ${next[method]}`, ...(endsMonth ? [monthIsOver] : [])],
    facts: [
      { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
      { name: 'Why', value: reason },
      { name: 'To hand back', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'See the booking', path: `/dashboard/payment/${bookingId}`, isQuiet: true },
    why: 'Letters about your money are always sent.',
  }),
  example: {
    amountCents: 7000,
    currency: 'usd',
    reason: 'Moved to another town.',
    method: 'cash',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
