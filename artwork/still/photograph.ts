import sharp, { type Sharp } from 'sharp'
import { inks } from '../inks.ts'
import { createPlates, type Plates } from './plates.ts'
import { grainFor, grounds, printPlates, type Ground, type Print } from './press.ts'

/** Papers that a photograph can be printed on, with their inks. The ink one is black and white, with volt lights. */
const papers = {
  clay: grounds.clay,
  pool: grounds.pool,
  blush: grounds.blush,
  bone: grounds.bone,
  volt: grounds.volt,
  ink: { paper: inks.chalk, second: inks.clay, dark: inks.ink, light: inks.volt },
} satisfies Record<string, Ground>

export type PaperName = keyof typeof papers

type Grey = { data: Buffer; width: number; height: number }

/** Mostly red, in which skin of every colour is light. */
const mostlyRed: [number, number, number] = [0.75, 0.25, 0]

// share of each place's own mean that is taken out, so that the light is even
const evenness = 0.3
// how much darker a line is drawn along an edge
const edgeStrength = 2.4
/** Bent tones between which a grain of ink becomes paper. */
const inkRange = [0.14, 0.66] as const

/** A photograph cut to a size, as grey tones without specks. */
async function greyOf(photograph: Sharp, width: number, height: number): Promise<Grey> {
  const data = await photograph
    .clone()
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .median(3)
    .recomb([mostlyRed, mostlyRed, mostlyRed])
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { data, width, height }
}

async function blurred({ data, width, height }: Grey, sigma: number): Promise<Buffer> {
  const raw = { width, height, channels: 1 } as const
  return sharp(data, { raw }).blur(sigma).extractChannel(0).raw().toBuffer()
}

/** Tones from about -0.5 to 1.5 with even light and drawn edges, and the plain ones from 0 to 1. */
async function tonesOf(grey: Grey): Promise<{ even: Float32Array; plain: Float32Array }> {
  // lines are as wide in every size
  const fine = Math.max(0.5, grey.width / 300)
  const small = await blurred(grey, fine)
  const large = await blurred(grey, fine * 2.4)
  const wide = await blurred(grey, grey.width / 9)
  const even = new Float32Array(small.length)
  const plain = new Float32Array(small.length)
  for (let at = 0; at < small.length; at++) {
    const drawn = small[at]! + edgeStrength * (small[at]! - large[at]!)
    even[at] = (drawn - evenness * (wide[at]! - 118)) / 255
    plain[at] = small[at]! / 255
  }
  return { even, plain }
}

const quantile = (sorted: Float32Array, share: number) => sorted[Math.floor(share * (sorted.length - 1))]!
const clamped = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

function smoothStep(from: number, to: number, value: number): number {
  const t = clamped((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}

/** How tones become ink and light, the same in every size of one photograph. */
type Exposure = { black: number; white: number; gamma: number; chalk: number }

/** Returns the exposure at which the middle of the picture, its subject, comes to a middle tone. */
async function measureExposure(photograph: Sharp, ratio: number): Promise<Exposure> {
  const width = 240
  const height = Math.round(width / ratio)
  const { even, plain } = await tonesOf(await greyOf(photograph, width, height))
  const sorted = even.toSorted()
  const black = quantile(sorted, 0.02)
  const white = Math.max(quantile(sorted, 0.985), black + 0.05)
  const middle = even.filter((_, at) => {
    const x = (at % width) / width - 0.5
    const y = Math.floor(at / width) / height - 0.48
    return Math.abs(x) < 0.24 && Math.abs(y) < 0.26
  })
  const tone = clamped((quantile(middle.toSorted(), 0.5) - black) / (white - black), 0.05, 0.95)
  const gamma = clamped(Math.log(0.55) / Math.log(tone), 0.5, 1.5)
  return { black, white, gamma, chalk: quantile(plain.toSorted(), 0.93) }
}

async function platesOf(grey: Grey, { black, white, gamma, chalk }: Exposure): Promise<Plates> {
  const plates = createPlates(grey.width, grey.height)
  const { even, plain } = await tonesOf(grey)
  for (let at = 0; at < even.length; at++) {
    const bent = clamped((even[at]! - black) / (white - black), 0, 1) ** gamma
    plates.ink[at] = 1 - smoothStep(...inkRange, bent)
    if (chalk >= 0.5 && plain[at]! > chalk - 0.05)
      plates.light[at] = smoothStep(chalk - 0.05, chalk + 0.05, plain[at]!) * smoothStep(0.7, 0.85, bent)
  }
  return plates
}

/**
 * Returns a printer of a photograph in the club's inks, cut to a ratio of width to height. Print each size by itself,
 * because a print that is scaled loses its grain.
 */
export async function printerOf(
  photograph: Sharp,
  paper: PaperName,
  ratio: number,
): Promise<(width: number) => Promise<Print>> {
  const exposure = await measureExposure(photograph, ratio)
  const ground = papers[paper]
  return async (width) => {
    const grey = await greyOf(photograph, width, Math.round(width / ratio))
    return printPlates(await platesOf(grey, exposure), ground, { grain: grainFor(width), maskSide: 64 })
  }
}
