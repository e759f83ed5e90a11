import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const confirmEmail = defineLetter({
  name: 'confirm-address',
  kind: 'account',
  compose: (
    { email, key, until }: { email: string; key: string; until: Date },
    { firstName, clubName, timeZone },
  ) => ({
    subject: t('letter.confirm.subject'),
    topic: t('letter.account.topic'),
    heading: t('letter.confirm.subject'),
    paragraphs: [t('letter.confirm.text', { firstName, clubName, email, time: formatTime(until, timeZone) })],
    button: { label: t('letter.confirm.button'), path: `/confirmAddress?key=${key}` },
    closing: [t('letter.confirm.closing')],
    footnote: t('letter.account.footnote'),
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
