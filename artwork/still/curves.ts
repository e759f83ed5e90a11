import { limb, type Solid } from './solids.ts'
import { lengthOf, type Vector } from './vectors.ts'

const { abs, atan2, floor, max, min, PI, round, sqrt } = Math

/** Points of a Catmull-Rom curve through the given points, `steps` for each stretch. */
export function curveThrough(points: readonly Vector[], steps: number): Vector[] {
  const at = (index: number) => points[max(0, min(points.length - 1, index))]!
  const curve: Vector[] = []
  for (let index = 0; index < points.length - 1; index++)
    for (let step = 0; step < steps; step++) {
      const t = step / steps
      const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
      const along = (axis: 0 | 1 | 2) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t)
      curve.push([along(0), along(1), along(2)])
    }
  return [...curve, at(points.length - 1)]
}

/**
 * Spatial index of many pieces: returns those that can be nearest to a point. Each cell is computed at its first use.
 */
export function nearestPieces<Piece>(
  pieces: readonly Piece[],
  distance: (piece: Piece, x: number, y: number, z: number) => number,
  cell = 0.3,
): (x: number, y: number, z: number) => readonly Piece[] {
  const cells = new Map<number, Piece[]>()
  return (x, y, z) => {
    const column = floor(x / cell)
    const row = floor(y / cell)
    const layer = floor(z / cell)
    const key = ((column + 512) * 1024 + row + 512) * 1024 + layer + 512
    const known = cells.get(key)
    if (known) return known
    const distances = pieces.map((piece) =>
      distance(piece, (column + 0.5) * cell, (row + 0.5) * cell, (layer + 0.5) * cell),
    )
    const farthest = min(...distances) + 1.76 * cell
    const near = pieces.filter((_, index) => distances[index]! <= farthest)
    cells.set(key, near)
    return near
  }
}

/** A cord through points. */
export function cord(points: readonly Vector[], radius: number, steps = 8): Solid {
  const curve = curveThrough(points, steps)
  const limbs = curve.slice(1).map((point, index) => limb(curve[index]!, point, radius))
  const near = nearestPieces(limbs, (piece, x, y, z) => piece(x, y, z))
  return (x, y, z) => {
    let distance = Infinity
    for (const piece of near(x, y, z)) {
      const own = piece(x, y, z)
      if (own < distance) distance = own
    }
    return distance
  }
}

/** A coil spring along x, from 0 to its length. */
export function spring(coilRadius: number, radius: number, length: number, turns: number): Solid {
  const perUnit = (2 * PI * turns) / length
  const slope = max(1 / lengthOf(1, coilRadius * perUnit), 0.55)
  const pitch = (2 * PI) / perUnit
  return (x, y, z) => {
    const fromAxis = lengthOf(y, z)
    let along = x - atan2(z, y) / perUnit
    along -= pitch * round(along / pitch)
    const wire = lengthOf(fromAxis - coilRadius, along * slope) - radius
    return max(wire, -x - radius, x - length - radius) * 0.8
  }
}

type Roll = {
  inner: number
  outer: number
  pitch: number
  halfThickness: number
  halfWidth: number
  tail: number
}

/** A sheet rolled up about z as an Archimedean spiral; its loose end lies flat on the floor for `tail` units. */
export function roll({ inner, outer, pitch, halfThickness, halfWidth, tail }: Roll): Solid {
  return (x, y, z) => {
    const fromAxis = lengthOf(x, y)
    const turn = atan2(y, x) / (2 * PI)
    const nearest = round((fromAxis - inner) / pitch - turn)
    let distance = Infinity
    for (const winding of [nearest - 1, nearest, nearest + 1]) {
      const radius = inner + pitch * (winding + turn)
      if (radius >= inner && radius <= outer) distance = min(distance, abs(fromAxis - radius))
    }
    if (distance === Infinity) distance = (fromAxis < inner ? inner - fromAxis : fromAxis - outer) + 0.01
    if (tail > 0) distance = min(distance, lengthOf(max(-x, x - tail, 0), y + outer))
    const across = distance - halfThickness
    const end = abs(z) - halfWidth
    return (min(max(across, end), 0) + sqrt(max(across, 0) ** 2 + max(end, 0) ** 2) - 0.008) * 0.85
  }
}
