import type { Day } from '#db/tables.ts'
import type { Slot } from '#domain/slots/slots.server.ts'
import type { TrainerProfile } from '#domain/trainers/trainers.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'

type SlotView = Omit<Slot, 'freeFrom'> & {
  freeFrom: string | null
  /** The first date of a month that is bought now. */
  first: string | null
}

export type TrainerView = Omit<TrainerProfile, 'slots'> & {
  slots: SlotView[]
  /** The first date of all, with its hour; where nothing is free, when the next hour is. */
  soonest: string | null
}

/** The trainer with dates as text: no public page formats them in the browser. */
export function toTrainerView(
  { slots, ...trainer }: TrainerProfile,
  firstDates: Map<string, Day>,
  timeZone: string,
): TrainerView {
  return {
    ...trainer,
    soonest: soonestDate(slots, firstDates, timeZone),
    slots: slots.map((slot) => {
      const first = firstDates.get(slot.id)
      return {
        ...slot,
        freeFrom: slot.freeFrom && formatDate(slot.freeFrom, timeZone),
        first: first === undefined ? null : formatDay(first),
      }
    }),
  }
}

function soonestDate(slots: Slot[], firstDates: Map<string, Day>, timeZone: string): string | null {
  const free = slots.filter(({ state }) => state === 'free')
  // by the hour already, so that the first of a day stays the first
  const dated = free.flatMap(({ id, startHour }) => {
    const day = firstDates.get(id)
    return day === undefined ? [] : [{ day, startHour }]
  })
  const [first] = dated.toSorted((left, right) => left.day.localeCompare(right.day))
  if (first) return `First: ${formatDay(first.day)}, ${formatHour(first.startHour)}`
  const [next] = slots.flatMap(({ freeFrom }) => freeFrom ?? []).toSorted((left, right) => +left - +right)
  return free.length === 0 && next ? `The next: ${formatDate(next, timeZone)}` : null
}
