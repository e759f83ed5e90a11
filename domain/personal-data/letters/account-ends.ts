import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const accountDeletionReminder = defineLetter({
  name: 'account-ends',
  kind: 'account',
  compose: ({ until, byClub }: { until: Date; byClub: boolean }, { firstName, timeZone }) => ({
    subject: `Your account goes on ${formatDate(until, timeZone)}`,
    topic: 'Your account',
    heading: `Your account goes on ${formatDate(until, timeZone)}`,
    paragraphs: [
      `Hello ${firstName}, your last month ends on ${formatDate(until, timeZone)}, ${formatTime(until, timeZone)}, and your account is deleted after it, as ${byClub ? 'the office decided' : 'you asked'}. Nothing of it can be brought back then.`,
    ],
    button: {
      label: byClub ? 'See your account' : 'Stay after all',
      path: '/dashboard/profileSettings/account',
      isQuiet: true,
    },
    footnote: 'Letters about your account are always sent.',
  }),
  example: { until: new Date('2026-12-21T12:00:00Z'), byClub: false },
})
