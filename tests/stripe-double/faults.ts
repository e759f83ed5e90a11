/** How a request to the double goes wrong. */
export type StripeFault =
  /** 500; `worked` marks completed work, `kept` an error that a repetition gets again. */
  | { kind: 'fails'; worked: boolean; kept: boolean }
  /** The work is done, and something in between answers 502 with a page of its own. */
  | { kind: 'garbled' }
  /** The work is done and the connection cut before the answer. */
  | { kind: 'drops' }
  /** Never answers; the work is done. */
  | { kind: 'hangs' }
  | { kind: 'slow'; milliseconds: number }

export type FaultInjector = (request: { method: string; path: string }) => StripeFault | null

export const noFaults: FaultInjector = () => null

/** So many of each in a hundred requests, drawn from `random` (0 to 1). */
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

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The items in an order drawn from `random`. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] as Item, result[last] as Item]
  }
  return result
}
