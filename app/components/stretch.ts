import { glyphWidths } from './glyph-widths.ts'

const narrowest = 62
const widest = 125
/** The tracking of headlines (`--track-display`), in thousandths of an em. */
const tracking = -35

/**
 * The width, in percent between 62 and 125, at which a line of capitals fills `measure` em of a headline's
 * size; 125 for a line too short to fill it, null for one too long even at its narrowest.
 */
export function stretchOf(line: string, measure: number): number | null {
  if (lengthOf(line, narrowest) > measure) return null
  let width = widest
  while (width > narrowest && lengthOf(line, width) > measure) width -= 1
  return width
}

/** The length of a line in em. Accents do not change a letter's width; an unknown letter counts as an M. */
function lengthOf(line: string, width: number): number {
  const letters = [...line.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')]
  const sum = letters.reduce((total, letter) => total + glyphAt(letter, width) + tracking, 0)
  return sum / 1000
}

function glyphAt(letter: string, width: number): number {
  const [narrow, normal, wide] = glyphWidths[letter] ?? [688, 937, 1160]
  return width <= 100
    ? narrow + ((normal - narrow) * (width - narrowest)) / (100 - narrowest)
    : normal + ((wide - normal) * (width - 100)) / (widest - 100)
}
