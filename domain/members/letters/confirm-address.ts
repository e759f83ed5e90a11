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
      `Hello ${firstName}, somebody opened an account at ${clubName} with ${email}. If it was you, press the button; it works once, until ${formatTime(until, timeZone)}.`,
    ],
    button: { label: 'It is mine', path: `/confirmAddress?key=${key}` },
    closing: [
      'If it was not you, do nothing. Whoever it was cannot prove it, and you can still come in: “Forgot it?” on the sign-in page sets a password of yours and ends theirs.',
    ],
    footnote: 'Letters about your account are always sent. We never ask for your password in one.',
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
