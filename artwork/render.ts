import sharp from 'sharp'

/**
 * Renders a drawing as an opaque PNG of its own pixel size. Compression is light, because the picture is
 * decoded and encoded again at once.
 */
export function renderPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
}
