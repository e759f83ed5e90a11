import { defineLetter } from '#domain/mail/letter.ts'
import { formatHourSpan, formatMoneyWithCents } from '#words/format.ts'

type Facts = {
  amountCents: number
  currency: string
  reason: string
  slotName: string
  startHour: number
  trainerName: string
  bookingId: string
}

export const paymentRefunded = defineLetter({
  name: 'payment-refunded',
  kind: 'money',
  words: (
    { amountCents, currency, reason, slotName, startHour, trainerName, bookingId }: Facts,
    { firstName },
  ) => ({
    subject: `Your ${formatMoneyWithCents(amountCents, currency)} is on its way back`,
    topic: 'Refund',
    heading: `Your ${formatMoneyWithCents(amountCents, currency)} is on its way back`,
    paragraphs: [
      `Hello ${firstName}, we sent it to the card you paid with. Banks take 5 to 10 days to show it.`,
    ],
    facts: [
      { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
      { name: 'Why', value: reason },
      { name: 'Refunded', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'See the booking', path: `/dashboard/payment/${bookingId}`, isQuiet: true },
    why: 'Letters about your money are always sent.',
  }),
  example: {
    amountCents: 7000,
    currency: 'usd',
    reason: 'Moved to another town.',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
