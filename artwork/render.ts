import sharp from 'sharp'

/**
 * A drawing as an opaque PNG of its own pixel size. Compressed lightly: the picture is decoded and
 * encoded again right after, so time counts and size does not.
 */
export function renderPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
}
