import {
  anyHour,
  assignLanes,
  countFitting,
  fitsWish,
  isBookable,
  type BoardSlot,
  type Wish,
} from '#domain/board/board.rules.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatWeeklyHour } from '#format/hours.ts'
import { weekdays } from '#format/weekdays.ts'
import { boardUrl } from './board-url.ts'

/** A mark of a cell: a face in a ring for a free hour, a dot for one that is taken, a bare ring for one on hold. */
export type BoardMark = {
  kind: 'free' | 'dim' | 'taken' | 'held'
  /** From 1. */
  lane: number
  trainerId: string
  /** `07:00 with Mira Okafor, Mon to Fri` */
  title: string
  slotId: string
  isChosen: boolean
}

export type BoardCell = {
  marks: BoardMark[]
  /** Hours of the cell that fit and have no mark of their own. */
  more: number
  /** The line through the days of the chosen hour. */
  line: { lane: number; begins: boolean; ends: boolean } | null
}

export type BoardRow = {
  hour: number
  isOpen: boolean
  cells: BoardCell[]
  /** Hours that fit, each once. */
  free: number
}

export type BoardView = { rows: BoardRow[]; faces: Record<string, Portrait | null>; wish: Wish }

/** The most marks of a cell, and the marks before `+9` when there are more. */
const maxLanes = 3
const maxFaces = 24

/** Returns the rows of the board, one for each hour from the first to the last on sale. */
export function toBoardView(slots: readonly BoardSlot[], wish: Wish, chosen: string | null): BoardView {
  const lanes = assignLanes(slots, maxLanes)
  const byHour = Map.groupBy(slots, ({ startHour }) => startHour)
  const hours = [...byHour.keys()]
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  const faces: BoardView['faces'] = {}
  const rows = Array.from({ length: slots.length === 0 ? 0 : last - first + 1 }, (_, index) => {
    const hour = first + index
    const ofHour = byHour.get(hour) ?? []
    const chosenDays = ofHour.find(({ id }) => id === chosen)?.weekdays ?? []
    const cells = weekdays.map((day) =>
      toCell(
        ofHour.filter(({ weekdays: days }) => days.includes(day)),
        { wish, chosen, chosenDays, lanes, day },
      ),
    )
    return { hour, isOpen: hour >= wish.from && hour < wish.to, cells, free: countFitting(ofHour, wish) }
  })
  const shown = new Set(
    rows.flatMap(({ cells }) => cells.flatMap(({ marks }) => marks.map(({ trainerId }) => trainerId))),
  )
  for (const { trainerId, portrait } of slots) if (shown.has(trainerId)) faces[trainerId] = portrait
  return { rows, faces, wish }
}

/** Whether a cell has a number instead of marks. */
export const isCounted = ({ marks, more }: BoardCell) => more > 0 && marks.length === 0

/** A row of the board as a picture: the marks of each weekday, by lane. */
export type PictureRow = { hour: number; cells: { lane: number; isFree: boolean }[][] }

/** Returns the rows of the board without names, faces and addresses. */
export const toBoardPicture = (slots: readonly BoardSlot[]): PictureRow[] =>
  toBoardView(slots, anyHour, null).rows.map(({ hour, cells }) => ({
    hour,
    cells: cells.map(({ marks }) => marks.map(({ lane, kind }) => ({ lane, isFree: kind === 'free' }))),
  }))

type CellContext = {
  wish: Wish
  chosen: string | null
  /** The days of the chosen slot, if it is at the time of the cell. */
  chosenDays: readonly string[]
  lanes: Map<string, number>
  day: string
}

function toCell(slots: BoardSlot[], { wish, chosen, chosenDays, lanes, day }: CellContext): BoardCell {
  const fitting = slots.filter((slot) => fitsWish(slot, wish))
  const laneOf = ({ trainerId }: BoardSlot) => (lanes.get(trainerId) ?? 0) + 1
  const fitsLanes = slots.every((slot) => laneOf(slot) <= maxLanes)
  const shown = fitsLanes ? slots : firstMarks(slots, fitting, chosen)
  const marks = shown.map((slot, index): BoardMark => ({
    kind: kindOf(slot, wish),
    lane: fitsLanes ? laneOf(slot) : index + 1,
    trainerId: slot.trainerId,
    title: formatWeeklyHour(slot),
    slotId: slot.id,
    isChosen: slot.id === chosen,
  }))
  return {
    marks,
    more: fitsLanes ? 0 : fitting.filter((slot) => !shown.includes(slot)).length,
    line: lineThrough(chosenDays, day, marks.find(({ isChosen }) => isChosen)?.lane ?? 1),
  }
}

/** The marks of a cell with more trainers than lanes: of those that fit, or of any when none does; none of too many. */
function firstMarks(slots: BoardSlot[], fitting: BoardSlot[], chosen: string | null): BoardSlot[] {
  if (fitting.length > maxFaces) return []
  if (fitting.length === 0) return slots.filter(isBookable).slice(0, maxLanes)
  const first = fitting.filter(({ id }) => id === chosen)
  const others = fitting.filter(({ id }) => id !== chosen)
  return [...first, ...others].slice(0, fitting.length === maxLanes ? maxLanes : maxLanes - 1)
}

/** The line from the first to the last day of the chosen slot, at one day; null outside and for a single day. */
function lineThrough(chosenDays: readonly string[], day: string, lane: number): BoardCell['line'] {
  const [place, ...places] = [day, ...chosenDays].map((each) =>
    weekdays.findIndex((weekday) => weekday === each),
  )
  const [first, last] = [Math.min(...places), Math.max(...places)]
  if (first >= last || place! < first || place! > last) return null
  return { lane, begins: place === first, ends: place === last }
}

function kindOf(slot: BoardSlot, wish: Wish): BoardMark['kind'] {
  if (!isBookable(slot)) return slot.state === 'held' ? 'held' : 'taken'
  return fitsWish(slot, wish) ? 'free' : 'dim'
}

/** The address that chooses a slot and shows its answer. */
export const choiceUrl = (wish: Wish, slotId: string) =>
  `${boardUrl(wish, { chosen: slotId })}#${answerId(slotId)}`

export const answerId = (slotId: string) => `answer-${slotId}`
