import { createCanvas } from './canvas.ts'
import { series, type DisciplineName } from './disciplines/series.ts'
import { resolveInks } from './inks.ts'
import { shortHash, randomFrom } from './random.ts'
import { mirrored } from './shapes.ts'
import { printSheet, sheetSizes, type Ratio } from './sheet.ts'

/** Which of a discipline's three sets of inks. */
export type InkChoice = 0 | 1 | 2

type PosterOptions = {
  discipline: DisciplineName
  /** Decides inks, direction and details. Without one: the discipline's own poster. */
  seed?: string
  ratio?: Ratio
  /** Width in pixels; the height follows from the ratio. */
  width?: number
  /** Fixes the inks instead of leaving them to the seed. */
  inkSet?: InkChoice
  /** Fixes the direction instead of leaving it to the seed. */
  flipped?: boolean
}

/**
 * Poster as SVG text: the geometry of its discipline in exactly three inks, with one dot as the person. The
 * same options give the same poster.
 */
export function poster(options: PosterOptions): string {
  const { discipline, seed = discipline, ratio = '4:5' } = options
  const [width, height] = sheetSizes[ratio]
  const pixels = options.width ?? width
  const isOwn = seed === discipline
  const random = randomFrom(`${discipline}/${seed}`)
  // A fixed choice draws no number: the rest of the stream belongs to the drawing.
  const inkSet = options.inkSet ?? (isOwn ? 0 : random.integer(0, 2))
  const flipped = options.flipped ?? (isOwn ? false : random.chance(0.45))
  const { draw, inkSets } = series[discipline]
  const inks = resolveInks(inkSets[inkSet as InkChoice])
  const key = shortHash(`${discipline}/${seed}/${ratio}`)
  const canvas = createCanvas(width, height, pixels / width, key)
  const drawing = draw(canvas, random, inks)
  return printSheet({
    width,
    height,
    pixels,
    key,
    ground: inks.ground,
    definitions: canvas.definitions,
    drawing: flipped ? mirrored(drawing, width) : drawing,
  })
}
