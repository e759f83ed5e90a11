import { glyphWidths } from './glyph-widths.ts'

const minWidth = 62
const maxWidth = 125
/** The tracking of headlines (`--track-display`), in thousandths of an em. */
const tracking = -35

/**
 * The width, in percent between 62 and 125, at which a line of capitals fills `measure` em of a headline's
 * size; 125 for a line too short to fill it, null for one too long even at its narrowest.
 */
export function fitWidth(line: string, measure: number): number | null {
  const lengths = lengthsOf(line)
  if (lengths[0] > measure) return null
  let width = maxWidth
  while (width > minWidth && lengthAt(lengths, width) > measure) width -= 1
  return width
}

/** A line of a headline, and the width that `stretchOf` says. */
export type FittedLine = { text: string; width: number | null }

/** Lines that are to be equally long; said on the server, so that no browser has to know the face. */
export const fitLines = (lines: readonly string[], measure: number): FittedLine[] =>
  lines.map((text) => ({ text, width: fitWidth(text, measure) }))

/** The length of the longest word of a headline at its widest, in tenths of an em, between 60 and 129. */
export function longestWordLength(headline: string): number {
  const lengths = headline.split(/[\s-]+/).map((word) => Math.ceil(lengthsOf(word)[2] * 10))
  return Math.min(Math.max(...lengths, 60), 129)
}

type Lengths = [narrow: number, normal: number, wide: number]

/**
 * The length of a line in em at 62, 100 and 125 percent. Accents do not change a letter's width; an unknown
 * letter counts as an M.
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
