/** Thrown when so many wait already, or the wait was so long, that trying again later is better. */
export class LineFullError extends Error {
  constructor() {
    super('Too many are waiting.')
    this.name = 'LineFullError'
  }
}

type Bounds = {
  /** The weights of everything admitted at one time add up to at most this. */
  places: number
  /** The most that wait. */
  waiting: number
  /** Milliseconds after which somebody who waits gives up. */
  patience: number
}

type Entry = { weight: number; whose: readonly string[]; turn: PromiseWithResolvers<void> }

export type WaitingLine = {
  /**
   * Runs `work` once there is room for its weight; throws LineFullError. Next is whoever has had least of the time
   * since the line was last empty, and among equals who came first. `whose` names who that is, in several ways if
   * need be, such as a person and their network.
   */
  run<Result>(weight: number, work: () => Promise<Result>, whose?: readonly string[]): Promise<Result>
}

/** Keeps work that needs much memory or processor time within bounds, and shares them among those who ask for it. */
export function createWaitingLine({ places, waiting, patience }: Bounds): WaitingLine {
  const line: Entry[] = []
  let taken = 0
  // milliseconds in places that each has had
  const had = new Map<string, number>()

  const sum = (whose: readonly string[], share: (name: string) => number) =>
    whose.reduce((total, name) => total + share(name), 0)
  const burden = ({ whose }: Entry) => sum(whose, (name) => had.get(name) ?? 0)
  const crowd = ({ whose }: Entry) =>
    sum(whose, (name) => line.filter((other) => other.whose.includes(name)).length)
  const charge = (whose: readonly string[], milliseconds: number) =>
    whose.forEach((name) => had.set(name, (had.get(name) ?? 0) + milliseconds))

  function take({ weight, whose }: Entry) {
    taken += weight
    // until it is known how long this takes, as long as anybody would wait for it
    charge(whose, weight * patience)
  }

  function giveBack({ weight, whose }: Entry, since: number) {
    taken -= weight
    charge(whose, weight * (performance.now() - since - patience))
    advance()
    if (taken === 0) had.clear()
  }

  function advance() {
    while (line.length > 0) {
      const next = line.reduce((best, entry) => (burden(entry) < burden(best) ? entry : best))
      if (taken + next.weight > places) return
      leave(next)
      take(next)
      next.turn.resolve()
    }
  }

  const leave = (entry: Entry) => void line.splice(line.indexOf(entry), 1)

  function turnAway(entry: Entry) {
    leave(entry)
    entry.turn.reject(new LineFullError())
  }

  /** A full line turns away the last of those who crowd it, be it the one who comes. */
  function makeRoomFor(comer: Entry) {
    const last = line.reduce((worst, entry) => (crowd(entry) >= crowd(worst) ? entry : worst), comer)
    if (crowd(last) <= crowd(comer) + comer.whose.length) throw new LineFullError()
    turnAway(last)
  }

  async function enter(entry: Entry): Promise<void> {
    if (line.length === 0 && taken + entry.weight <= places) return take(entry)
    if (line.length >= waiting) makeRoomFor(entry)
    line.push(entry)
    const giveUp = setTimeout(() => (turnAway(entry), advance()), patience)
    await entry.turn.promise.finally(() => clearTimeout(giveUp))
  }

  return {
    async run(weight, work, whose = []) {
      // what is heavier than the whole goes alone
      const entry: Entry = { weight: Math.min(weight, places), whose, turn: Promise.withResolvers<void>() }
      await enter(entry)
      const since = performance.now()
      try {
        return await work()
      } finally {
        giveBack(entry, since)
      }
    },
  }
}
