import type { FreeHours } from '#app/components/trainer-card.tsx'
import type { Day } from '#db/tables.ts'
import { isBookable, type BoardSlot } from '#domain/board/board.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { describeDaysShort } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

/** Describes the slots of one trainer, in order of the day, for their card; null without slots. */
export function describeFreeHours(
  slots: readonly BoardSlot[],
  firstDates: Map<string, Day>,
): FreeHours | null {
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return null
  const free = slots.filter(isBookable)
  const [soonest] = free.flatMap(({ id }) => firstDates.get(id) ?? []).toSorted()
  const span = t('hours.span', { from: formatHour(first.startHour), to: formatHour(last.startHour + 1) })
  return {
    dots: slots.map((slot) => (isBookable(slot) ? 'ring' : 'ink')),
    count:
      free.length === 0 ? t('hours.allTaken') : t('hours.count', { free: free.length, total: slots.length }),
    when: `${describeDaysShort(first.weekdays)}, ${span}`,
    soonest: soonest === undefined ? null : t('hours.first', { day: formatDay(soonest) }),
    from: t('hours.from', { amount: formatMoney(Math.min(...slots.map(({ priceCents }) => priceCents))) }),
  }
}
