import { formatDay } from '#format/days.ts'
import type { ClubClosure } from './club-facts.rules.ts'

/** Returns `Closed on Tue 1 Dec: stocktaking` for each closure, without a full stop at the end; '' without any. */
export const formatClosures = (closures: ClubClosure[]): string =>
  closures
    .map(
      ({ fromDay, untilDay, reason }) =>
        `Closed ${fromDay === untilDay ? 'on' : `from ${formatDay(fromDay)} to`} ${formatDay(untilDay)}: ${reason.replace(/\.$/, '')}`,
    )
    .join('. ')
