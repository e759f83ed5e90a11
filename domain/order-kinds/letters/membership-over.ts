import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

type Facts = { title: string }

export const membershipOver = defineLetter({
  name: 'membership-over',
  kind: 'money',
  compose: ({ title }: Facts, { firstName }) => ({
    subject: t('letter.yourMembershipIsOver', { title }),
    topic: t('letter.membership'),
    heading: t('letter.yourMembershipIsOver2'),
    paragraphs: [t('letter.helloTheNextPeriod', { firstName, title }), t('letter.youCanStartAgain')],
    button: { label: t('letter.seeThePriceList'), path: '/membership-plans' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: { title: '8 classes a month' },
})
