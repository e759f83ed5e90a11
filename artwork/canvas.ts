import { noiseTile } from './noise.ts'
import { hashOf } from './random.ts'
import { roundToTenth, type Point } from './shapes.ts'

/** A stippled tone that thins out from one point to another, printed only inside its clip. */
export type Shade = {
  /** An outline without paint. */
  clip: string
  /** Where the stipple is dense. */
  from: Point
  /** Where it has run out. */
  to: Point
  /** Density at `from`, 0 to 1. */
  strength?: number
}

/** Canvas of a discipline. Sizes are user units; definitions are collected beside the drawing. */
export type Canvas = {
  width: number
  height: number
  longSide: number
  shortSide: number
  definitions: string[]
  /** An element id that no other poster uses, so that several can stand in one document. */
  uniqueId(prefix: string): string
  /** Shades of one ink that lie beside each other. One pass of the filter prints them all. */
  tone(ink: string, ...shades: Shade[]): string
}

const defaultStrength = 0.82

/** User units after which the stipple repeats; more is coarser. A poster's is right for a card and a whole page. */
const posterTile = 280

/** A canvas of the given user units. `scale` is pixels per user unit, and `key` ends every element id. */
export function createCanvas(
  width: number,
  height: number,
  scale: number,
  key: string,
  tile = posterTile,
): Canvas {
  const definitions: string[] = []
  const filters = new Set<string>()
  let lastId = 0
  const uniqueId = (prefix: string) => `${prefix}${key}${lastId++}`

  const filterFor = (ink: string) => {
    const id = `s${key}${ink.slice(1)}`
    if (!filters.has(id)) {
      filters.add(id)
      definitions.push(stippleFilter(id, ink, width, height, scale, tile))
    }
    return id
  }

  const paint = ({ clip, from, to, strength = defaultStrength }: Shade) => {
    const gradient = uniqueId('g')
    const outline = uniqueId('k')
    definitions.push(
      `<linearGradient id="${gradient}" gradientUnits="userSpaceOnUse" x1="${roundToTenth(from[0])}" y1="${roundToTenth(from[1])}" x2="${roundToTenth(to[0])}" y2="${roundToTenth(to[1])}">` +
        `<stop offset="0" stop-opacity="${strength}"/><stop offset="1" stop-opacity="0"/></linearGradient>`,
      `<clipPath id="${outline}">${clip}</clipPath>`,
    )
    return `<rect width="${width}" height="${height}" fill="url(#${gradient})" clip-path="url(#${outline})"/>`
  }

  // The filter leaves a few grains where there is no shade at all, so its result is clipped again.
  const print = (ink: string, shades: Shade[]) => {
    const outlines = uniqueId('o')
    definitions.push(`<clipPath id="${outlines}">${shades.map(({ clip }) => clip).join('')}</clipPath>`)
    return `<g clip-path="url(#${outlines})"><g filter="url(#${filterFor(ink)})">${shades.map(paint).join('')}</g></g>`
  }

  return {
    width,
    height,
    longSide: Math.max(width, height),
    shortSide: Math.min(width, height),
    definitions,
    uniqueId,
    tone: (ink, ...shades) => print(ink, shades),
  }
}

/** Turns opacity into grains of one ink, as a screen print does. */
function stippleFilter(
  id: string,
  ink: string,
  width: number,
  height: number,
  scale: number,
  tile: number,
): string {
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}" color-interpolation-filters="sRGB">` +
    noiseTile({
      tile,
      octaves: 3,
      seed: hashOf(id) % 97,
      matrix: '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1 0 0 0 0',
      scale,
      result: 'noise',
    }) +
    `<feComposite in="SourceGraphic" in2="noise" operator="arithmetic" k1="0" k2="5" k3="12" k4="-8.5" result="grains"/>` +
    `<feFlood flood-color="${ink}"/><feComposite in2="grains" operator="in"/></filter>`
  )
}
