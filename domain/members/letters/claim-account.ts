import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { endSentence } from '#format/text.ts'

type Facts = { key: string; until: Date; name: string }

export const claimAccountLetter = defineLetter({
  name: 'claim-account',
  kind: 'account',
  compose: ({ key, until, name }: Facts, { firstName, clubName, timeZone }) => ({
    subject: `Your sign-in at ${clubName}`,
    topic: 'Your account',
    heading: 'Sign in from now on',
    paragraphs: [
      `Hello ${firstName}, the office has a record for ${name}. With a sign-in you see your hours and payments, and book by yourself. The button works once, until ${endSentence(formatDate(until, timeZone))}`,
    ],
    button: { label: 'Choose a password', path: `/claim?key=${key}` },
    closing: ['Nothing changes if you do nothing: the office goes on looking after the record.'],
    footnote: 'We always send emails about your account, and never ask for your password in one.',
  }),
  example: {
    key: '4hT2c9-Xw0mQ7bLr',
    until: new Date('2026-12-05T16:57:00Z'),
    name: 'Anneliese Krämer',
  },
})
