/** x to the right, y up from the floor, z towards the viewer. One unit is about 20 cm. */
export type Vector = readonly [x: number, y: number, z: number]

/** Length of a vector; `Math.hypot` takes ten times as long. */
export const lengthOf = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z)

export const radians = (degrees: number): number => (degrees * Math.PI) / 180

export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export function normalise([x, y, z]: Vector): Vector {
  const length = lengthOf(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** The point at a share of the way from one point to another; shares past 1 go beyond it. */
export const between = (a: Vector, b: Vector, share: number): Vector => [
  a[0] * (1 - share) + b[0] * share,
  a[1] * (1 - share) + b[1] * share,
  a[2] * (1 - share) + b[2] * share,
]

/** Distance between two points. */
export const distanceBetween = (a: Vector, b: Vector): number => lengthOf(...subtract(a, b))

/** Hermite interpolation from 0 at `low` to 1 at `high`. */
export function smoothStep(low: number, high: number, value: number): number {
  const share = value <= low ? 0 : value >= high ? 1 : (value - low) / (high - low)
  return share * share * (3 - 2 * share)
}
