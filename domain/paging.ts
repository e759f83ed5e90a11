/** A stretch of a list: how many entries, and how many come before it. */
export type Stretch = { limit: number; offset: number }

/** A stretch of a list together with how many entries the whole list has. */
export type Listed<Entry> = { items: Entry[]; total: number }

const furthest = 1_000_000_000

/** Whole numbers that a query can bear, whatever was asked for: at least 1 and at most `most` entries. */
export function boundStretch(asked: Partial<Stretch>, most = 100): Stretch {
  return {
    limit: whole(asked.limit ?? most, 1, most),
    offset: whole(asked.offset ?? 0, 0, furthest),
  }
}

function whole(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? least : Math.trunc(Math.min(most, Math.max(least, value)))
}
