import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { ClubClosure } from './club-facts.rules.ts'

/** Returns `Closed on Tue 1 Dec: stocktaking` for each closure, without a full stop at the end; '' without any. */
export const formatClosures = (closures: ClubClosure[]): string =>
  closures
    .map(({ fromDay, untilDay, reason: typed }) => {
      const [first, last, reason] = [formatDay(fromDay), formatDay(untilDay), typed.replace(/\.$/, '')]
      return fromDay === untilDay
        ? t('closure.day', { day: last, reason })
        : t('closure.days', { first, last, reason })
    })
    .join('. ')
