/** A stretch of a list: how many entries, and how many come before it. */
export type PageRange = { limit: number; offset: number }

/** A stretch of a list together with how many entries the whole list has. */
export type Page<Entry> = { items: Entry[]; total: number }

const maxOffset = 1_000_000_000

/** Whole numbers that a query can bear, whatever was asked for: at least 1 and at most `most` entries. */
export function clampPageRange(asked: Partial<PageRange>, most = 100): PageRange {
  return {
    limit: clampInteger(asked.limit ?? most, 1, most),
    offset: clampInteger(asked.offset ?? 0, 0, maxOffset),
  }
}

function clampInteger(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? least : Math.trunc(Math.min(most, Math.max(least, value)))
}
