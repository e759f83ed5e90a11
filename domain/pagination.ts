/** A range of a list. */
export type PageRange = { limit: number; offset: number }

/** One page of a list, with the length of the whole list. */
export type Page<Entry> = { items: Entry[]; total: number }

const maxOffset = 1_000_000_000

/** Returns a range of whole numbers, with `limit` clamped to 1 to `most` entries. */
export function clampPageRange(range: Partial<PageRange>, most = 100): PageRange {
  return {
    limit: clampInteger(range.limit ?? most, 1, most),
    offset: clampInteger(range.offset ?? 0, 0, maxOffset),
  }
}

function clampInteger(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? least : Math.trunc(Math.min(most, Math.max(least, value)))
}
