type Noise = {
  /** How often the noise turns over in one tile; more is finer. */
  cycles: number
  octaves: number
  seed: number
  /** A colour matrix that turns the noise's channels into the wanted ones. */
  matrix: string
  /** Pixels per user unit. */
  scale: number
  result?: string
}

// Noise is flat wherever a pixel falls on a whole cycle. With Fibonacci numbers of cycles and pixels the
// two drift past each other evenly; with rounder numbers (0.47 a pixel, say) flat spots stand in rows.
const tilePixels = 233
export const fineCycles = 144
export const coarseCycles = 89

/**
 * Filter steps that cover the region with noise. The noise is computed for one seamless tile and
 * repeated, which takes a fifth of the time that a whole sheet of it takes and looks the same.
 */
export function noiseTile({ cycles, octaves, seed, matrix, scale, result }: Noise): string {
  // A tile of whole pixels: a fraction would show as a grid of hairlines.
  const side = tilePixels / scale
  const region = `x="0" y="0" width="${side.toFixed(4)}" height="${side.toFixed(4)}"`
  return (
    `<feTurbulence ${region} type="fractalNoise" stitchTiles="stitch" baseFrequency="${(cycles / side).toFixed(6)}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feColorMatrix ${region} type="matrix" values="${matrix}"/>` +
    `<feTile${result ? ` result="${result}"` : ''}/>`
  )
}
