import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const newPassword = defineLetter({
  name: 'new-password',
  kind: 'account',
  compose: ({ key, until }: { key: string; until: Date }, { firstName, timeZone }) => ({
    subject: t('letter.password.subject'),
    topic: t('letter.account.topic'),
    heading: t('letter.password.heading'),
    paragraphs: [t('letter.password.text', { firstName, time: formatTime(until, timeZone) })],
    button: { label: t('letter.password.subject'), path: `/newPassword?key=${key}` },
    closing: [t('letter.password.closing')],
    footnote: t('letter.account.footnote'),
  }),
  example: { key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
