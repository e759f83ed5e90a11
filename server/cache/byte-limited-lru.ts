/** What an entry takes beside its bytes, as its address, headers and what it was made of: measured of answers. */
const entryOverheadBytes = 2_500

/** A map of at most so many bytes: what was asked for longest ago makes room. */
export class ByteLimitedLru<Value> {
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
  set(key: string, value: Value, ofValue: number): void {
    this.#remove(key)
    const bytes = ofValue + entryOverheadBytes
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

/**
 * These bytes and nothing else, for what is kept: what zlib and Buffer answer is often a small piece of 64 kB, all of
 * which would stay in memory with it.
 */
export function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
