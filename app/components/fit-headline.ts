import { glyphWidths } from './glyph-widths.ts'

const minWidth = 62
const maxWidth = 125
/** The tracking of headlines (`--track-display`), in thousandths of an em. */
const tracking = -35

/**
 * Returns the font stretch, in percent from 62 to 125, at which a line of capitals fills `measure` em. A line
 * that is too short gets 125, a line that is too long even at 62 gets null.
 */
export function fitWidth(line: string, measure: number): number | null {
  const lengths = lengthsOf(line)
  if (lengths[0] > measure) return null
  let width = maxWidth
  while (width > minWidth && lengthAt(lengths, width) > measure) width -= 1
  return width
}

/** A line of a headline and the result of `fitWidth`. */
export type FittedLine = { text: string; width: number | null }

/** Fits lines to equal length. Runs on the server, so that browsers need no glyph widths. */
export const fitLines = (lines: readonly string[], measure: number): FittedLine[] =>
  lines.map((text) => ({ text, width: fitWidth(text, measure) }))

/** Returns the length of the longest word at full stretch, in tenths of an em, from 60 to 129. */
export function longestWordLength(headline: string): number {
  const lengths = headline.split(/[\s-]+/).map((word) => Math.ceil(lengthsOf(word)[2] * 10))
  return Math.min(Math.max(...lengths, 60), 129)
}

type Lengths = [narrow: number, normal: number, wide: number]

/**
 * Returns the length of a line in em at 62, 100 and 125 percent. Accents do not change a letter's width; an
 * unknown letter counts as an M.
 */
function lengthsOf(line: string): Lengths {
  const lengths: Lengths = [0, 0, 0]
  for (const letter of line.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')) {
    const widths = glyphWidths[letter] ?? [688, 937, 1160]
    for (const each of [0, 1, 2] as const) lengths[each] += (widths[each] + tracking) / 1000
  }
  return lengths
}

function lengthAt([narrow, normal, wide]: Lengths, width: number): number {
  return width <= 100
    ? narrow + ((normal - narrow) * (width - minWidth)) / (100 - minWidth)
    : normal + ((wide - normal) * (width - 100)) / (maxWidth - 100)
}
