import type { Part } from './parts.ts'

const { sqrt } = Math

// Distances far from a part's surface are kept in a coarse grid, filled on demand, so that dear solids cost no more than
// cheap ones.
const cells = 56
const largestGrid = 4.6

/** Distances to the parts of a scene. Parts that are only shadows come last. */
export function createDistanceField(unordered: readonly Part[]) {
  const parts = [
    ...unordered.filter((part) => !part.shadowOnly),
    ...unordered.filter((part) => part.shadowOnly),
  ]
  const visible = unordered.filter((part) => !part.shadowOnly).length
  const centreX = Float64Array.from(parts, (part) => part.centre[0])
  const centreY = Float64Array.from(parts, (part) => part.centre[1])
  const centreZ = Float64Array.from(parts, (part) => part.centre[2])
  const radii = Float64Array.from(parts, (part) => part.radius)
  const solids = parts.map((part) => part.solid)
  const grids = parts.map((part) =>
    part.isCheap || part.radius > largestGrid ? null : new Float32Array(cells ** 3).fill(NaN),
  )

  /** The distance that a grid has for a cell of a part; computed at its first use. */
  const lookUp = (index: number, grid: Float32Array, a: number, b: number, c: number, cell: number) => {
    const radius = radii[index]!
    const column = ((a + radius) / cell) | 0
    const row = ((b + radius) / cell) | 0
    const layer = ((c + radius) / cell) | 0
    const at = (column * cells + row) * cells + layer
    const known = grid[at]!
    if (!Number.isNaN(known)) return known
    const distance = solids[index]!(
      centreX[index]! - radius + (column + 0.5) * cell,
      centreY[index]! - radius + (row + 0.5) * cell,
      centreZ[index]! - radius + (layer + 0.5) * cell,
    )
    grid[at] = distance
    return distance
  }

  const field = {
    parts,
    visible,
    all: parts.length,
    /** How much nearer than the truth the last distance may be. */
    slack: 0,
    /** A lower bound of the distance from a point to the first `count` parts. */
    distance(x: number, y: number, z: number, count: number): number {
      let nearest = 99
      field.slack = 0
      for (let index = 0; index < count; index++) {
        const a = x - centreX[index]!
        const b = y - centreY[index]!
        const c = z - centreZ[index]!
        const toSphere = sqrt(a * a + b * b + c * c) - radii[index]!
        if (toSphere >= nearest) continue
        let distance = toSphere
        let slack = 0
        if (toSphere <= 0.6) {
          const grid = grids[index]!
          const cell = (2 * radii[index]!) / cells
          const coarse = grid !== null && toSphere < 0 ? lookUp(index, grid, a, b, c, cell) : 0
          if (coarse > 1.7 * cell) {
            slack = 0.9 * cell
            distance = coarse - slack
          } else distance = solids[index]!(x, y, z)
        }
        if (distance < nearest) {
          nearest = distance
          field.slack = slack
        }
      }
      return nearest
    },
    /** The index of the visible part nearest to a point. */
    nearestPart(x: number, y: number, z: number): number {
      let nearest = 99
      let found = 0
      for (let index = 0; index < visible; index++) {
        const a = x - centreX[index]!
        const b = y - centreY[index]!
        const c = z - centreZ[index]!
        if (sqrt(a * a + b * b + c * c) - radii[index]! >= nearest) continue
        const distance = solids[index]!(x, y, z)
        if (distance < nearest) {
          nearest = distance
          found = index
        }
      }
      return found
    },
  }
  return field
}

export type DistanceField = ReturnType<typeof createDistanceField>
