type Noise = {
  /** User units of one tile, in which the noise turns over 89 times. */
  tile: number
  octaves: number
  seed: number
  /** A colour matrix that turns the noise's channels into the wanted ones. */
  matrix: string
  /** Pixels per user unit. */
  scale: number
  result?: string
}

// Noise is flat wherever a pixel falls on a whole cycle. At the sizes that are drawn no cycle is a whole number
// of pixels, so the two drift past each other; otherwise flat spots stand in rows.
const cycles = 89

/**
 * Filter steps that cover the region with noise. The noise is computed for one seamless tile and
 * repeated, which takes a fifth of the time that a whole sheet of it takes and looks the same.
 */
export function noiseTile({ tile, octaves, seed, matrix, scale, result }: Noise): string {
  // A tile of whole pixels: a fraction would show as a grid of hairlines.
  const side = Math.round(tile * scale) / scale
  const region = `x="0" y="0" width="${side.toFixed(4)}" height="${side.toFixed(4)}"`
  return (
    `<feTurbulence ${region} type="fractalNoise" stitchTiles="stitch" baseFrequency="${(cycles / side).toFixed(6)}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feColorMatrix ${region} type="matrix" values="${matrix}"/>` +
    `<feTile${result ? ` result="${result}"` : ''}/>`
  )
}
