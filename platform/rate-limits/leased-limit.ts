import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

// One limit for several processes, without asking for each act: the parent counts, and gives each process a few points
// at a time to spend by itself. What lies unspent with the others is how much too early a limit can be reached.

/** Of a limit's points all processes together hold at most this part unspent. */
const maxUnspentShare = 0.05

/** Points to spend until the window ends; none where the limit is reached. */
export type Lease = { points: number; msLeft: number }
type Limit = { keyPrefix: string; points: number; duration: number }

/** Counts for so many processes. Returns a function that leases the next points to one of them. */
export function createLeaseIssuer(limits: Limit[], processes: number) {
  const counters = new Map(limits.map((limit) => [limit.keyPrefix, new RateLimiterMemory(limit)]))
  return async (limit: string, key: string): Promise<Lease> => {
    const counter = counters.get(limit)
    if (!counter) throw new Error(`There is no limit ${limit}.`)
    const points = Math.max(1, Math.floor((counter.points * maxUnspentShare) / processes))
    try {
      return { points, msLeft: (await counter.consume(key, points)).msBeforeNext }
    } catch (over) {
      const { consumedPoints, msBeforeNext } = over as RateLimiterRes
      return { points: Math.max(0, points - (consumedPoints - counter.points)), msLeft: msBeforeNext }
    }
  }
}

type HeldLease = { points: number; until: number }

/** Counts in one of several processes. */
export class LeasedLimiter {
  readonly #ask: (key: string) => Promise<Lease>
  readonly #held = new Map<string, HeldLease>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(ask: (key: string) => Promise<Lease>) {
    this.#ask = ask
  }

  /** Spends a point; throws how long to wait when there are no more. */
  async consume(key: string): Promise<void> {
    for (;;) {
      const held = this.#held.get(key)
      const msLeft = (held?.until ?? 0) - performance.now()
      if (held && msLeft > 0) {
        // oxlint-disable-next-line typescript/only-throw-error -- as the library's own counters do
        if (held.points === 0) throw new RateLimiterRes(0, Math.ceil(msLeft))
        held.points -= 1
        // the last of a lease may not be the last of the limit
        if (held.points === 0) this.#held.delete(key)
        return
      }
      await this.#lease(key)
    }
  }

  /** One question however many wait for its answer. */
  #lease(key: string): Promise<void> {
    const asking = this.#asking.get(key) ?? this.#take(key).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  async #take(key: string): Promise<void> {
    const { points, msLeft } = await this.#ask(key)
    const held = { points, until: performance.now() + msLeft }
    this.#held.set(key, held)
    setTimeout(() => this.#held.get(key) === held && this.#held.delete(key), msLeft).unref()
  }
}
