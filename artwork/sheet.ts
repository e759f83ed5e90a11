import { fineCycles, noiseTile } from './noise.ts'
import { hashOf } from './random.ts'
import { rectangle, short } from './shapes.ts'

export type Ratio = '4:5' | '4:3' | '16:9' | '1:1'

/** The user units of a sheet of each ratio. */
export const sheetSizes: Record<Ratio, readonly [width: number, height: number]> = {
  '4:5': [800, 1000],
  '4:3': [1200, 900],
  '16:9': [1600, 900],
  '1:1': [900, 900],
}

type Sheet = {
  /** User units. */
  width: number
  height: number
  /** Width of the picture in pixels; the height follows. */
  pixels: number
  /** Ends every element id. */
  key: string
  seed: string
  /** The paper's colour. */
  ground: string
  definitions: string[]
  drawing: string
  /** The paper's tooth: 1 as printed, 0 for none. */
  grain?: number
  /** Something laid upon the printed paper: it takes no tooth. */
  overlay?: string
}

/** The finished picture: paper, drawing and the paper's tooth over both. */
export function printSheet(sheet: Sheet): string {
  const { width, height, pixels, key, grain = 1 } = sheet
  const tooth = grain > 0 ? toothFilter(sheet) : ''
  const toothed =
    grain > 0
      ? `<rect width="${width}" height="${height}" filter="url(#p${key})" opacity="${short(grain * 55) / 100}"/>`
      : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${pixels}" height="${Math.round((pixels * height) / width)}">` +
    `<defs>${sheet.definitions.join('')}<clipPath id="c${key}"><rect width="${width}" height="${height}"/></clipPath>${tooth}</defs>` +
    `<g clip-path="url(#c${key})">${rectangle(0, 0, width, height, sheet.ground)}${sheet.drawing}${toothed}${sheet.overlay ?? ''}</g></svg>`
  )
}

function toothFilter({ width, height, pixels, key, seed }: Sheet): string {
  const scale = pixels / width
  return (
    `<filter id="p${key}" filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}" color-interpolation-filters="sRGB">` +
    noiseTile({
      cycles: fineCycles,
      octaves: 2,
      seed: hashOf(seed) % 89,
      matrix: '0 0 0 0 0.08  0 0 0 0 0.08  0 0 0 0 0.06  1.5 0 0 0 -0.72',
      scale,
    }) +
    `</filter>`
  )
}
