import { defineLetter } from '#domain/mail/letter.ts'
import { dateDetails, missedDatesText } from '#domain/mail/month-dates-wording.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize, formatCount } from '#format/text.ts'
import { formatLastHour } from '#format/last-hour.ts'

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
  invoice: { title: string; number: string } | null
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
    subject: `Booked: ${formatHour(startHour)} with ${trainerName}`,
    topic: 'Booking and receipt',
    heading: `${formatHour(startHour)} is yours`,
    paragraphs: [
      `Hello ${firstName}, ${amountCents > 0 ? 'your payment arrived' : 'this month costs you nothing'} and the hour is yours for ${isRenewal ? 'another month' : 'a month. Bring shoes and a question, and come ten minutes early the first time'}.`,
      ...missedDatesText(without),
    ],
    details: [
      { name: 'Trainer', value: trainerName },
      { name: 'Hour', value: `${slotName}, ${formatHourSpan(startHour)}` },
      ...dateDetails(days, startHour),
      {
        name: 'Package',
        value: `${capitalize(plan)}, ${formatCount(classes, 'class', 'classes')}`,
      },
      ...(beginsAt ? [{ name: 'Begins', value: formatDate(beginsAt, timeZone) }] : []),
      ...(days.length === 0
        ? [{ name: 'Last hour', value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone) }]
        : []),
      ...(invoice ? [{ name: invoice.title, value: invoice.number }] : []),
      { name: 'Paid', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button:
      amountCents > 0
        ? {
            label: `See your ${invoice?.title.toLowerCase() ?? 'receipt'}`,
            path: `/dashboard/receipt/${bookingId}`,
          }
        : { label: 'See your booking', path: `/dashboard/payment/${bookingId}` },
    closing: ['Nothing renews by itself.'],
    footnote: 'Receipts are always sent.',
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
