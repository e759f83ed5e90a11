import { inks, type InkName } from '../inks.ts'
import { grainMask } from './blue-noise.ts'
import type { Plates } from './plates.ts'

/** The colours of a print as `#rrggbb`: the paper, a flat second colour, the dark and the light. */
export type Ground = { paper: string; second: string; dark: string; light: string }

const onPaper = (paper: InkName, second: InkName): Ground => ({
  paper: inks[paper],
  second: inks[second],
  dark: inks.ink,
  light: inks.chalk,
})

/**
 * Grounds by name. On the ink grounds the paper is the lamp's colour and the room is dark, so that most of the sheet is
 * ink.
 */
export const grounds = {
  volt: onPaper('volt', 'chalk'),
  clay: onPaper('clay', 'blush'),
  blush: onPaper('blush', 'clay'),
  pool: onPaper('pool', 'blush'),
  bone: onPaper('bone', 'clay'),
  'ink-clay': onPaper('clay', 'volt'),
  'ink-volt': onPaper('volt', 'chalk'),
  'ink-blush': onPaper('blush', 'clay'),
  'ink-pool': onPaper('pool', 'volt'),
} satisfies Record<string, Ground>

export type GroundName = keyof typeof grounds

/** Pixels of a print, three bytes each. */
export type Print = { data: Buffer; width: number; height: number }

export type Rgb = readonly [red: number, green: number, blue: number]

/** The channels of a colour `#rrggbb`. */
export function channelsOf(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

// share of a tone over which a grain's edge is soft
const edgeSoftness = 0.22

/** The share of ink that a tone prints over a threshold. Tones next to 0 and 1 are flat. */
export function inkShare(tone: number, threshold: number): number {
  if (tone <= 0.015) return 0
  if (tone >= 0.985) return 1
  return Math.max(0, Math.min(1, (tone - threshold) / edgeSoftness + 0.5))
}

/** Width of a grain in pixels. A good CSS pixel: files from 540 pixels on are shown on dense screens. */
export const grainFor = (width: number): number => (width < 200 ? 1 : width < 500 ? 1.25 : 2.5)

type PrintOptions = {
  /** Width of a grain in printed pixels. */
  grain: number
  /** Moves the mask, so that two pictures have other grains. */
  seed?: number
  /** Side of the mask before its grains are enlarged; the full one by default. */
  maskSide?: number
}

/**
 * Prints plates in flat inks: paper and second colour, then grains of ink, then grains of light. Print each size by
 * itself, because a print that is scaled loses its grain.
 */
export function printPlates(
  plates: Plates,
  ground: Ground,
  { grain, seed = 0, maskSide }: PrintOptions,
): Print {
  const { width, height, ink, light, second, edges } = plates
  const paperColour = channelsOf(ground.paper)
  const secondColour = channelsOf(ground.second)
  const dark = channelsOf(ground.dark)
  const bright = channelsOf(ground.light)
  const { side, values } = grainMask(grain, maskSide)
  const half = side >> 1
  const data = Buffer.alloc(width * height * 3)
  const sum = [0, 0, 0]
  const add = (tone: number, glint: number, isSecond: boolean, inkAt: number, lightAt: number) => {
    const base = isSecond ? secondColour : paperColour
    const darkShare = inkShare(tone, inkAt)
    const lightShare = inkShare(glint, lightAt)
    for (let channel = 0; channel < 3; channel++) {
      const printed = base[channel]! + (dark[channel]! - base[channel]!) * darkShare
      sum[channel]! += printed + (bright[channel]! - printed) * lightShare
    }
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = y + seed * 91
      const column = x + seed * 53
      const inkAt = values[(row % side) * side + (column % side)]!
      const lightAt = values[((row + half) % side) * side + ((column + half) % side)]!
      const at = y * width + x
      const samples = edges.get(at)
      sum.fill(0)
      if (samples)
        for (let sample = 0; sample < samples.length; sample += 3)
          add(samples[sample]!, samples[sample + 1]!, samples[sample + 2]! > 0.5, inkAt, lightAt)
      else add(ink[at]!, light[at]!, second[at]! > 0.5, inkAt, lightAt)
      const count = samples ? samples.length / 3 : 1
      for (let channel = 0; channel < 3; channel++) data[at * 3 + channel] = Math.round(sum[channel]! / count)
    }
  return { data, width, height }
}
