import { defineLetter } from '#domain/mail/letter.ts'
import { dateDetails, missedDatesText } from '#domain/mail/month-dates-wording.ts'
import { invoiceLines } from '#domain/mail/refund-details.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Facts = {
  trainerName: string
  slotName: string
  startHour: number
  weekdays: string[]
  plan: string
  /** The month renews an earlier one of the same buyer. */
  isRenewal: boolean
  /** Start of the month, when it is in the future. */
  beginsAt: Date | null
  classes: number
  paidUntil: Date
  amountCents: number
  currency: string
  bookingId: string
  /** Null for a month that was free of charge. */
  invoice: { title: 'Invoice' | 'Receipt'; number: string } | null
  /** Dates with a lesson, in order; empty while they are not written yet. */
  days: string[]
  /** Dates without a lesson. */
  without: { day: string; because: string; until: string }[]
}

export const bookingPaid = defineLetter({
  name: 'booking-paid',
  kind: 'money',
  compose: (
    {
      trainerName,
      slotName,
      startHour,
      weekdays,
      plan,
      classes,
      isRenewal,
      beginsAt,
      paidUntil,
      amountCents,
      currency,
      bookingId,
      days,
      without,
      invoice,
    }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.bookedWith', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.bookingAndReceipt'),
    heading: t('letter.isYours', { startHour: formatHour(startHour) }),
    paragraphs: [
      t('letter.helloYourPaymentArrived', {
        firstName,
        amount: amountCents > 0 ? 'yes' : 'no',
        isRenewal: isRenewal ? 'yes' : 'no',
      }),
      ...(isRenewal ? [] : [t('letter.bringShoesAndA')]),
      ...missedDatesText(without),
    ],
    details: [
      { name: t('letter.trainer'), value: trainerName },
      { name: t('letter.hour'), value: `${slotName}, ${formatHourSpan(startHour)}` },
      ...dateDetails(days, startHour),
      {
        name: t('letter.package'),
        value: `${capitalize(plan)}, ${t('letter.class', { classes })}`,
      },
      ...(beginsAt ? [{ name: t('letter.begins'), value: formatDate(beginsAt, timeZone) }] : []),
      ...(days.length === 0
        ? [
            {
              name: t('letter.lastHour'),
              value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
            },
          ]
        : []),
      ...invoiceLines(invoice),
      { name: t('letter.paid'), value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button:
      amountCents > 0
        ? {
            label: t('letter.seeYourReceipt'),
            path: `/dashboard/receipt/${bookingId}`,
          }
        : { label: t('letter.seeYourBooking'), path: `/dashboard/payment/${bookingId}` },
    closing: [t('letter.nothingRenewsByItself')],
    footnote: t('letter.receiptsAreAlwaysSent'),
  }),
  example: {
    invoice: { title: 'Receipt', number: '2026-0009' },
    trainerName: 'Mira Okafor',
    slotName: 'Slot 2',
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    plan: 'gold',
    classes: 3,
    isRenewal: false,
    beginsAt: null,
    paidUntil: new Date('2026-12-21T12:00:00Z'),
    amountCents: 7000,
    currency: 'usd',
    days: ['2026-11-23', '2026-11-24', '2026-11-26'],
    without: [
      { day: '2026-12-01', because: 'the club is closed', until: '2027-01-05' },
      { day: '2026-12-03', because: 'Mira is away', until: '2027-01-05' },
    ],
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
