/** A fault of a request to the double. */
export type StripeFault =
  /** Status 500. `worked`: the work was completed. `kept`: a retry with the same key gets the same error. */
  | { kind: 'fails'; worked: boolean; kept: boolean }
  /** The work is done, and an intermediary responds with 502 and an HTML page. */
  | { kind: 'garbled' }
  /** The work is done, and the connection is closed before the response. */
  | { kind: 'drops' }
  /** The work is done, without any response. */
  | { kind: 'hangs' }
  | { kind: 'slow'; milliseconds: number }

export type FaultInjector = (request: { method: string; path: string }) => StripeFault | null

export const noFaults: FaultInjector = () => null

/** The percentage of each fault, drawn from `random` (0 to 1). */
export function randomFaults(
  random: () => number,
  percent: { fails?: number; drops?: number; hangs?: number; slow?: number },
): FaultInjector {
  const drawn: [number, () => StripeFault][] = [
    [percent.fails ?? 0, () => ({ kind: 'fails', worked: random() < 0.5, kept: random() < 0.5 })],
    [percent.drops ?? 0, () => ({ kind: 'drops' })],
    [percent.hangs ?? 0, () => ({ kind: 'hangs' })],
    [percent.slow ?? 0, () => ({ kind: 'slow', milliseconds: 20 + random() * 300 })],
  ]
  return () => {
    let place = random() * 100
    for (const [share, make] of drawn) {
      if (place < share) return make()
      place -= share
    }
    return null
  }
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shuffles the items, by `random`. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] as Item, result[last] as Item]
  }
  return result
}
