/** A map of at most so many bytes: what was asked for longest ago makes room. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | null {
    const found = this.#entries.get(key)
    if (!found) return null
    this.#entries.delete(key)
    this.#entries.set(key, found)
    return found.value
  }

  /** Nothing larger than an eighth of the room is taken. */
  set(key: string, value: Value, bytes: number): void {
    this.#remove(key)
    if (bytes > this.#mostBytes / 8) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
