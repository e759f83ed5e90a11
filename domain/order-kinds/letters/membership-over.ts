import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  /** The end of a membership whose paid money a bank took back. Null: a period was never paid. */
  endsAt: Date | null
}

export const membershipOver = defineLetter({
  name: 'membership-over',
  kind: 'money',
  compose: ({ title, endsAt }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.yourMembershipIsOver', { title }),
    topic: t('letter.membership'),
    heading: t('letter.yourMembershipIsOver2'),
    paragraphs: [
      endsAt === null
        ? t('letter.helloTheNextPeriod', { firstName, title })
        : t('letter.helloTheSumTakenBack', { firstName, title, day: formatDate(endsAt, timeZone) }),
      t('letter.youCanStartAgain'),
    ],
    button: { label: t('letter.seeThePriceList'), path: '/membership-plans' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: { title: '8 classes a month', endsAt: null },
})
