import { defineLetter } from '#domain/mail/letter.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  amountCents: number
  currency: string
  slotName: string
  startHour: number
  trainerName: string
  /** The trainer has left the club, which is the cause of the refund. */
  hasLeft?: boolean
}

export const slotLost = defineLetter({
  name: 'hour-lost',
  kind: 'money',
  compose: (
    { amountCents, currency, slotName, startHour, trainerName, hasLeft = false }: Facts,
    { firstName },
  ) => ({
    subject: 'Your hour was gone; your money is coming back',
    topic: 'Refund',
    heading: 'Your hour was gone',
    paragraphs: [
      `Hello ${firstName}, ${hasLeft ? `${trainerName} left the club while you were paying` : 'your payment arrived after the time to pay was over'}, and the hour is no longer available. We are sending all of it back; banks take 5 to 10 days to show it.`,
    ],
    details: [
      { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
      { name: 'Coming back', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'Find another hour', path: '/trainers' },
    footnote: 'We always send emails about your money.',
  }),
  example: {
    amountCents: 7000,
    currency: 'usd',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
  },
})
