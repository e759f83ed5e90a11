import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const passwordChanged = defineLetter({
  name: 'password-changed',
  kind: 'account',
  compose: ({ changedAt }: { changedAt: Date }, { firstName, timeZone }) => ({
    subject: 'Your password was changed',
    topic: 'Your account',
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${firstName}, your password was changed on ${formatDate(changedAt, timeZone)}, ${formatTime(changedAt, timeZone)}. Every other device has been signed out.`,
    ],
    button: { label: 'It wasn’t me', path: '/forgottenPassword', isQuiet: true },
    closing: ['Not you? Set a new one right away: it locks out whoever changed it.'],
    footnote: 'We always send emails about your account, and never ask for your password in one.',
  }),
  example: { changedAt: new Date('2026-11-21T16:45:00Z') },
})
