import { rectangle } from './shapes.ts'

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
  /** The paper's colour. */
  ground: string
  definitions: string[]
  drawing: string
  /** SVG on top of the printed paper. */
  overlay?: string
}

/** The complete picture: paper, drawing and overlay. The paper is flat, so its colour is exact. */
export function printSheet(sheet: Sheet): string {
  const { width, height, pixels, key } = sheet
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${pixels}" height="${Math.round((pixels * height) / width)}">` +
    `<defs>${sheet.definitions.join('')}<clipPath id="c${key}"><rect width="${width}" height="${height}"/></clipPath></defs>` +
    `<g clip-path="url(#c${key})">${rectangle(0, 0, width, height, sheet.ground)}${sheet.drawing}${sheet.overlay ?? ''}</g></svg>`
  )
}
