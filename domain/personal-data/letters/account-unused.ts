import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatDayOfMonth } from '#format/days.ts'

type Facts = {
  lastSeenOn: Day
  /** First day on which the account may be deleted. */
  deletedFrom: Day
  hasSignIn: boolean
}

export const unusedAccountEnds = defineLetter({
  name: 'account-unused',
  kind: 'account',
  compose: ({ lastSeenOn, deletedFrom, hasSignIn }: Facts, { firstName, clubName }) => ({
    subject: `Your account will be deleted on ${withYear(deletedFrom)}`,
    topic: 'Your account',
    heading: 'Would you like to keep your account?',
    paragraphs: [
      `Hello ${firstName}, you were last at ${clubName} on ${withYear(lastSeenOn)}. We delete what we know about people who have not been here for long: your account will be deleted on ${withYear(deletedFrom)}.`,
      hasSignIn
        ? 'To keep it, sign in once before then. There is nothing else to do.'
        : 'To keep it, come by or tell us at the desk before then.',
    ],
    ...(hasSignIn && { button: { label: 'Keep my account', path: '/dashboard' } }),
    closing: ['You don’t need it any more? Do nothing. The books keep what was paid, without your name.'],
    footnote: 'We always send emails about your account.',
  }),
  example: { lastSeenOn: '2023-10-02', deletedFrom: '2026-12-21', hasSignIn: true },
})

const withYear = (day: Day) => `${formatDayOfMonth(day)} ${day.slice(0, 4)}`
