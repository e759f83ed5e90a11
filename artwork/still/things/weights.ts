import { numeral } from '../numerals.ts'
import { lathe, outline, smooth, type Point } from '../outlines.ts'
import { gloss, matt, part, steel, type Part, type Surface } from '../parts.ts'
import { place, placePoint, type Placement } from '../placement.ts'
import { blend, box, cylinder, type Solid } from '../solids.ts'
import { lengthOf, radians } from '../vectors.ts'

const { abs, atan2, cos, max, min, sin } = Math

/** A kettlebell standing on y = 0, with its weight on it. */
export function kettlebell(placement: Placement, surface: Surface = {}, weight = ''): Part[] {
  const handle = outline(
    smooth(
      [
        [-0.5, 0],
        [-0.46, 0.3],
        [-0.86, 1.08],
        [0.86, 1.08],
        [0.46, 0.3],
        [0.5, 0],
      ],
      3,
    ),
  )
  const solid: Solid = (x, y, z) => {
    const bell = -blend(-(lengthOf(x, y - 0.93, z) - 1), y, 0.12)
    if (bell > 2) return bell - 0.3
    return blend(bell, lengthOf(handle(x, y - 1.45), z) - 0.165, 0.16)
  }
  const number = numeral(weight, 0.115)
  const mark = (x: number, y: number, z: number) =>
    z > 0 && y < 1.6 && number(x / 0.56, (y - 0.95) / 0.56) < 0 ? { ink: 1 } : null
  return [part(solid, 1.72, placement, { ...gloss, ...surface, mark }, [0, 1.3, 0])]
}

type PlateOptions = { radius?: number; halfThickness?: number; weight?: string; hasRing?: boolean }

/** Profile of a weight plate as (distance from the axis, height). */
function plateProfile(radius: number, half: number): Point[] {
  const upper: Point[] = [
    [radius, half * 0.8],
    [radius * 0.97, half],
    [radius * 0.76, half],
    [radius * 0.72, half * 0.55],
    [radius * 0.5, half * 0.55],
    [0.4, half * 0.6],
    [0.36, half * 0.95],
    [0.14, half * 0.55],
  ]
  const lower = upper.map(([x, y]): Point => [x, -y]).toReversed()
  return smooth([...upper, ...lower], 1)
}

/** A weight plate whose axis is y, its middle at the origin. */
export function plate(placement: Placement, surface: Surface = {}, options: PlateOptions = {}): Part[] {
  const { radius = 1.12, halfThickness: half = 0.15, weight = '', hasRing = true } = options
  const hub: Point[] = [
    [0.13, half * 0.7],
    [0.13, -half * 0.7],
    [0.27, -half * 0.98],
    [0.3, -half * 0.7],
    [0.3, half * 0.7],
    [0.27, half * 0.98],
  ]
  const number = numeral(weight, 0.1)
  const letter = 0.26
  const mark = (x: number, y: number, z: number) => {
    const isNumber =
      weight !== '' &&
      y > 0 &&
      (number(x / letter, (-z - radius * 0.6) / letter) < 0 ||
        number(-x / letter, (z - radius * 0.6) / letter) < 0)
    const fromAxis = lengthOf(x, z)
    const isRing = hasRing && fromAxis > radius * 0.835 && fromAxis < radius * 0.875 && abs(y) > half * 0.8
    return isNumber || isRing ? { second: true } : null
  }
  return [
    part(lathe(plateProfile(radius, half), 0.005), radius + 0.05, placement, {
      ...gloss,
      roughness: 1.4,
      ...surface,
      mark,
    }),
    part(lathe(hub, 0.01), 0.34, placement, steel),
  ]
}

type Plate = { surface?: Surface; radius: number; hasRing?: boolean }

/** One end of a bar along x with plates from x = 0 on, and the bar inside them. */
export function loadedBar(placement: Placement, plates: readonly Plate[], inside: number): Part[] {
  const parts: Part[] = []
  let x = 0
  for (const [index, { surface, radius, hasRing }] of plates.entries()) {
    const halfThickness = index > 1 ? 0.11 : 0.15
    x += halfThickness
    const [px, py, pz] = placePoint([x, 0, 0], placement)
    const turned = { ...placement, x: px, y: py, z: pz, rz: 90 + (placement.rz ?? 0) }
    parts.push(...plate(turned, surface, { radius, halfThickness, hasRing }))
    x += halfThickness + 0.012
  }
  const rod = (from: number, to: number, radius: number) =>
    part(
      place(cylinder(radius, (to - from) / 2, 0.012), { x: (from + to) / 2, rz: 90 }),
      (to - from) / 2 + radius,
      placement,
      steel,
      [(from + to) / 2, 0, 0],
    )
  const collar = place(cylinder(0.24, 0.1, 0.03), { x: x + 0.12, rz: 90 })
  return [
    ...parts,
    rod(-inside, -0.12, 0.07),
    rod(-0.13, 0, 0.2),
    rod(-0.02, x + 0.85, 0.125),
    part(collar, 0.3, placement, { ...gloss, colour: 'second' }, [x + 0.12, 0, 0]),
  ]
}

/** The end of a bar, and the ring before it, along x. */
export const sleeve = place(cylinder(0.2, 0.5, 0.03), { rz: 90 })
export const sleeveRing = place(cylinder(0.33, 0.07, 0.03), { rz: 90 })

/** A hexagonal dumbbell along x, lying on a face. */
export function dumbbell(placement: Placement, surface: Surface, weight: string): Part[] {
  const radius = 0.42
  const half = 0.95
  const hexagon = outline(
    [0, 1, 2, 3, 4, 5].map((corner): Point => {
      const angle = radians(60 * corner + 30)
      return [radius * 0.86 * cos(angle), radius * 0.86 * sin(angle)]
    }),
  )
  const heads: Solid = (x, y, z) => {
    const along = abs(abs(x) - half + 0.3) - 0.3
    const around = hexagon(z, y) + 0.35 * max(0, along + 0.12)
    return (min(max(around, along), 0) + lengthOf(max(around, 0), max(along, 0)) - 0.055) * 0.94
  }
  const grip: Solid = (x, y, z) =>
    max(lengthOf(y, z) - 0.135 - 0.03 * cos(min(1.57, abs(x) * 2.6)), abs(x) - half + 0.2)
  const number = numeral(weight, 0.11)
  const mark = (x: number, y: number, z: number) =>
    abs(x) > half - 0.03 && number((x > 0 ? -z : z) / 0.34, y / 0.34) < 0 ? { second: true } : null
  const knurl = (x: number, y: number, z: number) => {
    const around = atan2(z, y) * 9
    return abs(x) < half * 0.5 && sin(around + x * 26) * sin(around - x * 26) > 0.35 ? { ink: 0.8 } : null
  }
  return [
    part(heads, lengthOf(half, radius) + 0.1, placement, { ...gloss, ...surface, mark }),
    part(grip, half, placement, { ...steel, mark: knurl }),
  ]
}

/** A ball of leather panels, stitched along its seams. */
export function medicineBall(placement: Placement, surface: Surface = {}): Part[] {
  // distance to each of three seams, and the position along it
  const seams = (u: number, v: number, w: number) =>
    [
      [abs(u), (v + w) * 9],
      [abs(v * 0.9 + u * u * 0.3 - 0.1), u * 14],
      [abs(abs(w) - 0.62 + 0.25 * v * v), atan2(u, v) * 7],
    ] as const
  const solid: Solid = (x, y, z) => {
    const radius = lengthOf(x, y, z)
    const u = x / radius
    const v = y / radius
    const w = z / radius
    const seam = min(abs(u), abs(v * 0.9 + u * u * 0.3 - 0.1), abs(abs(w) - 0.62 + 0.25 * v * v))
    return (radius - 1 + 0.035 * max(0, 1 - seam / 0.045) ** 2) * 0.85
  }
  const mark = (x: number, y: number, z: number) => {
    const radius = lengthOf(x, y, z)
    const isStitch = seams(x / radius, y / radius, z / radius).some(
      ([distance, along]) => distance > 0.055 && distance < 0.075 && sin(along * 2.4) > -0.1,
    )
    return isStitch ? { ink: 0.9 } : null
  }
  return [part(solid, 1.02, placement, { ...gloss, roughness: 2.4, glint: 0.6, ...surface, mark })]
}

/** A wooden box for jumps, with a hole for the hand. */
export function plyometricBox(placement: Placement): Part[] {
  const [a, b, c] = [1.5, 1.25, 1]
  const outer = box(a, b, c)
  const solid: Solid = (x, y, z) => {
    const hole = lengthOf(max(abs(x) - 0.28, 0), y - 0.55) - 0.13
    return max(outer(x, y, z), -max(hole, 0.5 - abs(z)))
  }
  const edge = (x: number, _y: number, z: number) =>
    abs(x) > a - 0.02 && abs(abs(z) - c + 0.1) < 0.008 ? { ink: 1 } : null
  return [part(solid, 2.2, placement, { ...matt, mark: edge })]
}
