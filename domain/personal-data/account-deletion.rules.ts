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
  obstacle: DeletionBlocker,
  timeZone: string,
  name: string | null = null,
): string {
  const [who, whom, whose] = name === null ? ['You', 'you', 'your'] : [name, name, 'their']
  switch (obstacle.kind) {
    case 'last admin':
      return `${who} ${name === null ? 'are' : 'is'} the last admin. Someone else has to be one first.`
    case 'sold hours':
      if (obstacle.hasLeft)
        return `${formatCount(obstacle.hours, 'month', 'months')} that ${whom} sold ${obstacle.hours === 1 ? 'runs' : 'run'} until ${formatDate(obstacle.until, timeZone)} at the latest, given by others. The account can be deleted after that.`
      return `${formatCount(obstacle.hours, 'hour', 'hours')} with ${whom} ${obstacle.hours === 1 ? 'is' : 'are'} sold or held, until ${formatDate(obstacle.until, timeZone)} at the latest. The account can be deleted after that.`
    case 'lessons ahead':
      return `${who} still ${name === null ? 'give' : 'gives'} ${formatCount(obstacle.lessons, 'hour', 'hours')}. The account can be deleted after the last one.`
    case 'owed':
      return `The club owes ${whom} ${formatMoney(obstacle.cents, obstacle.currency)} from ${whose} sales. The account can be deleted once that is paid out.`
    default:
      return `${formatMoney(obstacle.cents, obstacle.currency)} ${name === null ? 'goes back to you' : `goes back to ${name}`} and has not arrived yet. The account can be deleted once it has.`
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
