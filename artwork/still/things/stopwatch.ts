import { numeral } from '../numerals.ts'
import { lathe, smooth } from '../outlines.ts'
import { matt, part, steel, type Mark, type Part } from '../parts.ts'
import { place, type Placement } from '../placement.ts'
import { cylinder, torus, union, type Solid } from '../solids.ts'
import { lengthOf } from '../vectors.ts'

const { abs, atan2, cos, max, min, PI, round, sin } = Math

const numbers = [
  { paint: numeral('60', 0.11), x: 0, y: 0.47, size: 0.24 },
  { paint: numeral('15', 0.11), x: 0.45, y: 0, size: 0.2 },
  { paint: numeral('45', 0.11), x: -0.45, y: 0, size: 0.2 },
]

/** Distance to the long hand, its counterweight included. */
function hand(x: number, z: number): number {
  const angle = 0.92
  const across = x * cos(angle) + z * sin(angle)
  const along = -x * sin(angle) + z * cos(angle)
  const needle = max(abs(across) - 0.014 - 0.02 * max(0, along), -along - 0.72, along - 0.18)
  return min(needle, lengthOf(x, z) - 0.06)
}

function isPrinted(x: number, z: number, turn: number): boolean {
  const radius = lengthOf(x, z)
  const toMark = (count: number) => (abs(turn * count - round(turn * count)) / count) * 2 * PI * radius
  const small = lengthOf(x, z - 0.36)
  const isSmallHand =
    small < 0.17 && abs(x * 0.8 + (z - 0.36) * 0.6) < 0.013 && -x * 0.6 + (z - 0.36) * 0.8 > 0
  return (
    hand(x, z) < 0 ||
    (radius > 0.6 && radius < 0.79 && toMark(12) < 0.022) ||
    (radius > 0.7 && radius < 0.79 && toMark(60) < 0.01) ||
    (small < 0.2 && small > 0.185) ||
    isSmallHand ||
    numbers.some((number) => number.paint((x - number.x) / number.size, (-z - number.y) / number.size) < 0)
  )
}

/** The face of the watch: the first nine seconds are the paper's colour, the rest the second colour. */
function dial(x: number, y: number, z: number): Mark | null {
  const radius = lengthOf(x, z)
  if (y < 0.09 || radius > 0.81) return null
  const turn = (atan2(x, -z) / (2 * PI) + 1) % 1
  if (isPrinted(x, z, turn)) return { ink: 1 }
  const isFirstPart = turn < 0.155 && radius < 0.57 && radius > 0.1 && z < 0
  return { second: !isFirstPart, bare: true }
}

/** A stopwatch on its back, looking up. */
export function stopwatch(placement: Placement): Part[] {
  const shell = lathe(
    smooth(
      [
        [0, -0.14],
        [0.85, -0.14],
        [0.98, -0.02],
        [0.98, 0.06],
        [0.9, 0.15],
        [0.84, 0.15],
        [0.82, 0.08],
        [0, 0.08],
      ],
      1,
    ),
    0.008,
  )
  const face: Solid = (x, y, z) => max(y - 0.1, lengthOf(x, z) - 0.82, -y)
  const crown = union(
    place(cylinder(0.15, 0.16, 0.04), { z: -1.2, rx: 90 }),
    place(cylinder(0.08, 0.2, 0.01), { z: -1.02, rx: 90 }),
    place(place(cylinder(0.09, 0.1, 0.03), { z: -1.08, rx: 90 }), { ry: -42 }),
  )
  const bow = place(torus(0.25, 0.04), { z: -1.42 })
  return [
    part(shell, 1.02, placement, steel),
    part(face, 0.86, placement, { ...matt, mark: dial }),
    part(crown, 0.62, placement, steel, [0, 0, -1.05]),
    part(bow, 0.32, placement, steel, [0, 0, -1.42]),
  ]
}
