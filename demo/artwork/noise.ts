type Noise = {
  /** Cycles per user unit; kept below the point where the noise turns into a pattern. */
  frequency: number
  octaves: number
  seed: number
  /** A colour matrix that turns the noise's channels into the wanted ones. */
  matrix: string
  /** Pixels per user unit. */
  scale: number
  result?: string
}

const tilePixels = 256
const highestFrequency = 0.83

/**
 * Filter steps that cover the region with noise. The noise is computed for one seamless tile and
 * repeated, which takes a fifth of the time that a whole sheet of it takes and looks the same.
 */
export function noiseTile({ frequency, octaves, seed, matrix, scale, result }: Noise): string {
  // A tile of whole pixels: a fraction would show as a grid of hairlines.
  const side = Number((tilePixels / scale).toFixed(4))
  const region = `x="0" y="0" width="${side}" height="${side}"`
  const rounded = Math.round(Math.min(highestFrequency, frequency) * 1000) / 1000
  return (
    `<feTurbulence ${region} type="fractalNoise" stitchTiles="stitch" baseFrequency="${rounded}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feColorMatrix ${region} type="matrix" values="${matrix}"/>` +
    `<feTile${result ? ` result="${result}"` : ''}/>`
  )
}
