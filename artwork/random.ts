/** Seeded random numbers, the same on every machine. */
export type RandomSource = {
  /** The next number from 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  pick<Item>(list: readonly Item[]): Item
  chance(probability: number): boolean
}

/** FNV-1a over code points, as an unsigned 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** A hash short enough to end an element's id. */
export function shortHash(text: string): string {
  return hashOf(text).toString(36)
}

/** Mulberry32, started from the hash of a seed. */
export function randomFrom(seed: string): RandomSource {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => Math.floor(low + (high - low + 1) * next()),
    pick<Item>(list: readonly Item[]) {
      if (list.length === 0) throw new RangeError('There is nothing to pick from')
      return list[Math.floor(next() * list.length)] as Item
    },
    chance: (probability) => next() < probability,
  }
}
