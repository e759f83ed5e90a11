import { defineLetter } from '#domain/mail/letter.ts'
import { formatTime } from '#format/date-time.ts'

export const confirmEmailChange = defineLetter({
  name: 'change-address',
  kind: 'account',
  compose: (
    { email, key, until }: { email: string; key: string; until: Date },
    { firstName, clubName, timeZone },
  ) => ({
    subject: 'Is this your new address?',
    topic: 'Your account',
    heading: 'Is this your new address?',
    paragraphs: [
      `Hello ${firstName}, you asked to use ${email} for your account at ${clubName}. Press the button to confirm it; it works once, until ${formatTime(until, timeZone)}.`,
    ],
    button: { label: 'Yes, it’s mine', path: `/confirmAddress?key=${key}` },
    closing: ['Not you? Do nothing, and nothing changes.'],
    footnote: 'We always send emails about your account, and never ask for your password in one.',
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
