import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = { title: string; newTitle: string; newCents: number; currency: string; from: Date }

export const membershipChanges = defineLetter({
  name: 'membership-changes',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: t('letter.changesOn', { day: formatDate(facts.from, timeZone), title: facts.newTitle }),
    topic: t('letter.membership'),
    heading: t('letter.yourMembershipChanges'),
    paragraphs: [t('letter.youChangedIt', { firstName, title: facts.title, newTitle: facts.newTitle })],
    details: [
      { name: t('letter.from'), value: formatDate(facts.from, timeZone) },
      {
        name: t('letter.newPrice'),
        value: formatMoneyWithCents(facts.newCents, facts.currency),
        isAmount: true,
      },
    ],
    button: { label: t('letter.seeYourMembership'), path: '/dashboard/membership', isQuiet: true },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: '4 classes a month',
    newTitle: '8 classes a month',
    newCents: 5_900,
    currency: 'usd',
    from: new Date('2027-03-01T10:00:00Z'),
  },
})
