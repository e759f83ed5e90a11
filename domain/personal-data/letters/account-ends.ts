import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const accountDeletionReminder = defineLetter({
  name: 'account-ends',
  kind: 'account',
  compose: ({ until, byClub }: { until: Date; byClub: boolean }, { firstName, timeZone }) => ({
    subject: t('letter.yourAccountWillBe', { until: formatDate(until, timeZone) }),
    topic: t('navigation.yourAccount'),
    heading: t('letter.yourAccountWillBe', { until: formatDate(until, timeZone) }),
    paragraphs: [
      byClub
        ? t('letter.helloYourLastMonth', {
            firstName,
            until: formatDate(until, timeZone),
            until2: formatTime(until, timeZone),
          })
        : t('letter.helloYourLastMonthEnds', {
            firstName,
            until: formatDate(until, timeZone),
            until2: formatTime(until, timeZone),
          }),
      t('letter.afterThatNothingOf'),
    ],
    button: {
      label: byClub ? t('letter.seeYourAccount') : t('letter.stayAfterAll'),
      path: '/dashboard/profileSettings/account',
      isQuiet: true,
    },
    footnote: t('letter.weAlwaysSendEmailsAboutYourAccount'),
  }),
  example: { until: new Date('2026-12-21T12:00:00Z'), byClub: false },
})
