// Posters have 90 % of their pixels in four colours, photographs rarely 10 %.
const maxColours = 4
const minShare = 0.75
const sampledPixels = 50_000

/**
 * Returns the background of a drawing as `#rrggbb`, its most common colour, or null for a photograph. A
 * drawing has most of its pixels in a few colours. `pixels` are opaque, three bytes each.
 */
export function findDrawingBackground(pixels: Uint8Array): string | null {
  const step = Math.ceil(pixels.length / 3 / sampledPixels) * 3
  const counts = new Map<number, number>()
  let counted = 0
  for (let at = 0; at + 2 < pixels.length; at += step) {
    const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
    counted += 1
  }
  const common = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, maxColours)
  const share = common.reduce((sum, [, count]) => sum + count, 0) / counted
  return common[0] && share >= minShare ? `#${common[0][0].toString(16).padStart(6, '0')}` : null
}
