/** The widths, in pixels, that an upload is rendered to (never wider than the upload itself). */
export const renditionWidths = [160, 360, 540, 720, 1080, 1440, 2400] as const

/** The widest rendition of a photograph. A drawing has the widest of all: its edges show every missing pixel. */
export const maxPhotographWidth = 1440

export type PictureFormat = 'avif' | 'webp'

/** One of the club's own pictures, as pages and the API know it. Sizes are pixels of the upright original. */
export type Picture = {
  id: string
  width: number
  height: number
  /** A drawing's most common colour, a photograph's mean, as `#rrggbb`: shown while it loads. */
  colour: string
}

/** A person's face: an upload of the club's own, or the address an identity provider gave. */
export type Portrait = Picture | { address: string }

/** All that a face in a small circle needs of a portrait: few widths, and whether it is tall. */
export function toAvatar(portrait: Portrait | null): Portrait | null {
  if (portrait === null || 'address' in portrait) return portrait
  const width = Math.min(portrait.width, 360)
  return { ...portrait, width, height: portrait.height > portrait.width ? Math.ceil(width * 1.25) : width }
}

/** The widths that a picture of this intrinsic width may be asked for, ascending; at least one. */
export function renditionWidthsFor(intrinsicWidth: number): number[] {
  const usual = renditionWidths.filter((width) => width <= intrinsicWidth)
  const hasItsOwn = intrinsicWidth <= maxPhotographWidth && usual.at(-1) !== intrinsicWidth
  return hasItsOwn ? [...usual, intrinsicWidth] : usual
}

/**
 * The widths that stand in for one that a picture does not exist in, best first: wider ones, then narrower.
 * A photograph has no 2400, and pictures of an earlier release lack the widths that came later.
 */
export function fallbackWidths(width: number): number[] {
  if (!renditionWidths.some((each) => each === width)) return []
  const wider = renditionWidths.filter((each) => each > width)
  return [...wider, ...renditionWidths.filter((each) => each < width).toReversed()]
}

/** The immutable address of one rendition, relative to the club's own address. */
export function renditionPath(id: string, width: number, format: PictureFormat): string {
  return `/images/${id}/${width}.${format}`
}

/** The most bytes that a picture may have as a file. */
export const maxUploadBytes = 8 * 1024 * 1024

/** The most pixels a picture may have: room for the 24 megapixels of current phones. */
export const maxPixels = 25_000_000
/** The most pixels along one side. */
export const maxSidePixels = 12_000

/** What one person may upload within 24 hours: pictures, and bytes of what is kept of them. */
export const maxUploadsPerDay = 200
export const maxBytesPerDay = 100 * 1024 * 1024
