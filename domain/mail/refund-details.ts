import { formatSlotWithTrainer } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatReason } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** An hour, or another order by its title. */
type Subject =
  | { title?: null; slotName: string; startHour: number; trainerName: string }
  | { title: string; slotName: null; startHour: null; trainerName: null }

/** Facts of a refund, due or completed, for letters. */
export type RefundDetails = Subject & {
  amountCents: number
  currency: string
  reason: string
  /** Of the order. */
  bookingId: string
  /**
   * Whether the refund ends a month that was still running; missing in letters queued by older versions.
   */
  endsMonth?: boolean
}

/** Returns the note that a full refund ends a running month, or nothing. */
export const monthEndNote = ({ endsMonth = false }: RefundDetails): string[] =>
  endsMonth ? [t('letter.yourMonthEndsWith')] : []

const describeSubject = (subject: Subject): string => subject.title ?? formatSlotWithTrainer(subject)

/** The row with the number of a receipt or an invoice; none without one. */
export const invoiceLines = (invoice: { title: 'Invoice' | 'Receipt'; number: string } | null) =>
  invoice === null
    ? []
    : [
        {
          name: invoice.title === 'Receipt' ? t('letter.receipt') : t('letter.invoice'),
          value: invoice.number,
        },
      ]

/** Rows with the order, the reason and the amount. */
export const refundLines = (
  refund: RefundDetails,
  amountName: string,
  more: { name: string; value: string }[] = [],
) => [
  { name: t('letter.for'), value: describeSubject(refund) },
  { name: t('letter.why'), value: formatReason(refund.reason) },
  ...more,
  { name: amountName, value: formatMoneyWithCents(refund.amountCents, refund.currency), isAmount: true },
]

export const bookingLink = ({ bookingId, title = null }: RefundDetails) => ({
  ...(title === null
    ? { label: t('letter.seeTheBooking'), path: `/dashboard/payment/${bookingId}` }
    : { label: t('letter.seeTheReceipt'), path: `/dashboard/receipt/${bookingId}` }),
  isQuiet: true,
})

export const alwaysSentNote = () => t('letter.weAlwaysSendEmails')

export const exampleRefundDetails: RefundDetails = {
  amountCents: 7000,
  currency: 'usd',
  reason: 'Moved to another town.',
  slotName: 'Slot 2',
  startHour: 7,
  trainerName: 'Mira Okafor',
  bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
}
