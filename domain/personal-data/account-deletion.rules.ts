import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

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
  const [subject, object, possessive] =
    name === null
      ? [t('accountDeletion.you'), t('accountDeletion.youObject'), t('accountDeletion.your')]
      : [name, name, t('accountDeletion.their')]
  switch (blocker.kind) {
    case 'last admin':
      return t('accountDeletion.areTheLastAdmin', { subject, name: name === null ? 'yes' : 'no' })
    case 'sold hours':
      if (blocker.hasLeft)
        return t('accountDeletion.monthThatSoldRuns', {
          hours: blocker.hours,
          object,
          until: formatDate(blocker.until, timeZone),
        })
      return t('accountDeletion.hourWithIsSold', {
        hours: blocker.hours,
        object,
        until: formatDate(blocker.until, timeZone),
      })
    case 'lessons ahead':
      return t('accountDeletion.stillGiveHourThe', {
        subject,
        name: name === null ? 'yes' : 'no',
        lessons: blocker.lessons,
      })
    case 'owed':
      return t('accountDeletion.theClubOwesFrom', {
        object,
        cents: formatMoney(blocker.cents, blocker.currency),
        possessive,
      })
    default:
      return t('accountDeletion.andHasntArrivedYet', {
        cents: formatMoney(blocker.cents, blocker.currency),
        name: name === null ? t('accountDeletion.goesBackToYou') : t('accountDeletion.goesBackTo', { name }),
      })
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
