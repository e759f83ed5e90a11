import { limb } from './solids.ts'

type Stroke = readonly [fromX: number, fromY: number, toX: number, toY: number]

// Stroked numerals in a field one unit high. Only those that something in the room carries.
const strokes: Record<string, readonly Stroke[]> = {
  0: [
    [-0.25, 0.2, -0.25, -0.2],
    [0.25, 0.2, 0.25, -0.2],
    [-0.25, 0.2, -0.1, 0.42],
    [-0.1, 0.42, 0.1, 0.42],
    [0.1, 0.42, 0.25, 0.2],
    [-0.25, -0.2, -0.1, -0.42],
    [-0.1, -0.42, 0.1, -0.42],
    [0.1, -0.42, 0.25, -0.2],
  ],
  1: [
    [0.02, 0.42, 0.02, -0.42],
    [0.02, 0.42, -0.18, 0.26],
  ],
  2: [
    [-0.25, 0.24, -0.1, 0.42],
    [-0.1, 0.42, 0.12, 0.42],
    [0.12, 0.42, 0.25, 0.24],
    [0.25, 0.24, 0.22, 0.08],
    [0.22, 0.08, -0.27, -0.42],
    [-0.27, -0.42, 0.28, -0.42],
  ],
  4: [
    [0.14, 0.42, -0.28, -0.18],
    [-0.28, -0.18, 0.3, -0.18],
    [0.14, 0.1, 0.14, -0.42],
  ],
  5: [
    [0.24, 0.42, -0.2, 0.42],
    [-0.2, 0.42, -0.24, 0.06],
    [-0.24, 0.06, 0.1, 0.1],
    [0.1, 0.1, 0.26, -0.1],
    [0.26, -0.1, 0.24, -0.26],
    [0.24, -0.26, 0.08, -0.42],
    [0.08, -0.42, -0.26, -0.4],
  ],
  6: [
    [0.16, 0.42, -0.18, 0.02],
    [-0.18, 0.02, -0.25, -0.18],
    [-0.25, -0.18, -0.1, -0.42],
    [-0.1, -0.42, 0.12, -0.42],
    [0.12, -0.42, 0.26, -0.2],
    [0.26, -0.2, 0.12, 0.02],
    [0.12, 0.02, -0.18, 0.02],
  ],
  8: [
    [-0.2, 0.24, -0.08, 0.42],
    [-0.08, 0.42, 0.08, 0.42],
    [0.08, 0.42, 0.2, 0.24],
    [0.2, 0.24, -0.26, -0.2],
    [-0.2, 0.24, 0.26, -0.2],
    [-0.26, -0.2, -0.1, -0.42],
    [-0.1, -0.42, 0.1, -0.42],
    [0.1, -0.42, 0.26, -0.2],
  ],
}

/** Distance in the plane to a painted number, negative on its strokes. Its middle is the origin. */
export function numeral(text: string, weight: number): (x: number, y: number) => number {
  const limbs = [...text].flatMap((character, index) => {
    const offset = (index - (text.length - 1) / 2) * 0.78
    return (strokes[character] ?? []).map(([fromX, fromY, toX, toY]) =>
      limb([fromX + offset, fromY, 0], [toX + offset, toY, 0], weight),
    )
  })
  return (x, y) => Math.min(...limbs.map((stroke) => stroke(x, y, 0)))
}
