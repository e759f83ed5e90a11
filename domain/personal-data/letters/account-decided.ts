import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate } from '#format/date-time.ts'

type Facts = {
  /** Day of the deletion; null if it was cancelled. */
  goesOn: Date | null
  reason: string | null
}

export const accountDeletionDecided = defineLetter({
  name: 'account-decided',
  kind: 'account',
  compose: ({ goesOn, reason }: Facts, { firstName, clubName, timeZone }) => ({
    subject: goesOn ? 'Your account ends with your month' : 'Your account stays',
    topic: 'Your account',
    heading: goesOn ? 'Your account ends with your month' : 'Your account stays',
    paragraphs: [
      goesOn
        ? `Hello ${firstName}, the office of ${clubName} decided to delete your account on ${formatLongDate(goesOn, timeZone)}, when your last month ends. Until then your hours are yours as before. If it should stay, please ask at the desk.`
        : `Hello ${firstName}, your account was to be deleted. The office of ${clubName} has decided to keep it, with everything in it.`,
    ],
    details: reason === null ? [] : [{ name: 'Why', value: reason }],
    button: { label: 'See your account', path: '/dashboard/profileSettings/account', isQuiet: true },
    footnote: 'We always send emails about your account.',
  }),
  example: { goesOn: new Date('2026-12-21T12:00:00Z'), reason: 'You asked for it at the desk.' },
})
