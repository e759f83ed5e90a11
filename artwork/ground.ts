import { createCanvas, type Canvas } from './canvas.ts'
import { inks, type InkName } from './inks.ts'
import { shortHash, randomFrom } from './random.ts'
import { arc, disc, polygon, rectangle, ring, roundToTenth, stroke } from './shapes.ts'
import { printSheet, sheetSizes, type Ratio } from './sheet.ts'

/** Paper and print of a ground. */
export const groundInks: readonly (readonly [paper: InkName, print: InkName])[] = [
  ['volt', 'ink'],
  ['clay', 'blush'],
  ['blush', 'clay'],
  ['pool', 'volt'],
  ['bone', 'pool'],
  ['volt', 'pool'],
  ['blush', 'pool'],
  ['clay', 'ink'],
]

type Pattern = (canvas: Canvas, paper: string, print: string, sun: Sun) => string
type Sun = { x: number; y: number; radius: number }

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const patterns = {
  sun: (canvas, paper, print, { x, y, radius }) =>
    disc(x, y, radius, print) +
    canvas.tone(paper, {
      clip: disc(x, y, radius),
      from: [x, y + radius],
      to: [x, y - radius * 0.4],
      strength: 0.9,
    }),
  rings: ({ width, height, shortSide }, _paper, print) =>
    range(5)
      .map((index) =>
        ring(width * 0.5, height * 0.46, shortSide * (0.2 + index * 0.13), shortSide * 0.05, print),
      )
      .join(''),
  bars: ({ width, height }, _paper, print) =>
    range(6)
      .map((index) =>
        rectangle(width * (0.14 + index * 0.16), 0, width * (0.042 + index * 0.012), height, print),
      )
      .join(''),
  ramp: (canvas, paper, print) => {
    const { width, height } = canvas
    const band = [
      [0, height * 0.16],
      [width, -height * 0.06],
      [width, height * 0.4],
      [0, height * 0.66],
    ] as const
    const shade = canvas.tone(paper, {
      clip: rectangle(0, 0, width, height),
      from: [0, height * 0.5],
      to: [width * 0.9, height * 0.3],
      strength: 0.8,
    })
    return polygon(band, print) + shade
  },
  lanes: ({ height, shortSide }, _paper, print) =>
    range(4)
      .map((index) =>
        arc([0, height], shortSide * (0.5 + index * 0.2), -Math.PI / 2, 0, shortSide * 0.09, print),
      )
      .join(''),
  dots: ({ width, height, shortSide }, _paper, print) =>
    range(9)
      .flatMap((row) =>
        range(7).map((column) =>
          disc(
            (width * (column + 0.5)) / 7,
            (height * (row + 0.5)) / 8.4,
            shortSide * (0.058 - row * 0.005),
            print,
          ),
        ),
      )
      .join(''),
  court: ({ width, height, shortSide }, _paper, print) =>
    stroke(
      `M${roundToTenth(-width * 0.1)} ${roundToTenth(height * 0.6)}H${roundToTenth(width * 0.86)}V${roundToTenth(-height * 0.1)}`,
      shortSide * 0.045,
      print,
    ) + ring(width * 0.86, height * 0.12, shortSide * 0.36, shortSide * 0.045, print),
} satisfies Record<string, Pattern>

export type GroundPattern = keyof typeof patterns

const patternNames = Object.keys(patterns) as GroundPattern[]

type GroundOptions = {
  seed: string
  ratio?: Ratio
  /** Width in pixels; the height follows from the ratio. */
  width?: number
  /** An index of `groundInks`; the seed decides without it. */
  inkPair?: number
  pattern?: GroundPattern
  /** SVG in front of the printed ground, in its user units. */
  figure?: string
}

/** A two-ink ground for a portrait, as SVG text. */
export function ground(options: GroundOptions): string {
  const { seed, ratio = '4:5' } = options
  const [width, height] = sheetSizes[ratio]
  const pixels = options.width ?? width
  const random = randomFrom(`ground/${seed}`)
  const [paperName, printName] = inkPairOf(options.inkPair ?? random.integer(0, groundInks.length - 1))
  const pattern = options.pattern ?? patternAt(random.integer(0, patternNames.length - 1))
  const key = shortHash(`ground/${seed}/${ratio}`)
  const canvas = createCanvas(width, height, pixels / width, key)
  const sun = {
    x: width * random.between(0.3, 0.7),
    y: height * random.between(0.36, 0.5),
    radius: canvas.shortSide * random.between(0.36, 0.46),
  }
  return printSheet({
    width,
    height,
    pixels,
    key,
    ground: inks[paperName],
    definitions: canvas.definitions,
    drawing: patterns[pattern](canvas, inks[paperName], inks[printName], sun),
    overlay: options.figure,
  })
}

function inkPairOf(index: number): readonly [paper: InkName, print: InkName] {
  const inkPair = groundInks[index]
  if (!inkPair) throw new RangeError(`There are ${groundInks.length} pairs of inks, none is number ${index}`)
  return inkPair
}

function patternAt(index: number): GroundPattern {
  return patternNames[index] ?? 'sun'
}
