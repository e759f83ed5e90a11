import { lathe, slab, smooth } from '../outlines.ts'
import { gloss, matt, part, steel, type Part, type Surface } from '../parts.ts'
import { place, type Placement } from '../placement.ts'
import { blend, cylinder, limb, sphere, union, type Solid } from '../solids.ts'
import { lengthOf } from '../vectors.ts'

const { abs, atan2, max, PI, sin } = Math

/** A boxing glove seen from its back: fist up, thumb towards +x, about 2.6 high, its cuff on y = 0. */
export function glove(placement: Placement, surface: Surface = {}): Part[] {
  const mitt = slab(
    smooth(
      [
        [-0.5, 0.75],
        [-0.74, 1.1],
        [-0.86, 1.7],
        [-0.7, 2.35],
        [-0.1, 2.62],
        [0.5, 2.4],
        [0.72, 1.9],
        [0.62, 1.3],
        [0.48, 0.75],
      ],
      3,
    ),
    0.62,
    0.58,
  )
  const thumb = union(
    limb([0.36, 0.95, 0.2], [0.72, 1.25, 0.3], 0.3, 0.29),
    limb([0.72, 1.25, 0.3], [0.86, 1.65, 0.36], 0.29, 0.27),
    limb([0.86, 1.65, 0.36], [0.7, 1.98, 0.42], 0.27, 0.24),
  )
  const fist: Solid = (x, y, z) => {
    const fold = max(0, 1 - abs(y - 2.02 + 0.25 * z + 0.1 * x * x) / 0.12) ** 2 * (z > 0 ? 0.05 : 0)
    return blend(mitt(x, y, z - 0.1 * (y - 1.2)) + fold, thumb(x, y, z), 0.07) * 0.85
  }
  const turned = lathe(
    smooth([
      [0.3, 0.9],
      [0.49, 0.9],
      [0.47, 0.62],
      [0.57, 0.05],
      [0.55, 0],
      [0.42, 0],
      [0.36, 0.6],
    ]),
    0.02,
  )
  const cuff: Solid = (x, y, z) => turned(x, y, z * 1.15) * 0.85
  const band = (_x: number, y: number) => {
    if (y > 0.16 && y < 0.5) return { second: true }
    return abs(y - 0.1) < 0.012 || abs(y - 0.56) < 0.012 ? { ink: 1 } : null
  }
  const leather = { ...gloss, roughness: 1.5, ...surface }
  return [
    part(fist, 1.35, placement, leather, [0, 1.7, 0.1]),
    part(cuff, 0.8, placement, { ...leather, mark: band }, [0, 0.45, 0]),
  ]
}

/** A speed bag hanging from its board. */
export function speedBag(placement: Placement): Part[] {
  const bag = lathe(
    smooth(
      [
        [0, -0.25],
        [0.09, -0.27],
        [0.14, -0.42],
        [0.3, -0.75],
        [0.52, -1.25],
        [0.56, -1.6],
        [0.42, -1.95],
        [0.2, -2.08],
        [0, -2.1],
      ],
      3,
    ),
    0.01,
  )
  const seam = (x: number, y: number, z: number) => {
    if (y >= -0.3) return null
    const quarter = ((atan2(z, x) / (PI / 2) + 8.5) % 1) - 0.5
    const distance = abs(quarter) * (PI / 2) * lengthOf(x, z)
    if (distance < 0.012) return { ink: 1 }
    return distance > 0.05 && distance < 0.062 && sin(y * 70) > 0 ? { ink: 0.85 } : null
  }
  const board = place(cylinder(1.9, 0.09), { y: 0.22 })
  const swivel = union(place(sphere(0.12), { y: -0.05 }), place(cylinder(0.3, 0.05, 0.02), { y: 0.1 }))
  return [
    part(bag, 1.2, placement, { ...gloss, roughness: 1.8, mark: seam }, [0, -1.2, 0]),
    part(board, 1.95, placement, matt, [0, 0.22, 0]),
    part(swivel, 0.4, placement, steel),
  ]
}
