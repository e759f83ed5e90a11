/** The queue is full, or the wait timed out. Retry later. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many are waiting.')
    this.name = 'QueueFullError'
  }
}

type FairQueueOptions = {
  /** Maximum total weight of running work; a function is asked at each admission. */
  concurrency: number | (() => number)
  /** Maximum number of waiting entries. */
  maxQueued: number
  /** Maximum number of waiting entries of one tenant. Unlimited by default. */
  maxQueuedPerTenant?: number
  /** Milliseconds until a waiting entry is rejected. */
  timeoutMs: number
}

type QueueEntry = { weight: number; tenants: readonly string[]; admission: PromiseWithResolvers<void> }

export type FairQueue = {
  /**
   * Runs `work` once there is room for its weight; throws QueueFullError. Next is the tenant with the least time
   * since the queue was last empty, and among equals the oldest entry. `tenants` names the owners of the work, such
   * as a person and their network.
   */
  run<Result>(weight: number, work: () => Promise<Result>, tenants?: readonly string[]): Promise<Result>
}

/** Limits concurrent work that needs memory or CPU, and shares it fairly among tenants. */
export function createFairQueue({
  concurrency,
  maxQueued,
  maxQueuedPerTenant = Infinity,
  timeoutMs,
}: FairQueueOptions): FairQueue {
  const entries: QueueEntry[] = []
  const limit = () => (typeof concurrency === 'number' ? concurrency : concurrency())
  let taken = 0
  // weighted milliseconds of each tenant
  const spent = new Map<string, number>()

  const sum = (tenants: readonly string[], share: (name: string) => number) =>
    tenants.reduce((total, name) => total + share(name), 0)
  const usage = ({ tenants }: QueueEntry) => sum(tenants, (name) => spent.get(name) ?? 0)
  const queuedOf = (name: string) => entries.filter(({ tenants }) => tenants.includes(name)).length
  const queuedShare = ({ tenants }: QueueEntry) => sum(tenants, queuedOf)
  const charge = (tenants: readonly string[], milliseconds: number) =>
    tenants.forEach((name) => spent.set(name, (spent.get(name) ?? 0) + milliseconds))

  function take({ weight, tenants }: QueueEntry) {
    taken += weight
    // charged with the timeout until the actual time is known
    charge(tenants, weight * timeoutMs)
  }

  function giveBack({ weight, tenants }: QueueEntry, since: number) {
    taken -= weight
    charge(tenants, weight * (performance.now() - since - timeoutMs))
    advance()
    if (taken === 0) spent.clear()
  }

  function advance() {
    while (entries.length > 0) {
      const next = entries.reduce((best, entry) => (usage(entry) < usage(best) ? entry : best))
      if (!hasRoomFor(next)) return
      removeEntry(next)
      take(next)
      next.admission.resolve()
    }
  }

  // an entry heavier than the limit runs alone
  const hasRoomFor = ({ weight }: QueueEntry) => taken === 0 || taken + weight <= limit()
  const removeEntry = (entry: QueueEntry) => void entries.splice(entries.indexOf(entry), 1)

  function evict(entry: QueueEntry) {
    removeEntry(entry)
    entry.admission.reject(new QueueFullError())
  }

  /** When the queue is full, evicts the newest entry of the heaviest tenant, which may be the newcomer. */
  function evictFor(newcomer: QueueEntry) {
    const last = entries.reduce(
      (worst, entry) => (queuedShare(entry) >= queuedShare(worst) ? entry : worst),
      newcomer,
    )
    if (queuedShare(last) <= queuedShare(newcomer) + newcomer.tenants.length) throw new QueueFullError()
    evict(last)
  }

  async function enter(entry: QueueEntry): Promise<void> {
    if (entries.length === 0 && hasRoomFor(entry)) return take(entry)
    if (entry.tenants.some((name) => queuedOf(name) >= maxQueuedPerTenant)) throw new QueueFullError()
    if (entries.length >= maxQueued) evictFor(entry)
    entries.push(entry)
    const giveUp = setTimeout(() => (evict(entry), advance()), timeoutMs)
    await entry.admission.promise.finally(() => clearTimeout(giveUp))
  }

  return {
    async run(weight, work, tenants = []) {
      const entry: QueueEntry = { weight, tenants, admission: Promise.withResolvers<void>() }
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
