import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { printerOf, type PaperName } from '#artwork/still/photograph.ts'
import { DomainError } from '#core/errors.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { createFairQueue, QueueFullError } from '#platform/scheduling/fair-queue.ts'
import { findDrawingBackground } from './drawing-background.rules.ts'
import { detectPictureType, type PictureType } from './file-type.rules.ts'
import {
  maxUploadBytes,
  maxSidePixels,
  maxPixels,
  renditionWidths,
  maxPhotographWidth,
  renditionWidthsFor,
} from './pictures.rules.ts'

// Allows only these decoders for untrusted files. The order matters: everything is blocked first.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
// No picture is decoded twice, so a cache would waste memory. One thread per picture leaves a core for
// requests.
sharp.cache(false)
sharp.concurrency(1)

/** A validated and rendered picture, not yet stored. */
export type ProcessedPicture = {
  /** In pixels of the upright original. */
  width: number
  height: number
  colour: string
  /** File contents by `<width>.<format>`. */
  files: Map<string, Uint8Array>
}

type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

const tooManyPixelsMessage = () =>
  t('refusal.pictureHasTooMany', { millions: maxPixels / 1e6, side: formatNumber(maxSidePixels) })
const sharpFormats: Record<PictureType, string> = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif' }

const timeoutSeconds = 10
// Decoding an interlaced picture takes up to 8 bytes per pixel, so the largest ones are processed alone.
const heavyPixels = 8_000_000
export const concurrency = 2
export const maxQueued = 12
const renderQueue = createFairQueue({ concurrency, maxQueued, timeoutMs: 30_000 })

/**
 * Validates a picture by its content and renders the formats and widths that suit it: upright, in sRGB, without
 * metadata, first frame only. Throws `invalid` unless it is a complete JPEG, PNG, WebP or AVIF within bounds, and
 * `unavailable` when the queue is full. With `print` it is printed in the club's inks. `tenants`, such as the person
 * and their network, share processing time fairly.
 */
export async function processPicture(
  bytes: Uint8Array,
  tenants: readonly string[] = [],
  print?: PrintOptions,
): Promise<ProcessedPicture> {
  if (bytes.length > maxUploadBytes) throw tooLarge()
  const found = detectPictureType(bytes)
  if ('refusal' in found) throw new DomainError('invalid', found.refusal)
  const { width, height } = await measure(bytes, found.type)
  try {
    const work = async () => {
      const original = await decode(bytes, found.type)
      if (print) return renderPrint(original, print)
      return { width, height, ...(await render(original, width)) }
    }
    return await renderQueue.run(width * height > heavyPixels ? concurrency : 1, work, tenants)
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw new DomainError('unavailable', t('refusal.manyPicturesAreBeing'), {
      retryAfter: 10,
    })
  }
}

function tooLarge(): DomainError {
  const message = t('refusal.pictureTooLarge', { megabytes: maxUploadBytes / 1024 / 1024 })
  return new DomainError('too-large', message)
}

/** Opens an untrusted picture: first frame only, within bounds. Browsers also ignore what is only worth a warning. */
function openPicture(bytes: Uint8Array, failOn: 'warning' | 'error' | 'none' = 'error'): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn, pages: 1 }).timeout({
    seconds: timeoutSeconds,
  })
}

async function measure(bytes: Uint8Array, type: PictureType): Promise<{ width: number; height: number }> {
  const metadata = await openPicture(bytes).metadata().catch(rejectPicture)
  if (metadata.format !== sharpFormats[type]) throw new DomainError('invalid', t('refusal.pictureIsDamaged'))
  const { width, height } = metadata.autoOrient
  if (Math.max(width, height) > maxSidePixels) throw new DomainError('invalid', tooManyPixelsMessage())
  return { width, height }
}

async function decode(bytes: Uint8Array, type: PictureType): Promise<Pixels> {
  try {
    return await decodeUpright(openPicture(bytes))
  } catch (error) {
    if (type !== 'jpeg' || !(await isNearlyComplete(bytes))) return rejectPicture(error)
    return decodeUpright(openPicture(bytes, 'none')).catch(rejectPicture)
  }
}

/** Share of the rows of a JPEG that may be missing at its end, as cameras leave them and browsers show them. */
const maxMissingShare = 0.1

const endOfImage = Buffer.from([0xff, 0xd9])

const isIntact = (bytes: Uint8Array): Promise<boolean> =>
  openPicture(bytes, 'warning')
    .stats()
    .then(
      () => true,
      () => false,
    )

/** Whether a truncated JPEG lacks few rows. The decoder fills them with one colour, so they equal the last row. */
async function isNearlyComplete(bytes: Uint8Array): Promise<boolean> {
  try {
    if (await isIntact(Buffer.concat([bytes, endOfImage]))) return true
    const picture = openPicture(bytes, 'none')
    // each scan of a progressive JPEG covers all rows
    if ((await picture.metadata()).isProgressive) return false
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const rowBytes = info.width * info.channels
    const lastRow = data.subarray(-rowBytes)
    let missing = 1
    while (missing < info.height) {
      const start = data.length - (missing + 1) * rowBytes
      if (!data.subarray(start, start + rowBytes).equals(lastRow)) break
      missing += 1
    }
    return missing <= Math.ceil(info.height * maxMissingShare)
  } catch {
    return false
  }
}

/** Decodes to upright raw pixels, at the width of the widest rendition. */
function decodeUpright(picture: Sharp): Promise<Pixels> {
  return picture
    .autoOrient()
    .resize({ width: renditionWidths[renditionWidths.length - 1], withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

function rejectPicture(error: unknown): never {
  const reason = error instanceof Error ? error.message : ''
  throw new DomainError(
    'invalid',
    /pixel limit/.test(reason) ? tooManyPixelsMessage() : t('refusal.pictureIsDamaged'),
  )
}

async function render(original: Pixels, width: number): Promise<Pick<ProcessedPicture, 'colour' | 'files'>> {
  const ground = findDrawingBackground(await opaque(original).raw().toBuffer())
  const encode = ground === null ? photographEncoders : drawingEncoders
  const files = new Map<string, Uint8Array>()
  let larger = original
  for (const each of renditionWidthsFor(width).toReversed()) {
    if (ground === null && each > maxPhotographWidth) continue
    const pixels = each === larger.info.width ? larger : await resized(larger, each)
    files.set(`${each}.avif`, await encode.avif(pixels))
    files.set(`${each}.webp`, await encode.webp(pixels))
    larger = pixels
  }
  return { colour: ground ?? (await placeholderColour(larger)), files }
}

const pipeline = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).timeout({
    seconds: timeoutSeconds,
  })

const opaque = (pixels: Pixels) => pipeline(pixels).flatten({ background: '#ffffff' })

const resized = (pixels: Pixels, width: number): Promise<Pixels> =>
  pipeline(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true })

/** Faces and crests: artefacts of the usual quality show, and a higher one costs a few kilobytes. */
const isSmall = ({ info }: Pixels) => info.width <= 160

/** A photograph printed in the club's inks, in pixels of its largest rendition. */
export type PrintOptions = { paper: PaperName; width: number; height: number }

/** Prints each rendition by itself, because a scaled print loses its grain. */
async function renderPrint(
  original: Pixels,
  { paper, width, height }: PrintOptions,
): Promise<ProcessedPicture> {
  if (original.info.width < width) throw new DomainError('invalid', t('refusal.thisPictureIsToo', { width }))
  const print = await printerOf(pipeline(original), paper, width / height)
  const files = new Map<string, Uint8Array>()
  let colour = ''
  for (const each of renditionWidthsFor(width)) {
    const { data, ...size } = await print(each)
    const pixels = { data, info: { ...size, channels: 3 as const } }
    files.set(`${each}.avif`, await drawingEncoders.avif(pixels))
    files.set(`${each}.webp`, await drawingEncoders.webp(pixels))
    colour ||= await placeholderColour(pixels)
  }
  return { width, height, colour, files }
}

type Encoders = Record<'avif' | 'webp', (pixels: Pixels) => Promise<Buffer>>

// AVIF effort 0 is four times faster than 1, and files of photographs are as small.
const photographEncoders: Encoders = {
  avif: (pixels) => {
    const chromaSubsampling = isSmall(pixels) ? '4:4:4' : '4:2:0'
    return pipeline(pixels)
      .avif({ quality: isSmall(pixels) ? 70 : 50, effort: 0, chromaSubsampling })
      .toBuffer()
  },
  webp: (pixels) =>
    pipeline(pixels)
      .webp({ quality: isSmall(pixels) ? 86 : 74, effort: 0 })
      .toBuffer(),
}

// Drawings keep full chroma, so that edges and flat areas stay exact. Higher effort saves a sixth at the
// widths that phones load most. Lossless beats lossy WebP for a few exact colours.
const drawingEncoders: Encoders = {
  avif: (pixels) => {
    const { width } = pixels.info
    const quality = isSmall(pixels) ? 70 : width <= 360 ? 45 : 30
    const effort = width <= 540 ? 1 : 0
    return pipeline(pixels).avif({ quality, effort, chromaSubsampling: '4:4:4' }).toBuffer()
  },
  webp: async (pixels) => {
    const png = await pipeline(pixels).png({ palette: true, colours: 16, dither: 0, effort: 1 }).toBuffer()
    return sharp(png).webp({ lossless: true, effort: 0 }).toBuffer()
  },
}

/** Returns the mean of an opaque picture. A transparent one stands on its placeholder for good, so it is white. */
async function placeholderColour(pixels: Pixels): Promise<string> {
  if (!(await pipeline(pixels).stats()).isOpaque) return '#ffffff'
  const mean = await opaque(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${mean.subarray(0, 3).toString('hex')}`
}
