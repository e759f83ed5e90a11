import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const accountDeletionReminder = defineLetter({
  name: 'account-ends',
  kind: 'account',
  compose: ({ until, byClub }: { until: Date; byClub: boolean }, { firstName, timeZone }) => ({
    subject: `Your account will be deleted on ${formatDate(until, timeZone)}`,
    topic: 'Your account',
    heading: `Your account will be deleted on ${formatDate(until, timeZone)}`,
    paragraphs: [
      `Hello ${firstName}, your last month ends on ${formatDate(until, timeZone)}, ${formatTime(until, timeZone)}, and your account will be deleted after that, as ${byClub ? 'the office decided' : 'you asked'}. After that, nothing of it can be restored.`,
    ],
    button: {
      label: byClub ? 'See your account' : 'Stay after all',
      path: '/dashboard/profileSettings/account',
      isQuiet: true,
    },
    footnote: 'We always send emails about your account.',
  }),
  example: { until: new Date('2026-12-21T12:00:00Z'), byClub: false },
})
