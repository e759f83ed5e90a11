import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'

export const confirmEmail = defineLetter({
  name: 'confirm-address',
  kind: 'account',
  compose: (
    { email, key, until }: { email: string; key: string; until: Date },
    { firstName, clubName, timeZone },
  ) => ({
    subject: 'Is this your address?',
    topic: 'Your account',
    heading: 'Is this your address?',
    paragraphs: [
      `Hello ${firstName}, someone opened an account at ${clubName} with ${email}. If it was you, press the button; it works once, until ${formatTime(until, timeZone)}.`,
    ],
    button: { label: 'Yes, it’s mine', path: `/confirmAddress?key=${key}` },
    closing: [
      'Not you? Do nothing. They can’t confirm your address, and the account can still be yours: “Forgot it?” on the sign-in page sets your own password and ends theirs.',
    ],
    footnote: 'We always send emails about your account, and never ask for your password in one.',
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
