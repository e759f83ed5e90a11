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

export type WaitingLine = {
  /** Runs `work` once there is room for its weight, first come, first served; throws LineFullError. */
  run<Result>(weight: number, work: () => Promise<Result>): Promise<Result>
}

/** Keeps work that needs much memory or processor time within bounds. */
export function createWaitingLine({ places, waiting, patience }: Bounds): WaitingLine {
  const line: { weight: number; admit: () => void }[] = []
  let taken = 0

  function advance() {
    for (let next = line[0]; next && taken + next.weight <= places; next = line[0]) {
      line.shift()
      taken += next.weight
      next.admit()
    }
  }

  function enter(weight: number): Promise<void> {
    if (line.length === 0 && taken + weight <= places) {
      taken += weight
      return Promise.resolve()
    }
    if (line.length >= waiting) return Promise.reject(new LineFullError())
    return new Promise((resolve, reject) => {
      const entry = { weight, admit: () => (clearTimeout(timer), resolve()) }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(entry), 1)
        advance()
        reject(new LineFullError())
      }, patience)
      line.push(entry)
    })
  }

  return {
    async run(weight, work) {
      // what is heavier than the whole goes alone
      const share = Math.min(weight, places)
      await enter(share)
      try {
        return await work()
      } finally {
        taken -= share
        advance()
      }
    },
  }
}
