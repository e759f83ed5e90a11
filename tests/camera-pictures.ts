import sharp, { type Sharp } from 'sharp'

// Pictures as phones, cameras and programs write them. The scene has a corner of each colour, so that a turned,
// mirrored or recoloured rendition is noticed.

export const red = [220, 40, 40]
export const green = [40, 180, 60]
export const blue = [40, 70, 210]
export const white = [245, 245, 245]

/** The scene: red and green above blue and white. */
export function scene(width = 480, height = 320): Sharp {
  const block = (background: number[], left: number, top: number) => ({
    input: {
      create: {
        width: Math.ceil(width / 2),
        height: Math.ceil(height / 2),
        channels: 3 as const,
        background: { r: background[0]!, g: background[1]!, b: background[2]! },
      },
    },
    left: Math.floor(left * (width / 2)),
    top: Math.floor(top * (height / 2)),
  })
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    block(red, 0, 0),
    block(green, 1, 0),
    block(blue, 0, 1),
    block(white, 1, 1),
  ])
}

/** The scene as a camera holds its pixels when EXIF says this orientation. */
async function sideways(orientation: number): Promise<Sharp> {
  const pixels = await scene().png().toBuffer()
  const stored = {
    1: sharp(pixels),
    2: sharp(pixels).flop(),
    3: sharp(pixels).rotate(180),
    4: sharp(pixels).flip(),
    5: sharp(await sharp(pixels).rotate(90).toBuffer()).flop(),
    6: sharp(pixels).rotate(270),
    7: sharp(await sharp(pixels).rotate(90).toBuffer()).flip(),
    8: sharp(pixels).rotate(90),
  }[orientation]!
  return sharp(await stored.toBuffer()).withMetadata({ orientation })
}

/** A JPEG segment with this marker. */
function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

export const jpeg = (options: Parameters<Sharp['jpeg']>[0] = {}, picture = scene()) =>
  picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4', ...options }).toBuffer()
/** Inserts bytes after the start of a JPEG. */
const inserted = (bytes: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])
const insertedAfterFirstSegment = (bytes: Buffer, extra: Buffer) => {
  const end = 4 + bytes.readUInt16BE(4)
  return Buffer.concat([bytes.subarray(0, end), extra, bytes.subarray(end)])
}
export const appended = (bytes: Buffer, ...tail: Buffer[]) => Buffer.concat([bytes, ...tail])
/** Drops this part of the picture's bytes at the end. */
export const truncated = (bytes: Buffer, share: number) =>
  bytes.subarray(0, Math.floor(bytes.length * (1 - share)))

const video = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(400_000, 7),
])
const metadata = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 60_000) }, () =>
    segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(60_000, 0x20)])),
  )
const gray = () => scene().grayscale()
const withAlpha = () => scene().ensureAlpha(0.5)
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })

/** Files that every browser shows, each with the kind of colours to expect. */
export const cameraPictures: Record<
  string,
  { make: () => Promise<Buffer>; colours?: 'scene' | 'gray' | 'any' }
> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) => [
      [
        `a JPEG with EXIF orientation ${orientation}`,
        { make: async () => jpeg({}, await sideways(orientation)) },
      ],
      [
        `a WebP with EXIF orientation ${orientation}`,
        { make: async () => (await sideways(orientation)).webp({ lossless: true }).toBuffer() },
      ],
    ]),
  ),
  'a plain JPEG': { make: () => jpeg() },
  'a progressive JPEG': { make: () => jpeg({ progressive: true }) },
  'a JPEG by mozjpeg': { make: () => jpeg({ mozjpeg: true }) },
  'a JPEG with 4:2:0': { make: () => jpeg({ chromaSubsampling: '4:2:0' }) },
  'a JPEG with restart markers lost after its end': {
    make: async () => appended(await jpeg(), Buffer.from([0xff, 0xd0])),
  },
  'a grey JPEG': { make: () => jpeg({}, gray().toColourspace('b-w')), colours: 'gray' },
  'a CMYK JPEG': { make: () => jpeg({}, scene().toColourspace('cmyk')), colours: 'any' },
  'a JPEG in Display P3': { make: () => jpeg({}, scene().withIccProfile('p3')) },
  'a PNG in Display P3': { make: () => scene().withIccProfile('p3').png().toBuffer() },
  'a JPEG with 1 MB of XMP': { make: async () => inserted(await jpeg(), ...metadata(1_000_000)) },
  'a JPEG with an empty APP segment': {
    make: async () => inserted(await jpeg(), segment(0xe5, Buffer.alloc(0))),
  },
  'a JPEG with a comment': {
    make: async () => inserted(await jpeg(), segment(0xfe, Buffer.from('Trail camera'))),
  },
  'a JPEG with a broken EXIF segment': {
    make: async () =>
      inserted(await jpeg(), segment(0xe1, Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1'))),
  },
  'a motion photo with its video': { make: async () => appended(await jpeg(), video) },
  'a JPEG followed by a second JPEG': { make: async () => appended(await jpeg(), await jpeg()) },
  'a JPEG with two extra bytes inside': {
    make: async () => insertedAfterFirstSegment(await jpeg(), Buffer.from([0, 0])),
  },
  'a JPEG with 14 extra bytes inside': {
    make: async () => insertedAfterFirstSegment(await jpeg(), Buffer.alloc(14)),
  },
  'a JPEG followed by zeros': { make: async () => appended(await jpeg(), Buffer.alloc(4_096)) },
  'a JPEG without its end marker': { make: async () => (await jpeg()).subarray(0, -2) },
  'a JPEG whose last rows are missing': {
    make: async () => truncated(await jpeg({}, noise(480, 320)), 0.03),
    colours: 'any',
  },
  'a JPEG of 24 megapixels': { make: () => jpeg({}, scene(6000, 4000)) },
  'a wide JPEG': { make: () => jpeg({}, scene(8000, 600)) },
  'a tall JPEG': { make: () => jpeg({}, scene(600, 8000)) },
  'a PNG': { make: () => scene().png().toBuffer() },
  'an interlaced PNG': { make: () => scene().png({ progressive: true }).toBuffer() },
  'a PNG with 16 bits': { make: () => scene().toColourspace('rgb16').png().toBuffer() },
  'a PNG with a palette': { make: () => scene().png({ palette: true }).toBuffer() },
  'a PNG with 2 colours': {
    make: () => gray().threshold().png({ palette: true, colours: 2 }).toBuffer(),
    colours: 'any',
  },
  'a grey PNG': { make: () => gray().toColourspace('b-w').png().toBuffer(), colours: 'gray' },
  'a grey PNG with transparency': {
    make: () => gray().ensureAlpha(0.5).toColourspace('b-w').png().toBuffer(),
    colours: 'gray',
  },
  'a transparent PNG': { make: () => withAlpha().png().toBuffer() },
  'a PNG with text and data after its end': {
    make: async () => appended(await scene().png().toBuffer(), Buffer.from('trailer')),
  },
  'a lossy WebP': { make: () => scene().webp({ quality: 90 }).toBuffer() },
  'a lossless WebP': { make: () => scene().webp({ lossless: true }).toBuffer() },
  'a transparent WebP': { make: () => withAlpha().webp({ quality: 90 }).toBuffer() },
  'an animated WebP': {
    make: async () =>
      sharp([await scene().png().toBuffer(), await scene().negate().png().toBuffer()], {
        join: { animated: true },
      })
        .webp({ lossless: true, delay: [100, 100] })
        .toBuffer(),
  },
  'an AVIF': { make: () => scene().avif({ quality: 80, chromaSubsampling: '4:4:4' }).toBuffer() },
  'an AVIF with 4:2:0': { make: () => scene().avif({ quality: 80, chromaSubsampling: '4:2:0' }).toBuffer() },
  'a transparent AVIF': { make: () => withAlpha().avif({ quality: 80 }).toBuffer() },
  'a JPEG of one pixel': { make: () => jpeg({}, scene(1, 1)), colours: 'any' },
  'a PNG of 2 by 3 pixels': { make: () => scene(2, 3).png().toBuffer(), colours: 'any' },
  'a JPEG of 17 by 31 pixels': { make: () => jpeg({}, scene(17, 31)) },
  'a JPEG with a density of 0': {
    make: async () => {
      const bytes = Buffer.from(await jpeg())
      bytes.fill(0, 14, 18)
      return bytes
    },
  },
  'a JPEG with a wrong extension of the photograph': { make: () => jpeg({ quality: 40 }) },
}
