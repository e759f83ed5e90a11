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
      `Hello ${firstName}, you want your account at ${clubName} to have the address ${email}. Press the button and it has; it works once, until ${formatTime(until, timeZone)}.`,
    ],
    button: { label: 'It is mine', path: `/confirmAddress?key=${key}` },
    closing: ['If it was not you, do nothing. Nothing changes.'],
    footnote: 'Letters about your account are always sent. We never ask for your password in one.',
  }),
  example: { email: 'noor@club.example', key: '4hT2c9-Xw0mQ7bLr', until: new Date('2026-11-21T16:57:00Z') },
})
