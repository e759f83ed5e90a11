import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'

/** What letters about a refund tell of it, whether it is due or done. */
export type RefundDetails = {
  amountCents: number
  currency: string
  reason: string
  slotName: string
  startHour: number
  trainerName: string
  bookingId: string
  /** Whether its month was still to run and is over; letters of before say nothing of it. */
  endsMonth?: boolean
}

/** What is said below the greeting when all of the money of a month goes back while it was still to run; or nothing. */
export const monthEndNote = ({ endsMonth = false }: RefundDetails): string[] =>
  endsMonth
    ? ['Your month ends with it: the hours that were ahead are called off, and others can book the hour.']
    : []

/** For what and why it is, and how much. */
export const refundLines = (
  { slotName, startHour, trainerName, reason, amountCents, currency }: RefundDetails,
  amountName: string,
  more: { name: string; value: string }[] = [],
) => [
  { name: 'For', value: `${slotName}, ${formatHourSpan(startHour)}, with ${trainerName}` },
  { name: 'Why', value: reason },
  ...more,
  { name: amountName, value: formatMoneyWithCents(amountCents, currency), isAmount: true },
]

/** The quiet way to the booking. */
export const bookingLink = ({ bookingId }: RefundDetails) => ({
  label: 'See the booking',
  path: `/dashboard/payment/${bookingId}`,
  isQuiet: true,
})

export const alwaysSentNote = 'Letters about your money are always sent.'

/** For the examples of these letters. */
export const exampleRefundDetails: RefundDetails = {
  amountCents: 7000,
  currency: 'usd',
  reason: 'Moved to another town.',
  slotName: 'Slot 2',
  startHour: 7,
  trainerName: 'Mira Okafor',
  bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
}
