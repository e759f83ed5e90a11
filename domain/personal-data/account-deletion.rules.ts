import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'

/** Reason why an account cannot be deleted yet. */
export type DeletionBlocker =
  | { kind: 'last admin' }
  | { kind: 'sold hours'; hours: number; until: Date; hasLeft: boolean }
  | { kind: 'lessons ahead'; lessons: number }
  | { kind: 'owed'; cents: number; currency: string }
  | { kind: 'refund'; cents: number; currency: string }

/** Formats a blocker for the person themselves, or with their name for the office. */
export function formatBlocker(
  blocker: DeletionBlocker,
  timeZone: string,
  name: string | null = null,
): string {
  const [subject, object, possessive] = name === null ? ['You', 'you', 'your'] : [name, name, 'their']
  switch (blocker.kind) {
    case 'last admin':
      return `${subject} ${name === null ? 'are' : 'is'} the last admin. Someone else has to be one first.`
    case 'sold hours':
      if (blocker.hasLeft)
        return `${formatCount(blocker.hours, 'month', 'months')} that ${object} sold ${blocker.hours === 1 ? 'runs' : 'run'} until ${formatDate(blocker.until, timeZone)} at the latest, given by others. The account can be deleted after that.`
      return `${formatCount(blocker.hours, 'hour', 'hours')} with ${object} ${blocker.hours === 1 ? 'is' : 'are'} sold or held, until ${formatDate(blocker.until, timeZone)} at the latest. The account can be deleted after that.`
    case 'lessons ahead':
      return `${subject} still ${name === null ? 'give' : 'gives'} ${formatCount(blocker.lessons, 'hour', 'hours')}. The account can be deleted after the last one.`
    case 'owed':
      return `The club owes ${object} ${formatMoney(blocker.cents, blocker.currency)} from ${possessive} sales. The account can be deleted once that is paid out.`
    default:
      return `${formatMoney(blocker.cents, blocker.currency)} ${name === null ? 'goes back to you' : `goes back to ${name}`} and hasn’t arrived yet. The account can be deleted once it has.`
  }
}

/** A paid month that has not ended. */
export type RunningMonth = {
  bookingId: string
  startHour: number
  trainerName: string
  hoursAhead: number
  paidUntil: Date
}

/** State of an account that is to be deleted. */
export type AccountDeletion = {
  /** Time of the decision to delete at the end of the paid months; null if the account stays. */
  leavingSince: Date | null
  /** Whether the office decided. Then only the office can cancel it. */
  leavingByClub: boolean
  months: RunningMonth[]
  /** End of the last paid month. */
  lastDay: Date | null
  blockers: DeletionBlocker[]
}
