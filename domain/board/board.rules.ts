import type { Day } from '#db/tables.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import type { Slot } from '#domain/slots/slots.server.ts'
import { weekdays } from '#format/weekdays.ts'

/** A slot on sale with its trainer, as the board of the club's week shows it. */
export type BoardSlot = Pick<
  Slot,
  'id' | 'startHour' | 'priceCents' | 'state' | 'freeFrom' | 'freeAgain' | 'ownBookingId'
> & {
  trainerId: string
  trainerName: string
  weekdays: string[]
  skills: string[]
  yearsOfExperience: number
  portrait: Portrait | null
  /** The viewer is its trainer. */
  isOwn: boolean
}

/** What a person asks of the board. Empty days, no discipline and no trainer mean any. */
export type Wish = {
  days: string[]
  /** The first start hour, 0 to 23. */
  from: number
  /** The hour after the last start, 1 to 24. */
  to: number
  discipline: string | null
  trainerId: string | null
}

/** The wish without a condition. */
export const anyHour: Wish = { days: [], from: 0, to: 24, discipline: null, trainerId: null }

/** Whether a wish has no condition. */
export const isAnyHour = ({ days, from, to, discipline, trainerId }: Wish) =>
  days.length === 0 && from === anyHour.from && to === anyHour.to && discipline === null && trainerId === null

/** Whether a month of the slot can be bought now, at once or from the end of a month that is not renewed. */
export const isBookable = ({ state, freeFrom }: Pick<BoardSlot, 'state' | 'freeFrom'>) =>
  state === 'free' || freeFrom !== null

/** Whether a slot is bookable and has a day, an hour, a discipline and a trainer that were asked for. */
export function fitsWish(slot: BoardSlot, wish: Wish): boolean {
  return (
    isBookable(slot) &&
    slot.startHour >= wish.from &&
    slot.startHour < wish.to &&
    (wish.days.length === 0 || slot.weekdays.some((day) => wish.days.includes(day))) &&
    (wish.discipline === null || slot.skills.some((skill) => isSameDiscipline(skill, wish.discipline))) &&
    (wish.trainerId === null || slot.trainerId === wish.trainerId)
  )
}

export const isSameDiscipline = (skill: string, discipline: string | null) =>
  skill.toLowerCase() === discipline?.toLowerCase()

/** Days of the slot that were not asked for, and days asked for that it lacks, Monday first. */
export function daysBesideWish(
  slot: Pick<BoardSlot, 'weekdays'>,
  wish: Wish,
): { extra: string[]; missing: string[] } {
  if (wish.days.length === 0) return { extra: [], missing: [] }
  return {
    extra: weekdays.filter((day) => slot.weekdays.includes(day) && !wish.days.includes(day)),
    missing: weekdays.filter((day) => wish.days.includes(day) && !slot.weekdays.includes(day)),
  }
}

/** 0 without other days than those asked for, 1 with all of them and others, 2 without some of them. */
function fitLevel(slot: BoardSlot, wish: Wish): number {
  const { extra, missing } = daysBesideWish(slot, wish)
  if (extra.length === 0) return 0
  return missing.length === 0 ? 1 : 2
}

/** Days from a weekday to the next day of the slot, that weekday excluded; after it, days of the next week. */
function daysUntil(slot: BoardSlot, today: string): number {
  const from = weekdays.findIndex((day) => day === today)
  const ahead = slot.weekdays.map((day) => {
    const distance = (weekdays.findIndex((other) => other === day) - from + 7) % 7
    return distance === 0 ? 7 : distance
  })
  return slot.freeFrom === null ? Math.min(...ahead) : 31
}

const byName = new Intl.Collator()

/** Returns the slots that fit: those on the days asked for first, then by first date, hour and trainer's name. */
export const rankSlots = (slots: readonly BoardSlot[], wish: Wish, today: string): BoardSlot[] =>
  rank(slots, wish, (slot) => daysUntil(slot, today))

/** As `rankSlots`, by the first dates that can be given: closures and absences delay them. */
export const rankByFirstDate = (
  slots: readonly BoardSlot[],
  wish: Wish,
  firstDates: ReadonlyMap<string, Day>,
): BoardSlot[] => rank(slots, wish, ({ id }) => Date.parse(firstDates.get(id) ?? '9999-12-31'))

function rank(slots: readonly BoardSlot[], wish: Wish, beginOf: (slot: BoardSlot) => number): BoardSlot[] {
  const ranked = slots
    .filter((slot) => fitsWish(slot, wish))
    .map((slot) => ({ slot, level: fitLevel(slot, wish), begin: beginOf(slot) }))
  ranked.sort(
    (left, right) =>
      left.level - right.level ||
      left.begin - right.begin ||
      left.slot.startHour - right.slot.startHour ||
      byName.compare(left.slot.trainerName, right.slot.trainerName),
  )
  return ranked.map(({ slot }) => slot)
}

/**
 * Returns the lane of each trainer, from 0 to `most`, by trainer id: trainers who share a day and hour differ, and each
 * keeps one lane all week. Trainers with earlier hours come first, and those without a lane of their own share the last.
 */
export function assignLanes(slots: readonly BoardSlot[], most: number): Map<string, number> {
  const taken = new Map<string, Set<number>>()
  const cellsOf = new Map<string, string[]>()
  for (const slot of [...slots].sort((left, right) => left.startHour - right.startHour)) {
    const cells = cellsOf.get(slot.trainerId) ?? []
    cellsOf.set(slot.trainerId, cells)
    cells.push(...slot.weekdays.map((day) => `${day} ${slot.startHour}`))
  }
  const lanes = new Map<string, number>()
  for (const [trainerId, cells] of cellsOf) {
    let lane = 0
    while (lane < most && cells.some((cell) => taken.get(cell)?.has(lane))) lane += 1
    lanes.set(trainerId, lane)
    for (const cell of cells) taken.set(cell, (taken.get(cell) ?? new Set()).add(lane))
  }
  return lanes
}

/** A wish with one condition less, and the number of slots that fit it. */
export type WiderWish = { dropped: 'days' | 'time' | 'discipline' | 'trainer'; wish: Wish; count: number }

/** Returns the wishes with one condition less that some slot fits, most slots first. */
export function widerWishes(slots: readonly BoardSlot[], wish: Wish): WiderWish[] {
  const wider: Omit<WiderWish, 'count'>[] = []
  if (wish.days.length > 0) wider.push({ dropped: 'days', wish: { ...wish, days: [] } })
  if (wish.from !== anyHour.from || wish.to !== anyHour.to)
    wider.push({ dropped: 'time', wish: { ...wish, from: anyHour.from, to: anyHour.to } })
  if (wish.discipline !== null) wider.push({ dropped: 'discipline', wish: { ...wish, discipline: null } })
  if (wish.trainerId !== null) wider.push({ dropped: 'trainer', wish: { ...wish, trainerId: null } })
  return wider
    .map((change) => ({ ...change, count: countFitting(slots, change.wish) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count)
}

/** Number of slots that fit a wish. */
export const countFitting = (slots: readonly BoardSlot[], wish: Wish) =>
  slots.filter((slot) => fitsWish(slot, wish)).length

/** Numbers of slots by discipline, in lower case. */
export function countByDiscipline(slots: readonly BoardSlot[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { skills } of slots)
    for (const key of new Set(skills.map((skill) => skill.toLowerCase())))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The trainers' disciplines in alphabetical order; two spellings of one are the first of them. */
export function disciplinesOf(slots: readonly BoardSlot[]): string[] {
  const byKey = new Map<string, string>()
  for (const skill of slots.flatMap(({ skills }) => skills))
    if (!byKey.has(skill.toLowerCase())) byKey.set(skill.toLowerCase(), skill)
  return [...byKey.values()].sort((left, right) => left.localeCompare(right))
}
