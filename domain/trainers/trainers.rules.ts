import { bounds } from '#words/bounds.ts'

/** What a new trainer's hour costs a month, in cents, until they change it. */
export const firstPriceCents = 5000
const firstStartHour = 6

export type SlotPreview = { name: string; startHour: number; priceCents: number }

/** The slots that an approved application makes: 'Slot 1' at 6, 'Slot 2' at 7, one for each hour offered. */
export function previewSlots(hoursADay: number): SlotPreview[] {
  const count = Math.min(bounds.hoursADay.most, Math.max(0, Math.trunc(hoursADay) || 0))
  return Array.from({ length: count }, (_, index) => ({
    name: `Slot ${index + 1}`,
    startHour: firstStartHour + index,
    priceCents: firstPriceCents,
  }))
}
