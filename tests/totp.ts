import { createHmac } from 'node:crypto'
import { vi } from 'vitest'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const step = 30_000

/** An authenticator app with the secret of an otpauth URL, which generates codes by RFC 6238. */
export function createTotpDevice(address: string): { code: () => string; wait: () => void } {
  const secret = new URL(address).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const code = () => {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / step)))
    const mac = createHmac('sha1', key).update(counter).digest()
    const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
  return { code, wait: () => vi.setSystemTime(Date.now() + step) }
}

/** Freezes the date, so that a code stays the same during a test. `wait` advances it. */
export const freezeDate = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
