/** Widths of renditions in pixels; never wider than the upload. */
export const renditionWidths = [160, 360, 540, 720, 1080, 1440, 2400] as const

/**
 * Maximum rendition width of a photograph. Drawings use all widths, because their edges show every missing
 * pixel.
 */
export const maxPhotographWidth = 1440

/** Formats on pages, and in letters: Outlook for Windows shows neither AVIF nor WebP. */
export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** A picture of the club. Width and height are pixels of the upright original. */
export type Picture = {
  id: string
  width: number
  height: number
  /** Placeholder colour as `#rrggbb`: the most common colour of a drawing, the mean of a photograph. */
  colour: string
}

/** A person's picture: an upload, or the identity provider's address. */
export type Portrait = Picture | { address: string }

/** Reduces a portrait to the fields of a small avatar. */
export function toAvatar(portrait: Portrait | null): Portrait | null {
  if (portrait === null || 'address' in portrait) return portrait
  const width = Math.min(portrait.width, 360)
  return { ...portrait, width, height: portrait.height > portrait.width ? Math.ceil(width * 1.25) : width }
}

/** Returns the widths available for a picture of this width, ascending; at least one. */
export function renditionWidthsFor(intrinsicWidth: number): number[] {
  const usual = renditionWidths.filter((width) => width <= intrinsicWidth)
  const hasItsOwn = intrinsicWidth <= maxPhotographWidth && usual.at(-1) !== intrinsicWidth
  return hasItsOwn ? [...usual, intrinsicWidth] : usual
}

/**
 * Returns fallback widths, best first: wider ones, then narrower. Photographs have no 2400, and pictures of
 * earlier releases lack later widths.
 */
export function fallbackWidths(width: number): number[] {
  if (!renditionWidths.some((each) => each === width)) return []
  const wider = renditionWidths.filter((each) => each > width)
  return [...wider, ...renditionWidths.filter((each) => each < width).toReversed()]
}

/** Path of a rendition. Its content never changes. */
export function renditionPath(id: string, width: number, format: PictureFormat): string {
  return `/images/${id}/${width}.${format}`
}

/** Width of the column of a letter, in CSS pixels. */
export const letterColumnWidth = 520

/** Returns the width of the rendition for a letter, at double resolution. */
export function letterRenditionWidth(intrinsicWidth: number): number {
  const widths = renditionWidthsFor(intrinsicWidth)
  return widths.find((each) => each >= 2 * letterColumnWidth) ?? widths.at(-1) ?? intrinsicWidth
}

/** Maximum size of an upload, in bytes. */
export const maxUploadBytes = 8 * 1024 * 1024

/** Maximum number of pixels, enough for the 24 megapixels of current phones. */
export const maxPixels = 25_000_000
/** Maximum pixels along one side. */
export const maxSidePixels = 12_000

/** Limits of one person within 24 hours: number of uploads, and stored bytes. */
export const maxUploadsPerDay = 200
export const maxBytesPerDay = 100 * 1024 * 1024
