import { bounds } from '#domain/bounds.ts'

const firstStartHour = 6

/** Maximum number of trainers that a search by name returns. */
export const maxTrainersFound = 30

export type SlotPreview = { name: string; startHour: number; priceCents: number }

/** Returns the slots of an approved application: 'Slot 1' at 6, 'Slot 2' at 7, one for each hour offered. */
export function previewSlots(hoursADay: number, priceCents: number): SlotPreview[] {
  const count = Math.min(bounds.hoursADay.most, Math.max(0, Math.trunc(hoursADay) || 0))
  return Array.from({ length: count }, (_, index) => ({
    name: `Slot ${index + 1}`,
    startHour: firstStartHour + index,
    priceCents,
  }))
}

/** Returns additional slots at the first free hours from six on, each with an unused name. */
export function nextSlots(
  offered: { name: string; startHour: number }[],
  count: number,
  priceCents: number,
): SlotPreview[] {
  const hours = Array.from({ length: 24 }, (_, index) => (firstStartHour + index) % 24)
  const names = hours.map((_, index) => `Slot ${index + 1}`)
  const freeHours = hours.filter((hour) => !offered.some(({ startHour }) => startHour === hour))
  const freeNames = names.filter((name) => !offered.some((slot) => slot.name === name))
  return freeHours.slice(0, count).map((startHour, index) => ({
    name: freeNames[index] ?? '',
    startHour,
    priceCents,
  }))
}
