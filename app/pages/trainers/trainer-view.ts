import { skillName } from '#app/components/skill-name.ts'
import type { Day } from '#db/tables.ts'
import { outsideHoursNote, type OpeningSpan } from '#domain/club/opening-hours.rules.ts'
import type { Slot } from '#domain/slots/slots.server.ts'
import type { TrainerProfile } from '#domain/trainers/trainers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type SlotView = Omit<Slot, 'freeFrom'> & {
  freeFrom: string | null
  /** The first date of a month bought now. */
  first: string | null
  /** A sentence about an hour outside the opening hours. */
  outsideHours: string | null
}

export type TrainerView = Omit<TrainerProfile, 'slots'> & {
  slots: SlotView[]
  /** The first date of all free slots, with its hour; without one, the day on which the next slot becomes free. */
  soonest: string | null
}

/** Formats the dates and skills of a trainer on the server, as on every public page. */
export function toTrainerView(
  { slots, ...trainer }: TrainerProfile,
  firstDates: Map<string, Day>,
  spans: OpeningSpan[],
  timeZone: string,
): TrainerView {
  return {
    ...trainer,
    skills: trainer.skills.map(skillName),
    soonest: soonestDate(slots, firstDates, timeZone),
    slots: slots.map((slot) => {
      const first = firstDates.get(slot.id)
      return {
        ...slot,
        freeFrom: slot.freeFrom && formatDate(slot.freeFrom, timeZone),
        first: first === undefined ? null : formatDay(first),
        outsideHours: outsideHoursNote(spans, { weekdays: trainer.weekdays, startHours: [slot.startHour] }),
      }
    }),
  }
}

function soonestDate(slots: Slot[], firstDates: Map<string, Day>, timeZone: string): string | null {
  const free = slots.filter(({ state }) => state === 'free')
  // already sorted by hour, and the sort below is stable
  const dated = free.flatMap(({ id, startHour }) => {
    const day = firstDates.get(id)
    return day === undefined ? [] : [{ day, startHour }]
  })
  const [first] = dated.toSorted((left, right) => left.day.localeCompare(right.day))
  if (first)
    return t('trainerView.first', { day: formatDay(first.day), startHour: formatHour(first.startHour) })
  if (free.length > 0) return null
  const next = slots.flatMap(({ freeFrom, freeAgain }) => {
    if (freeFrom !== null) return [{ day: freeFrom.toISOString(), text: formatDate(freeFrom, timeZone) }]
    return freeAgain === null ? [] : [{ day: freeAgain, text: formatDay(freeAgain) }]
  })
  const [soonest] = next.toSorted((left, right) => left.day.localeCompare(right.day))
  return soonest ? t('trainerView.next', { text: soonest.text }) : null
}
