type Payload = Record<string, unknown> & { uid?: string; grantId?: string }
type Entry = { payload: Payload; endsAt: number }

const maxEntries = 2_000

/** Where the provider keeps visits and codes: in memory, the oldest dropped first, gone with the process. */
export function memoryAdapter() {
  const entries = new Map<string, Entry>()

  return class MemoryAdapter {
    readonly #kind: string
    constructor(kind: string) {
      this.#kind = kind
    }
    #key(id: string): string {
      return `${this.#kind}:${id}`
    }
    async upsert(id: string, payload: Payload, expiresIn: number | undefined): Promise<void> {
      const key = this.#key(id)
      entries.delete(key)
      entries.set(key, { payload, endsAt: Date.now() + (expiresIn ?? 3_600) * 1_000 })
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(oldest)
      }
    }
    async find(id: string): Promise<Payload | undefined> {
      const entry = entries.get(this.#key(id))
      return entry && entry.endsAt > Date.now() ? entry.payload : undefined
    }
    async findByUid(uid: string): Promise<Payload | undefined> {
      for (const [key, { payload }] of entries)
        if (payload.uid === uid && key.startsWith(`${this.#kind}:`)) return payload
      return undefined
    }
    async findByUserCode(): Promise<undefined> {
      return undefined
    }
    async consume(id: string): Promise<void> {
      const entry = entries.get(this.#key(id))
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1_000)
    }
    async destroy(id: string): Promise<void> {
      entries.delete(this.#key(id))
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    }
  }
}
