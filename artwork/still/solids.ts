import { lengthOf, type Vector } from './vectors.ts'

const { abs, max, min, sqrt } = Math

/** Signed distance from a point to a surface, negative inside. */
export type Solid = (x: number, y: number, z: number) => number

/** Union of two distances with a soft seam of the given width. */
export function blend(a: number, b: number, width: number): number {
  const overlap = max(width - abs(a - b), 0) / width
  return min(a, b) - overlap * overlap * width * 0.25
}

/** Removes the second solid from the first, with a soft edge. */
export const carve = (a: number, b: number, width = 0.02): number => -blend(-a, b, width)

/** Blends many solids. */
export function merge(width: number, first: Solid, ...others: Solid[]): Solid {
  return (x, y, z) => {
    let distance = first(x, y, z)
    for (const other of others) distance = blend(distance, other(x, y, z), width)
    return distance
  }
}

/** Union of solids without a seam. */
export function union(...solids: Solid[]): Solid {
  return (x, y, z) => {
    let distance = Infinity
    for (const solid of solids) {
      const own = solid(x, y, z)
      if (own < distance) distance = own
    }
    return distance
  }
}

/** Rounded intersection of two distances. */
export const meet = (a: number, b: number, radius: number): number =>
  min(max(a + radius, b + radius), 0) + lengthOf(max(a + radius, 0), max(b + radius, 0)) - radius

export const sphere =
  (radius: number): Solid =>
  (x, y, z) =>
    lengthOf(x, y, z) - radius

export const ellipsoid =
  (a: number, b: number, c: number): Solid =>
  (x, y, z) => {
    const outer = lengthOf(x / a, y / b, z / c)
    const slope = lengthOf(x / (a * a), y / (b * b), z / (c * c))
    return slope < 1e-6 ? -min(a, b, c) : (outer * (outer - 1)) / slope
  }

/** A box by its half sides, with rounded edges. */
export const box =
  (a: number, b: number, c: number, radius = 0.03): Solid =>
  (x, y, z) => {
    const p = abs(x) - a + radius
    const q = abs(y) - b + radius
    const r = abs(z) - c + radius
    return lengthOf(max(p, 0), max(q, 0), max(r, 0)) + min(max(p, q, r), 0) - radius
  }

/** A cylinder along y. */
export const cylinder =
  (radius: number, halfHeight: number, edge = 0.03): Solid =>
  (x, y, z) =>
    meet(sqrt(x * x + z * z) - radius, abs(y) - halfHeight, edge)

/** A ring lying flat. */
export const torus =
  (ringRadius: number, radius: number): Solid =>
  (x, y, z) =>
    lengthOf(sqrt(x * x + z * z) - ringRadius, y) - radius

/** A rounded cone from one point to another. */
export function limb(from: Vector, to: Vector, fromRadius: number, toRadius = fromRadius): Solid {
  const [ax, ay, az] = from
  const bx = to[0] - ax
  const by = to[1] - ay
  const bz = to[2] - az
  const square = bx * bx + by * by + bz * bz
  return (x, y, z) => {
    const px = x - ax
    const py = y - ay
    const pz = z - az
    let share = (px * bx + py * by + pz * bz) / square
    share = share < 0 ? 0 : share > 1 ? 1 : share
    const distance = lengthOf(px - bx * share, py - by * share, pz - bz * share)
    return distance - fromRadius - (toRadius - fromRadius) * share
  }
}
