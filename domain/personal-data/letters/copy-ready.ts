import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const dataExportReady = defineLetter({
  name: 'copy-ready',
  kind: 'account',
  compose: ({ until }: { until: Date }, { firstName, clubName, timeZone }) => ({
    subject: 'Your copy is ready',
    topic: 'Your data',
    heading: 'Your copy is ready',
    paragraphs: [
      `Hello ${firstName}, everything ${clubName} knows about you is in one file: my-data.json and your pictures. It is there until ${formatDate(until, timeZone)}, ${formatTime(until, timeZone)}, and only opens where you are signed in.`,
    ],
    button: { label: 'Download the file', path: '/dashboard/profileSettings/account' },
    closing: ['Didn’t ask for it? Change your password: someone is signed in as you.'],
    footnote: 'You get this because your account asked for a copy of its data.',
  }),
  example: { until: new Date('2026-11-22T16:45:00Z') },
})
