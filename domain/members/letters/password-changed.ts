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
      `Hello ${firstName}, your account has a new password since ${formatDate(changedAt, timeZone)}, ${formatTime(changedAt, timeZone)}. Every other device is signed out.`,
    ],
    button: { label: 'It was not me', path: '/forgottenPassword', isQuiet: true },
    closing: ['Not you? Set a new one at once: whoever changed it is out with that.'],
    footnote: 'Letters about your account are always sent. We never ask for your password in one.',
  }),
  example: { changedAt: new Date('2026-11-21T16:45:00Z') },
})
