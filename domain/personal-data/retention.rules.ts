import { formatCount } from '#format/text.ts'

/** Times that a club chooses. */
export type RetentionTerms = {
  formerMemberDays: number
  /** Whether former members are erased at night, after a letter. */
  erasesFormerMembers: boolean
  letterDays: number
  activityDays: number
  auditDays: number
}

/** The terms of a new club, as the database sets them. @internal */
export const defaultTerms: RetentionTerms = {
  formerMemberDays: 1_095,
  erasesFormerMembers: false,
  letterDays: 365,
  activityDays: 730,
  auditDays: 3_650,
}

/** Days for which data is stored where the club has no choice. */
export const retentionDays = {
  formerMemberNotice: 28,
  sessions: 1,
  processorEvents: 30,
  unconfirmedSubscribers: 30,
  unconfirmedAccounts: 90,
  unpaidBookings: 365,
  cancelledAttempts: 365,
  uploadedTables: 7,
  undoneImports: 30,
  visits: 1_095,
} as const

export type RetentionRow = { what: string; howLong: string; why: string }

const days = (number: number) => formatCount(number, 'day', 'days')

/** The one table of how long data is stored, for the privacy page, the settings page and docs/retention.md. */
export const retentionTable = ({
  formerMemberDays,
  erasesFormerMembers,
  letterDays,
  activityDays,
  auditDays,
}: RetentionTerms): RetentionRow[] => [
  {
    what: 'Account and profile',
    howLong: 'until you delete it',
    why: 'You use them.',
  },
  {
    what: 'Accounts of former members',
    howLong: `${days(formerMemberDays)} after the last visit and the last hour, then ${
      erasesFormerMembers
        ? `${days(retentionDays.formerMemberNotice)} after an email that says so`
        : 'until the office deletes them'
    }`,
    why: 'You may come back.',
  },
  {
    what: 'Accounts without a confirmed address, a booking or a post',
    howLong: `${days(retentionDays.unconfirmedAccounts)} after signing up, once they are signed out`,
    why: 'The address may be someone else’s.',
  },
  {
    what: 'Subscriptions to the newsletter',
    howLong: 'until you or an admin ends them',
    why: 'You asked for the newsletter.',
  },
  {
    what: 'Subscriptions that were not confirmed',
    howLong: days(retentionDays.unconfirmedSubscribers),
    why: 'The address may be someone else’s.',
  },
  {
    what: 'Sessions, with the browser’s name',
    howLong: `30 days, or until you sign out; deleted ${days(retentionDays.sessions)} after they end`,
    why: 'You stay signed in, and can see where.',
  },
  {
    what: 'Emails of the club: recipient and subject',
    howLong: `${days(letterDays)}; the text until it is handed over`,
    why: 'The office can see what was sent.',
  },
  { what: 'Activity log', howLong: days(activityDays), why: 'You can see what happened in your account.' },
  {
    what: 'Audit log of the office',
    howLong: days(auditDays),
    why: 'Changes to money, prices and accounts can be explained.',
  },
  {
    what: 'Bookings that were never paid, and their attempts to pay',
    howLong: days(retentionDays.unpaidBookings),
    why: 'Late payments find their booking.',
  },
  {
    what: 'Cancelled attempts to pay a booking that was paid',
    howLong: days(retentionDays.cancelledAttempts),
    why: 'Questions about a card payment can be answered.',
  },
  {
    what: 'Visits: when you came, and to which lesson',
    howLong: days(retentionDays.visits),
    why: 'You can see when you came, and the club who stays away.',
  },
  {
    what: 'Notices of the card processor: number and kind',
    howLong: days(retentionDays.processorEvents),
    why: 'A notice that comes twice counts once.',
  },
  {
    what: 'Paid bookings, payments, refunds, invoices and the ledger',
    howLong: 'for good; without your name once your account is deleted',
    why: 'Tax law asks for them.',
  },
  {
    what: 'Pictures that are no longer used',
    howLong: '1 day',
    why: 'A form with a new picture may still be open.',
  },
  {
    what: 'Tables of members that the office uploads',
    howLong: `${days(retentionDays.uploadedTables)}; what each row did for ${days(retentionDays.undoneImports)}`,
    why: 'An import can be checked, corrected and undone.',
  },
  { what: 'Copies of your data', howLong: '1 day', why: 'You can download them.' },
  {
    what: 'Backups',
    howLong: 'a year at most; deleted accounts are deleted again when one is restored',
    why: 'The club can be restored after a failure.',
  },
]
