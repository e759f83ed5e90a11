import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Facts = {
  /** Day of the deletion; null if it was cancelled. */
  goesOn: Date | null
  reason: string | null
}

export const accountDeletionDecided = defineLetter({
  name: 'account-decided',
  kind: 'account',
  compose: ({ goesOn, reason }: Facts, { firstName, clubName, timeZone }) => ({
    subject: goesOn ? t('letter.yourAccountEndsWith') : t('letter.yourAccountStays'),
    topic: t('navigation.yourAccount'),
    heading: goesOn ? t('letter.yourAccountEndsWith') : t('letter.yourAccountStays'),
    paragraphs: [
      goesOn
        ? t('letter.helloTheOfficeOf', { firstName, clubName, goesOn: formatLongDate(goesOn, timeZone) })
        : t('letter.helloYourAccountWas', { firstName, clubName }),
    ],
    details: reason === null ? [] : [{ name: t('letter.why'), value: reason }],
    button: { label: t('letter.seeYourAccount'), path: '/dashboard/profileSettings/account', isQuiet: true },
    footnote: t('letter.weAlwaysSendEmailsAboutYourAccount'),
  }),
  example: { goesOn: new Date('2026-12-21T12:00:00Z'), reason: 'You asked for it at the desk.' },
})
