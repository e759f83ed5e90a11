import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatDayOfMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  lastSeenOn: Day
  /** First day on which the account may be deleted. */
  deletedFrom: Day
  hasSignIn: boolean
}

export const unusedAccountEnds = defineLetter({
  name: 'account-unused',
  kind: 'account',
  compose: ({ lastSeenOn, deletedFrom, hasSignIn }: Facts, { firstName, clubName }) => ({
    subject: t('letter.yourAccountWillBeDeleted', { withYear: withYear(deletedFrom) }),
    topic: t('navigation.yourAccount'),
    heading: t('letter.wouldYouLikeTo'),
    paragraphs: [
      t('letter.helloYouWereLast', {
        firstName,
        clubName,
        withYear: withYear(lastSeenOn),
        withYear2: withYear(deletedFrom),
      }),
      hasSignIn ? t('letter.toKeepItSign') : t('letter.toKeepItCome'),
    ],
    ...(hasSignIn && { button: { label: t('letter.keepMyAccount'), path: '/dashboard' } }),
    closing: [t('letter.youDontNeedIt')],
    footnote: t('letter.weAlwaysSendEmailsAboutYourAccount'),
  }),
  example: { lastSeenOn: '2023-10-02', deletedFrom: '2026-12-21', hasSignIn: true },
})

const withYear = (day: Day) => `${formatDayOfMonth(day)} ${day.slice(0, 4)}`
