import { defineLetter } from '#domain/mail/letter.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  /** What is back on the gift card. */
  giftCents: number
  currency: string
  /** The last four characters of its code. */
  codeEnd: string
  reason: string
}

export const giftCardRefunded = defineLetter({
  name: 'gift-card-refunded',
  kind: 'money',
  compose: ({ title, giftCents, currency, codeEnd, reason }: Facts, { firstName }) => ({
    subject: t('letter.giftCardRefunded', { title }),
    topic: t('letter.purchase'),
    heading: t('letter.itIsBackOnTheCard'),
    paragraphs: [t('letter.helloGiftCardRefunded', { firstName, title })],
    details: [
      { name: t('giftRefund.giftCard'), value: t('giftRefund.endingIn', { codeEnd }) },
      { name: t('letter.reason'), value: reason },
      { name: t('letter.goesBack'), value: formatMoneyWithCents(giftCents, currency), isAmount: true },
    ],
    button: { label: t('letter.seeYourPurchases'), path: '/dashboard/purchases', isQuiet: true },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: 'Ten classes',
    giftCents: 6_000,
    currency: 'usd',
    codeEnd: '7QXN',
    reason: 'Moved away',
  },
})
