import { meet, type Solid } from './solids.ts'
import { lengthOf } from './vectors.ts'

const { abs, max, min, sqrt } = Math

export type Point = readonly [x: number, y: number]

/** Rounds the corners of a closed outline by Chaikin's algorithm. */
export function smooth(points: readonly Point[], times = 2): Point[] {
  let rounded = [...points]
  for (let round = 0; round < times; round++) {
    const corners = rounded
    rounded = corners.flatMap(([x, y], index): Point[] => {
      const [nextX, nextY] = corners[(index + 1) % corners.length]!
      return [
        [x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25],
        [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75],
      ]
    })
  }
  return rounded
}

type PlaneDistance = (x: number, y: number) => number

/** Signed distance to a closed outline, negative inside. */
function exactDistance(points: readonly Point[]): PlaneDistance {
  const xs = Float64Array.from(points, ([x]) => x)
  const ys = Float64Array.from(points, ([, y]) => y)
  const count = points.length
  return (px, py) => {
    let square = Infinity
    let sign = 1
    for (let index = 0, last = count - 1; index < count; last = index++) {
      const x = xs[index]!
      const y = ys[index]!
      const lastY = ys[last]!
      const edgeX = xs[last]! - x
      const edgeY = lastY - y
      const wayX = px - x
      const wayY = py - y
      const share = max(0, min(1, (wayX * edgeX + wayY * edgeY) / (edgeX * edgeX + edgeY * edgeY)))
      const restX = wayX - edgeX * share
      const restY = wayY - edgeY * share
      square = min(square, restX * restX + restY * restY)
      const isAbove = py >= y
      const isBelowLast = py < lastY
      const isLeft = edgeX * wayY > edgeY * wayX
      if (isAbove === isBelowLast && isAbove === isLeft) sign = -sign
    }
    return sign * sqrt(square)
  }
}

const tableSide = 160
const tableMargin = 0.25

/**
 * Signed distance to a closed outline: interpolated from a table; outside it, a lower bound, the distance to the outline's
 * rectangle.
 */
export function outline(points: readonly Point[]): PlaneDistance {
  const exact = exactDistance(points)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [minX, maxX, minY, maxY] = [min(...xs), max(...xs), min(...ys), max(...ys)]
  const left = minX - tableMargin
  const bottom = minY - tableMargin
  const scaleX = (tableSide - 1) / (maxX + tableMargin - left)
  const scaleY = (tableSide - 1) / (maxY + tableMargin - bottom)
  const table = new Float32Array(tableSide * tableSide)
  for (let row = 0; row < tableSide; row++)
    for (let column = 0; column < tableSide; column++)
      table[row * tableSide + column] = exact(left + column / scaleX, bottom + row / scaleY)
  return (x, y) => {
    const u = (x - left) * scaleX
    const v = (y - bottom) * scaleY
    if (!(u >= 0 && v >= 0 && u < tableSide - 1 && v < tableSide - 1))
      return lengthOf(max(minX - x, x - maxX, 0), max(minY - y, y - maxY, 0))
    const column = u | 0
    const row = v | 0
    const across = u - column
    const up = v - row
    const at = row * tableSide + column
    const lower = table[at]! * (1 - across) + table[at + 1]! * across
    const upper = table[at + tableSide]! * (1 - across) + table[at + tableSide + 1]! * across
    return lower * (1 - up) + upper * up
  }
}

/** Turns an outline in (distance from the axis, height) about y. */
export function lathe(points: readonly Point[], thickness = 0): Solid {
  const profile = outline(points)
  return (x, y, z) => profile(lengthOf(x, z), y) - thickness
}

/** An outline in (x, y), thick along z. */
export function slab(points: readonly Point[], halfThickness: number, edge = 0.03): Solid {
  const face = outline(points)
  return (x, y, z) => meet(face(x, y), abs(z) - halfThickness, edge)
}
