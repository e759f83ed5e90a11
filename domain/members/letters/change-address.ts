import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const confirmEmailChange = defineLetter({
  name: 'change-address',
  kind: 'account',
  compose: (
    { email, key, until }: { email: string; key: string; until: Date },
    { firstName, clubName, timeZone },
  ) => ({
    subject: t('letter.isThisYourNew'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.isThisYourNew'),
    paragraphs: [
      t('letter.helloYouAskedTo', { firstName, email, clubName, until: formatTime(until, timeZone) }),
    ],
    button: { label: t('letter.confirm.button'), path: `/confirmAddress?key=${key}` },
    closing: [t('letter.notYouDoNothing')],
    footnote: t('letter.account.footnote'),
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
