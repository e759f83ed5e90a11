import type { Slot } from '#domain/slots/slot-reading.server.ts'
import type { TrainerProfile } from '#domain/trainers/trainers.server.ts'
import { formatDate } from '#words/format.ts'

export type ShownTrainer = Omit<TrainerProfile, 'slots'> & {
  slots: (Omit<Slot, 'freeFrom'> & { freeFrom: string | null })[]
}

/** The trainer with dates as text: no public page formats them in the browser. */
export const shownTrainer = ({ slots, ...trainer }: TrainerProfile, timeZone: string): ShownTrainer => ({
  ...trainer,
  slots: slots.map((slot) => ({ ...slot, freeFrom: slot.freeFrom && formatDate(slot.freeFrom, timeZone) })),
})
