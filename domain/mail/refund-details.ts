import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'

/** Facts of a refund, due or completed, for letters. */
export type RefundDetails = {
  amountCents: number
  currency: string
  reason: string
  slotName: string
  startHour: number
  trainerName: string
  bookingId: string
  /**
   * Whether the refund ends a month that was still running; missing in letters queued by older versions.
   */
  endsMonth?: boolean
}

/** Returns the note that a full refund ends a running month, or nothing. */
export const monthEndNote = ({ endsMonth = false }: RefundDetails): string[] =>
  endsMonth
    ? ['Your month ends with it: the hours still to come are called off, and others can book the hour.']
    : []

/** Rows with the booking, the reason and the amount. */
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

export const bookingLink = ({ bookingId }: RefundDetails) => ({
  label: 'See the booking',
  path: `/dashboard/payment/${bookingId}`,
  isQuiet: true,
})

export const alwaysSentNote = 'We always send emails about your money.'

export const exampleRefundDetails: RefundDetails = {
  amountCents: 7000,
  currency: 'usd',
  reason: 'Moved to another town.',
  slotName: 'Slot 2',
  startHour: 7,
  trainerName: 'Mira Okafor',
  bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
}
