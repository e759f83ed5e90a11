import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const passwordChanged = defineLetter({
  name: 'password-changed',
  kind: 'account',
  compose: ({ changedAt }: { changedAt: Date }, { firstName, timeZone }) => ({
    subject: t('letter.yourPasswordWasChanged'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.yourPasswordWasChanged'),
    paragraphs: [
      t('letter.helloYourPasswordWas', {
        firstName,
        changedAt: formatDate(changedAt, timeZone),
        changedAt2: formatTime(changedAt, timeZone),
      }),
    ],
    button: { label: t('letter.itWasntMe'), path: '/forgottenPassword', isQuiet: true },
    closing: [t('letter.notYouSetANew')],
    footnote: t('letter.account.footnote'),
  }),
  example: { changedAt: new Date('2026-11-21T16:45:00Z') },
})
