import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Facts = { title: string; endsAt: Date; cancelledAt: Date }

export const membershipCancelled = defineLetter({
  name: 'membership-cancelled',
  kind: 'money',
  compose: ({ title, endsAt, cancelledAt }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.cancelled', { title }),
    topic: t('letter.membership'),
    heading: t('letter.yourMembershipIsCancelled'),
    paragraphs: [t('letter.helloWeReceivedYour', { firstName, title }), t('letter.ifItWasNot')],
    details: [
      {
        name: t('letter.cancelled2'),
        value: `${formatDate(cancelledAt, timeZone)}, ${formatTime(cancelledAt, timeZone)}`,
      },
      { name: t('letter.ends'), value: `${formatDate(endsAt, timeZone)}, ${formatTime(endsAt, timeZone)}` },
    ],
    button: { label: t('letter.seeYourMembership'), path: '/dashboard/membership', isQuiet: true },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: '8 classes a month',
    endsAt: new Date('2027-04-01T10:00:00Z'),
    cancelledAt: new Date('2027-03-20T18:30:00Z'),
  },
})
