import { defineLetter } from '#domain/mail/letter.ts'
import { formatDayWithYear } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  leftCents: number
  currency: string
  /** Last day of use, such as `2029-11-27`. */
  untilOn: string
}

export const giftCardEnds = defineLetter({
  name: 'gift-card-ends',
  kind: 'money',
  compose: ({ orderId, leftCents, currency, untilOn }: Facts, { firstName }) => ({
    subject: t('letter.giftCardEnds', { day: formatDayWithYear(untilOn, '') }),
    topic: t('letter.purchase'),
    heading: t('letter.somethingIsLeftOnIt'),
    paragraphs: [t('letter.helloTheGiftCardEnds', { firstName })],
    details: [
      { name: t('letter.lastDay'), value: formatDayWithYear(untilOn, '') },
      { name: t('letter.leftOnIt'), value: formatMoneyWithCents(leftCents, currency), isAmount: true },
    ],
    button: { label: t('letter.seeTheGiftCard'), path: `/dashboard/giftCard/${orderId}` },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    leftCents: 4_000,
    currency: 'usd',
    untilOn: '2029-11-27',
  },
})
