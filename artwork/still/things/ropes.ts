import { cord, curveThrough, nearestPieces, spring } from '../curves.ts'
import { lathe, smooth } from '../outlines.ts'
import { black, gloss, matt, part, steel, type Part, type Surface } from '../parts.ts'
import { place, type Placement } from '../placement.ts'
import { box, torus, type Solid } from '../solids.ts'
import { between, distanceBetween, lengthOf, normalise, subtract, type Vector } from '../vectors.ts'

const { abs, atan2, cos, max, min, PI, round, sin } = Math

/** A cord lying through points, in ink. */
export const inkCord = (points: readonly Vector[], radius: number, reach: number, centre: Vector): Part =>
  part(cord(points, radius), reach, {}, black, centre)

/** A jump rope lying through points, with a handle at each end. */
export function jumpRope(points: readonly Vector[]): Part[] {
  const handle = lathe(
    smooth([
      [0, -0.62],
      [0.1, -0.62],
      [0.125, -0.3],
      [0.105, 0.2],
      [0.13, 0.55],
      [0.06, 0.62],
      [0, 0.62],
    ]),
    0.01,
  )
  const end = (tip: Vector, next: Vector): Part[] => {
    const angle = atan2(next[2] - tip[2], next[0] - tip[0])
    const placement = {
      x: tip[0] - cos(angle) * 0.5,
      y: tip[1] + 0.06,
      z: tip[2] - sin(angle) * 0.5,
      rz: 90,
      ry: (-angle * 180) / PI,
    }
    return [
      part(handle, 0.66, placement, { ...gloss, colour: 'second' }),
      part(torus(0.125, 0.02), 0.2, placement, steel),
    ]
  }
  return [
    part(cord(points, 0.055, 10), 6, {}, matt),
    ...end(points[0]!, points[1]!),
    ...end(points.at(-1)!, points.at(-2)!),
  ]
}

/** A gymnast's ring on its strap; the ring's middle at the origin. */
export function hangingRing(placement: Placement, surface: Surface = {}): Part[] {
  const strap = 4
  const ring = 0.62
  const radius = 0.085
  const band: Solid = (x, y, z) => {
    const across = max(abs(x) - 0.11, abs(abs(z) - 0.02) - 0.012)
    const length = abs(y - ring - strap / 2 + 0.08) - strap / 2
    const loop = max(abs(lengthOf(y - ring, z) - radius - 0.02) - 0.012, abs(x) - 0.11)
    return min(max(across, length), loop) - 0.006
  }
  const buckle = place(box(0.16, 0.12, 0.05), { y: ring + 0.55 })
  return [
    part(place(torus(ring, radius), { rx: 90 }), ring + radius + 0.05, placement, {
      finish: 'gloss',
      roughness: 2,
      ...surface,
    }),
    part(band, strap / 2 + 0.3, placement, matt, [0, ring + strap / 2, 0]),
    part(buckle, 0.25, placement, steel, [0, ring + 0.55, 0]),
  ]
}

/** Three coil springs side by side along x, of which the middle one is looser. */
export function springs(placement: Placement, surfaces: readonly Surface[]): Part[] {
  const length = 5
  return surfaces.flatMap((surface, index) => {
    const own = { ...placement, z: (placement.z ?? 0) + (index - 1) * 1.02 }
    const coil = spring(0.4, 0.062, length, index === 1 ? 10 : 13)
    return [
      part(coil, length / 2 + 0.5, own, { ...gloss, ...surface }, [length / 2, 0, 0]),
      part(place(torus(0.17, 0.05), { rx: 90, x: -0.2 }), 0.3, own, steel, [-0.2, 0, 0]),
    ]
  })
}

/** A short straight piece of rope that knows its distance from the rope's beginning. */
type Piece = { start: Vector; direction: Vector; length: number; before: number }

function piecesOf(points: readonly Vector[]): Piece[] {
  let before = 0
  return points.slice(1).map((point, index) => {
    const start = points[index]!
    const length = distanceBetween(start, point)
    const piece = { start, direction: normalise(subtract(point, start)), length, before }
    before += length
    return piece
  })
}

/** Distance along a piece of the point nearest to an offset from its start. */
function along({ direction: [dx, dy, dz], length }: Piece, x: number, y: number, z: number): number {
  return max(0, min(length, x * dx + y * dy + z * dz))
}

/** A thick rope of three twisted strands along a path. */
function twistedRope(points: readonly Vector[], radius: number): Part {
  const twist = 5.5
  const path = curveThrough(points, 6)
  const near = nearestPieces(
    piecesOf(path),
    (piece, x, y, z) => {
      const [ax, ay, az] = piece.start
      const [dx, dy, dz] = piece.direction
      const at = along(piece, x - ax, y - ay, z - az)
      return lengthOf(x - ax - dx * at, y - ay - dy * at, z - az - dz * at)
    },
    0.25,
  )
  const solid: Solid = (x, y, z) => {
    let distance = Infinity
    for (const piece of near(x, y, z)) {
      const [ax, ay, az] = piece.start
      const [dx, dy, dz] = piece.direction
      const at = along(piece, x - ax, y - ay, z - az)
      const ux = x - ax - dx * at
      const uy = y - ay - dy * at
      const uz = z - az - dz * at
      const fromAxis = lengthOf(ux, uy, uz)
      if (fromAxis > radius * 1.8) {
        distance = min(distance, fromAxis - radius)
        continue
      }
      const angle = atan2(uy, uz * dx - ux * dz) - (piece.before + at) * twist
      const strand = angle - ((2 * PI) / 3) * round(angle / ((2 * PI) / 3))
      const own = lengthOf(fromAxis * cos(strand) - radius * 0.5, fromAxis * sin(strand)) - radius * 0.52
      distance = min(distance, own)
    }
    return distance * 0.7
  }
  const axis = (index: 0 | 1 | 2) => path.map((point) => point[index])
  const low: Vector = [min(...axis(0)), min(...axis(1)), min(...axis(2))]
  const high: Vector = [max(...axis(0)), max(...axis(1)), max(...axis(2))]
  return part(solid, distanceBetween(low, high) / 2 + radius, {}, matt, between(low, high, 0.5))
}

/** A thick rope lying in a coil, its end along the given points. */
export function coiledRope(z: number, tail: readonly Vector[]): Part {
  const turns = 3.5
  const radius = 0.2
  const coil = Array.from({ length: turns * 14 + 1 }, (_, index): Vector => {
    const angle = (index / 14) * 2 * PI
    const fromMiddle = 0.5 + (radius * 1.98 * index) / 14
    return [fromMiddle * cos(angle), radius, fromMiddle * sin(angle) + z]
  })
  return twistedRope([...coil, ...tail], radius)
}
