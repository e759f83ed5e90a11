import { defineLetter } from '#domain/mail/letter.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  amountCents: number
  currency: string
  slotName: string
  startHour: number
  trainerName: string
  /** Whether the trainer has left the club, which is why then. */
  hasLeft?: boolean
}

export const slotLost = defineLetter({
  name: 'hour-lost',
  kind: 'money',
  compose: (
    { amountCents, currency, slotName, startHour, trainerName, hasLeft = false }: Facts,
    { firstName },
  ) => ({
    subject: 'The hour was gone; your money comes back',
    topic: 'Refund',
    heading: 'The hour was gone',
    paragraphs: [
      `Hello ${firstName}, ${hasLeft ? `${trainerName} has left the club while you paid` : 'your payment came after the time to pay was over'}, and the hour cannot be had any more. We are sending all of it back; banks take 5 to 10 days to show it.`,
    ],
    details: [
      { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
      { name: 'Comes back', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'Find another hour', path: '/trainers' },
    footnote: 'We always send letters about your money.',
  }),
  example: {
    amountCents: 7000,
    currency: 'usd',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
  },
})
