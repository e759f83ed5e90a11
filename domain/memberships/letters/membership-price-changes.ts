import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  /** The old and the new title, which may be the same. */
  title: string
  newTitle: string
  oldCents: number
  newCents: number
  currency: string
  /** First day of the first period with the new price. */
  from: Date
  /** The change is taken back. */
  isTakenBack: boolean
}

export const membershipPriceChanges = defineLetter({
  name: 'membership-price-changes',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => {
    const from = formatDate(facts.from, timeZone)
    return {
      subject: facts.isTakenBack
        ? t('letter.priceStaysTitle', { title: facts.title })
        : t('letter.newPriceFromTitle', { day: from, title: facts.newTitle }),
      topic: t('letter.membership'),
      heading: facts.isTakenBack ? t('letter.thePriceStays') : t('letter.thePriceChanges'),
      paragraphs: facts.isTakenBack
        ? [t('letter.theChangeIsTakenBack', { firstName })]
        : [
            t('letter.thePriceOfChanges', { firstName, title: facts.title }),
            t('letter.ifYouWouldRatherLeave'),
          ],
      details: [
        { name: t('letter.today'), value: formatMoneyWithCents(facts.oldCents, facts.currency) },
        { name: t('letter.newPriceFrom'), value: facts.isTakenBack ? t('letter.notPlannedAnyMore') : from },
        ...(facts.isTakenBack
          ? []
          : [
              {
                name: t('letter.newPrice'),
                value: formatMoneyWithCents(facts.newCents, facts.currency),
                isAmount: true,
              },
            ]),
      ],
      button: facts.isTakenBack
        ? { label: t('letter.seeYourMembership'), path: '/dashboard/membership' }
        : { label: t('letter.cancelInstead'), path: '/dashboard/membership?cancel', isQuiet: true },
      footnote: t('letter.lettersAboutMoneyAre'),
    }
  },
  example: {
    title: '8 classes a month',
    newTitle: '8 classes a month',
    oldCents: 4_900,
    newCents: 5_900,
    currency: 'usd',
    from: new Date('2027-02-04T10:00:00Z'),
    isTakenBack: false,
  },
})
