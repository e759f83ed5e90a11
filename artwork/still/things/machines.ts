import { lathe, slab, smooth } from '../outlines.ts'
import { gloss, part, steel, type Part, type Surface } from '../parts.ts'
import { place, type Placement } from '../placement.ts'
import { box, carve, cylinder, limb, union, type Solid } from '../solids.ts'
import { lengthOf } from '../vectors.ts'

const { abs, atan2, cos, exp, max, PI, round, sin } = Math

/** The angle from the middle of the nearest of `count` equal sectors. */
const inSector = (angle: number, count: number): number =>
  angle - ((2 * PI) / count) * round(angle / ((2 * PI) / count))

/** The flywheel of an indoor bike in the (x, y) plane, with nine holes. */
export function flywheel(placement: Placement): Part[] {
  const radius = 2
  const disc = lathe(
    smooth(
      [
        [0, -0.12],
        [radius * 0.2, -0.14],
        [radius * 0.24, -0.06],
        [radius * 0.74, -0.06],
        [radius * 0.78, -0.16],
        [radius * 0.98, -0.16],
        [radius, -0.14],
        [radius, 0.14],
        [radius * 0.98, 0.16],
        [radius * 0.78, 0.16],
        [radius * 0.74, 0.06],
        [radius * 0.24, 0.06],
        [radius * 0.2, 0.14],
        [0, 0.12],
      ],
      1,
    ),
    0.008,
  )
  const solid: Solid = (x, y, z) => {
    const angle = inSector(atan2(y, x), 9)
    const fromAxis = lengthOf(x, y)
    const hole = lengthOf(fromAxis * cos(angle) - radius * 0.51, fromAxis * sin(angle)) - radius * 0.145
    return carve(disc(x, z, -y), hole, 0.03)
  }
  return [
    part(solid, radius + 0.1, placement, gloss),
    part(place(cylinder(0.16, 0.3), { rx: 90 }), 0.4, placement, steel),
  ]
}

/** A crank along x with its pedal towards +z. */
export function crank(placement: Placement): Part[] {
  const lever = limb([0, 0, 0], [1.05, 0, 0], 0.15, 0.1)
  const axle = place(cylinder(0.05, 0.3, 0.01), { rx: 90, x: 1.05, z: 0.2 })
  const arm: Solid = (x, y, z) => lever(x, y, z * 1.6) * 0.8
  const pedal = place(box(0.34, 0.07, 0.26, 0.04), { x: 1.05, z: 0.42 })
  const cage: Solid = (x, y, z) => {
    const gap = max(abs(abs(x - 1.05) - 0.17) - 0.09, abs(z - 0.42) - 0.15)
    return max(pedal(x, y, z), -max(gap, -1))
  }
  return [
    part(union(arm, axle), 1.3, placement, steel, [0.5, 0, 0]),
    part(cage, 0.5, placement, { ...gloss, colour: 'second' }, [1.05, 0, 0.42]),
  ]
}

/** The fan of a rowing machine in its slotted cage, in the (x, y) plane. */
export function rowerFan(placement: Placement): Part[] {
  const radius = 1.75
  const disc = place(cylinder(radius, 0.34, 0.16), { rx: 90 })
  const solid: Solid = (x, y, z) => {
    const fromAxis = lengthOf(x, y)
    const across = fromAxis * sin(inSector(atan2(y, x), 40))
    const slot = max(abs(across) - fromAxis * 0.042, abs(fromAxis - radius * 0.62) - radius * 0.24)
    return max(disc(x, y, z), -max(slot, 0.1 - z)) * 0.9
  }
  const cap = place(cylinder(0.42, 0.4, 0.06), { rx: 90 })
  const mark = (x: number, y: number, z: number) =>
    lengthOf(x, y) < 0.25 && z > 0.3 ? { second: true } : null
  return [
    part(solid, radius + 0.3, placement, { ...gloss, roughness: 1.3 }),
    part(cap, 0.6, placement, { ...gloss, mark }),
  ]
}

/** The seat of a rowing machine on its rail along x, the rail's top at y = 0. */
export function rowerSeat(placement: Placement, surface: Surface): Part[] {
  const rail = 6
  const shape = slab(
    smooth(
      [
        [-0.52, -0.45],
        [-0.62, 0],
        [-0.52, 0.45],
        [-0.1, 0.62],
        [0.3, 0.5],
        [0.42, 0.2],
        [0.36, 0],
        [0.42, -0.2],
        [0.3, -0.5],
        [-0.1, -0.62],
      ],
      3,
    ),
    0.11,
    0.1,
  )
  const hollow = (x: number, y: number) => 0.07 * exp(-((abs(y) - 0.28) ** 2 + (x + 0.1) ** 2) * 9)
  const pad = place((x, y, z) => shape(x, y, z + hollow(x, y)), { y: 0.42, rx: -90 })
  const beam: Solid = (x, y, z) => {
    const bar = max(abs(z) - 0.17, abs(y + 0.22) - 0.22, abs(x) - rail) - 0.01
    return max(bar, -max(abs(abs(z) - 0.17) - 0.04, abs(y + 0.16) - 0.05))
  }
  const wheel =
    (offset: number): Solid =>
    (x, y, z) =>
      lengthOf(max(lengthOf(x - offset, y + 0.02) - 0.1, 0), max(abs(abs(z) - 0.26) - 0.06, 0)) - 0.01
  const carriage: Solid = (x, y, z) => max(abs(x) - 0.3, abs(z) - 0.24, abs(y - 0.17) - 0.1) - 0.02
  return [
    part(beam, rail + 0.3, placement, steel),
    part(pad, 0.8, placement, { ...gloss, roughness: 2, ...surface }, [0, 0.42, 0]),
    part(union(carriage, wheel(-0.2), wheel(0.2)), 0.5, placement, gloss, [0, 0.1, 0]),
  ]
}
