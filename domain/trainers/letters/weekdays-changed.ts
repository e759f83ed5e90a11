import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { formatMoney } from '#format/money.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Facts = {
  bookingId: string
  startHour: number
  /** Weekdays of the paid month. */
  weekdays: string[]
  trainerName: string
  paidUntil: Date
  /** Weekdays of the next month. */
  days: string[]
  priceCents: number
  currency: string
}

export const weekdaysChanged = defineLetter({
  name: 'weekdays-changed',
  kind: 'changes',
  compose: (
    { bookingId, startHour, weekdays, trainerName, paidUntil, days, priceCents, currency }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.hasOtherDaysFrom', { trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.otherDaysFromThe'),
    paragraphs: [
      t('letter.helloChangesTheDays', {
        firstName,
        trainerName,
        paidUntil: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
      }),
    ],
    details: [
      { name: t('letter.hour'), value: t('letter.with', { startHour: formatHour(startHour), trainerName }) },
      { name: t('letter.days'), value: describeDays(days) },
      {
        name: t('letter.price'),
        value: t('letter.aMonthWithoutA', { price: formatMoney(priceCents, currency) }),
      },
    ],
    button: { label: t('letter.seeYourMonth'), path: `/dashboard/hour/${bookingId}` },
    closing: [t('letter.nothingRenewsByItself')],
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    days: ['Monday', 'Wednesday'],
    priceCents: 5000,
    currency: 'usd',
  },
})
