import { createCanvas } from './canvas.ts'
import { series, type DisciplineName } from './disciplines/series.ts'
import { resolveInks } from './inks.ts'
import type { InkChoice } from './poster.ts'
import { shortHash, randomFrom } from './random.ts'
import { mirrored } from './shapes.ts'
import { printSheet } from './sheet.ts'

export type BannerOptions = {
  discipline: DisciplineName
  seed?: string
  /** User units, which are pixels at a density of 1. */
  width: number
  height: number
  /** Pixels per user unit. */
  density?: number
  /** Where the drawing stands; the rest stays flat for type. The right two fifths by default. */
  box?: readonly [x: number, y: number, width: number, height: number]
  /** Ends the drawing at a slanted line: everything left of it is ground. */
  trim?: readonly [x: number, y: number, degrees: number]
  /** Lets the drawing run out of its box, up to the banner's edge. */
  open?: boolean
  inkSet?: InkChoice
  flipped?: boolean
  /** SVG on top of the printed banner. */
  overlay?: string
}

// A banner is shown at its own size, where a poster is shown at a third of it.
const bannerTile = 210

/** A discipline drawn at one side of a wide sheet, as SVG text. */
export function banner(options: BannerOptions): string {
  const {
    discipline,
    seed = discipline,
    width,
    height,
    trim,
    open = false,
    inkSet = 0,
    density = 1,
  } = options
  const [left, top, boxWidth, boxHeight] = options.box ?? [
    Math.round(width * 0.58),
    0,
    Math.round(width * 0.42),
    height,
  ]
  const { draw, inkSets } = series[discipline]
  const inks = resolveInks(inkSets[inkSet])
  const key = shortHash(`banner/${discipline}/${seed}/${width}`)
  const canvas = createCanvas(boxWidth, boxHeight, density, key, bannerTile)
  const drawn = draw(canvas, randomFrom(`${discipline}/${seed}`), inks)
  const turned = options.flipped ? mirrored(drawn, boxWidth) : drawn
  canvas.definitions.push(
    `<clipPath id="b${key}"><rect width="${boxWidth}" height="${boxHeight}"/></clipPath>`,
  )
  const clip = open ? '' : ` clip-path="url(#b${key})"`
  const end = trim
    ? `<rect x="${-2 * width}" y="${-2 * height}" width="${2 * width}" height="${4 * height}" fill="${inks.ground}" transform="translate(${trim[0]} ${trim[1]}) rotate(${trim[2]})"/>`
    : ''
  return printSheet({
    width,
    height,
    pixels: width * density,
    key,
    ground: inks.ground,
    definitions: canvas.definitions,
    drawing: `<g transform="translate(${left} ${top})"><g${clip}>${turned}</g></g>${end}`,
    overlay: options.overlay,
  })
}
