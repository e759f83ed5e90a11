import { roll } from '../curves.ts'
import { lathe, smooth } from '../outlines.ts'
import { gloss, matt, part, steel, type Part, type Surface } from '../parts.ts'
import { place, type Placement } from '../placement.ts'
import { cylinder, ellipsoid, torus, union, type Solid } from '../solids.ts'
import { lengthOf } from '../vectors.ts'

const { abs, atan2, cos, max, min, sin } = Math

type MatOptions = { halfWidth?: number; tail?: number }

/** A mat rolled up about z. */
export function matRoll(placement: Placement, { halfWidth = 1.7, tail = 0 }: MatOptions = {}): Part[] {
  const pitch = 0.105
  const outer = 0.12 + 5 * pitch
  const solid = roll({ inner: 0.1, outer, pitch, halfThickness: 0.034, halfWidth, tail })
  return [part(solid, lengthOf(outer + 0.05, halfWidth) + tail * 0.5, placement, matt, [tail * 0.35, 0, 0])]
}

/** A bottle standing on y = 0. */
export function bottle(placement: Placement, surface: Surface = {}): Part[] {
  const body = lathe(
    smooth([
      [0, 0.02],
      [0.34, 0.02],
      [0.37, 0.06],
      [0.37, 1.35],
      [0.34, 1.55],
      [0.2, 1.78],
      [0.19, 1.86],
      [0, 1.86],
    ]),
    0.005,
  )
  const cap = lathe(
    smooth(
      [
        [0, 1.86],
        [0.215, 1.86],
        [0.22, 1.88],
        [0.22, 2.12],
        [0.2, 2.16],
        [0, 2.16],
      ],
      1,
    ),
    0.005,
  )
  const rim = lathe(
    [
      [0.1, 1.83],
      [0.235, 1.83],
      [0.235, 1.87],
      [0.1, 1.87],
    ],
    0.006,
  )
  const loop = place(torus(0.14, 0.03), { y: 2.22, rx: 90 })
  return [
    part(body, 1.02, placement, { ...steel, ...surface }, [0, 0.94, 0]),
    part(union(cap, loop), 0.35, placement, { ...gloss, colour: 'ink' }, [0, 2.08, 0]),
    part(rim, 0.3, placement, gloss, [0, 1.85, 0]),
  ]
}

/** A foam roller along x with knobs and a core in the second colour. */
export function foamRoller(placement: Placement): Part[] {
  const clamp = (value: number) => min(1, max(0, value))
  const knob = (angle: number, x: number) =>
    clamp((abs(sin(angle * 5)) - 0.25) * 6) * clamp((0.4 - abs(((x * 1.9 + 20) % 1) - 0.5)) * 10)
  const solid: Solid = (x, y, z) => {
    const radius = lengthOf(y, z)
    return max(radius - 0.56 - 0.035 * knob(atan2(z, y), x), 0.36 - radius, abs(x) - 1.5) * 0.8 - 0.01
  }
  const core: Solid = (x, y, z) => {
    const radius = lengthOf(y, z)
    return max(radius - 0.4, 0.33 - radius, abs(x) - 1.47)
  }
  return [part(solid, 1.62, placement, matt), part(core, 1.6, placement, { ...matt, colour: 'second' })]
}

/** A pleated round cushion for sitting. */
export function zafu(placement: Placement): Part[] {
  const cushion = ellipsoid(1.25, 0.52, 1.25)
  const solid: Solid = (x, y, z) => {
    const pleat = 0.03 * cos(atan2(z, x) * 34) * min(1, max(0, (lengthOf(x, z) - 0.75) * 3))
    return (cushion(x, y, z) - pleat) * 0.7
  }
  const button = place(cylinder(0.16, 0.05, 0.04), { y: 0.5 })
  return [
    part(solid, 1.32, placement, matt),
    part(button, 0.2, placement, { ...matt, colour: 'second' }, [0, 0.5, 0]),
  ]
}

/** A singing bowl standing on y = 0. */
export function bowl(placement: Placement): Part[] {
  const solid = lathe(
    smooth([
      [0, 0.02],
      [0.4, 0.02],
      [0.75, 0.3],
      [0.88, 0.72],
      [0.9, 0.86],
      [0.83, 0.86],
      [0.8, 0.72],
      [0.66, 0.34],
      [0.36, 0.12],
      [0, 0.12],
    ]),
    0.008,
  )
  return [part(solid, 1.05, placement, steel, [0, 0.45, 0])]
}
