import { createAvatar } from '@dicebear/core'
import * as notionists from '@dicebear/notionists'
import { ground, groundInks } from './ground.ts'
import { inks } from './inks.ts'
import { randomLook, type Look } from './look.ts'
import { findLook } from './people.ts'
import { randomFrom } from './random.ts'

type PortraitRatio = '4:5' | '1:1'

type PortraitOptions = {
  /** Key of `drawnPeople` for a chosen face; any other text gives a random one. */
  seed: string
  ratio?: PortraitRatio
  /** Width in pixels; the height follows from the ratio. */
  width?: number
  /** Changes single parts of the look. */
  look?: Partial<Look>
}

// Position of the figure on the sheet: cut at the chest at 4:5, closer to the face at 1:1.
const placements: Record<PortraitRatio, { x: number; y: number; scale: number }> = {
  '4:5': { x: -95, y: 26, scale: 0.584 },
  '1:1': { x: -207, y: -110, scale: 0.78 },
}

/** A drawn person before a poster ground, as SVG text. The same options give the same portrait. */
export function portrait({ seed, ratio = '4:5', width, look }: PortraitOptions): string {
  const chosen = findLook(seed) ?? randomLook(randomFrom(`look/${seed}`), groundInks.length)
  const complete: Look = { ...chosen, ...look }
  const { x, y, scale } = placements[ratio]
  return ground({
    seed,
    ratio,
    width,
    inkPair: complete.inkPair,
    pattern: complete.pattern,
    figure: `<g transform="translate(${x} ${y}) scale(${scale})">${figureOf(complete)}</g>`,
  })
}

/** The drawing itself in its own units, 1744 square, in ink and chalk. */
function figureOf(look: Look): string {
  const avatar = createAvatar(notionists, {
    seed: '',
    hair: [look.hair],
    body: [look.body],
    // Wide open: the others are half closed or tired.
    eyes: ['variant05'],
    brows: [look.brows],
    nose: [look.nose],
    lips: [look.lips],
    beard: look.beard ? [look.beard] : [],
    beardProbability: look.beard ? 100 : 0,
    glasses: look.glasses ? [look.glasses] : [],
    glassesProbability: look.glasses ? 100 : 0,
    bodyIcon: look.icon ? [look.icon] : [],
    bodyIconProbability: look.icon ? 100 : 0,
    gestureProbability: 0,
  }).toString()
  return recoloured(withoutFrame(avatar))
}

/** Removes the outer element with its licence metadata; app/artwork/README.md names the licence. */
function withoutFrame(svg: string): string {
  return svg
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
}

/** Black becomes ink and white chalk, except inside masks, where white means "show". */
function recoloured(drawing: string): string {
  return drawing.replace(/<mask[\s\S]*?<\/mask>|"#(?:000|fff)"/g, (found) => {
    if (found === '"#000"') return `"${inks.ink}"`
    if (found === '"#fff"') return `"${inks.chalk}"`
    return found
  })
}
