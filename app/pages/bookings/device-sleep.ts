type Clocks = {
  /** The wall clock, in milliseconds. It counts sleep and can be set. */
  wall: number
  /** The time since the page loaded, in milliseconds. It stands still during sleep on some devices. */
  monotonic: number
}

export const readClocks = (): Clocks => ({ wall: Date.now(), monotonic: performance.now() })

/** More than clocks differ by in a quarter of an hour, in milliseconds. */
const tolerance = 2_000

/** Whether the device slept since, or its clock was set: both clocks moved by different times. */
export const wasSuspended = (began: Clocks, now: Clocks): boolean =>
  Math.abs(now.wall - began.wall - (now.monotonic - began.monotonic)) > tolerance
