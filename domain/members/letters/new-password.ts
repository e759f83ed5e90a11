import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'

export const newPassword = defineLetter({
  name: 'new-password',
  kind: 'account',
  compose: ({ key, until }: { key: string; until: Date }, { firstName, timeZone }) => ({
    subject: 'Set a new password',
    topic: 'Your account',
    heading: 'A new password',
    paragraphs: [
      `Hello ${firstName}, someone asked for a new password for this address. If it was you, press the button. It works once, until ${formatTime(until, timeZone)}.`,
    ],
    button: { label: 'Set a new password', path: `/newPassword?key=${key}` },
    closing: [
      'Not you? Do nothing. Your password stays as it is, and nobody learns whether you have an account here.',
    ],
    footnote: 'We always send emails about your account, and never ask for your password in one.',
  }),
  example: { key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
