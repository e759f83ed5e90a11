import { defineLetter } from '#domain/mail/letter.ts'
import { formatSlotWithTrainer } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  amountCents: number
  currency: string
  slotName: string
  startHour: number
  trainerName: string
  /** The trainer has left the club, which is the cause of the refund. */
  hasLeft?: boolean
}

export const slotLost = defineLetter({
  name: 'hour-lost',
  kind: 'money',
  compose: (
    { amountCents, currency, slotName, startHour, trainerName, hasLeft = false }: Facts,
    { firstName },
  ) => ({
    subject: t('letter.yourHourWasGone'),
    topic: t('letter.refund'),
    heading: t('letter.yourHourWasGone2'),
    paragraphs: [
      hasLeft
        ? t('letter.helloLeftTheClub', { firstName, trainerName })
        : t('letter.helloYourPaymentArrivedAfter', { firstName }),
      t('letter.weAreSendingAll'),
    ],
    details: [
      { name: t('letter.for'), value: formatSlotWithTrainer({ slotName, startHour, trainerName }) },
      { name: t('letter.comingBack'), value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: t('letter.findAnotherHour'), path: '/trainers' },
    footnote: t('letter.weAlwaysSendEmails'),
  }),
  example: {
    amountCents: 7000,
    currency: 'usd',
    slotName: 'Slot 2',
    startHour: 7,
    trainerName: 'Mira Okafor',
  },
})
