import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { formatMoneyBack } from '../withdrawal.rules.ts'

type Facts = {
  orderId: string
  title: string
  /** What comes back, if nothing more is used. */
  backCents: number
  /** The part of it that goes to the gift card; letters of an earlier version have none. */
  toGiftCents?: number
  currency: string
  declaredAt: Date
  /** When it is carried out. */
  dueAt: Date
  /** It was declared without a sign-in, and can be taken back until it is due. */
  canKeep: boolean
}

export const withdrawalReceived = defineLetter({
  name: 'withdrawal-received',
  kind: 'money',
  compose: (
    { orderId, title, backCents, toGiftCents = 0, currency, declaredAt, dueAt, canKeep }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.withdrawn', { title }),
    topic: t('letter.purchase'),
    heading: t('letter.weReceivedYourWithdrawal'),
    paragraphs: [
      canKeep
        ? t('letter.helloYouWithdrewFrom', { firstName, title })
        : t('letter.helloYouWithdrewFromIt', { firstName, title }),
      ...(canKeep ? [t('letter.ifItWasNotYou')] : []),
    ],
    details: [
      {
        name: t('letter.received'),
        value: `${formatDate(declaredAt, timeZone)}, ${formatTime(declaredAt, timeZone)}`,
      },
      ...(canKeep
        ? [
            {
              name: t('letter.ends'),
              value: `${formatDate(dueAt, timeZone)}, ${formatTime(dueAt, timeZone)}`,
            },
          ]
        : []),
      {
        name: t('letter.goesBack'),
        value: formatMoneyBack({ backCents, toGiftCents, currency }),
        isAmount: true,
      },
    ],
    button: canKeep
      ? {
          label: t('letter.seeTheWithdrawal'),
          path: `/dashboard/purchases/${orderId}/withdraw`,
          isQuiet: true,
        }
      : { label: t('letter.seeYourPurchases'), path: '/dashboard/purchases', isQuiet: true },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d1f5a52-4f0e-4a3c-9c0a-2b6f1f0b8a11',
    title: 'Ten classes',
    backCents: 9_600,
    currency: 'usd',
    declaredAt: new Date('2027-03-20T18:30:00Z'),
    dueAt: new Date('2027-03-23T18:30:00Z'),
    canKeep: true,
  },
})
