import { t } from '#messages/t.ts'

/** Longest side that is sent, in pixels; the widest rendition. */
const maxSide = 2_400
/** Files up to this size and side are sent untouched. */
const maxUntouchedBytes = 2 * 1024 * 1024
/** Larger files of a format with transparency become a JPEG on white. */
const maxLosslessBytes = 4 * 1024 * 1024
const jpegQuality = 0.9

type Source = { picture: CanvasImageSource; width: number; height: number; close: () => void }

/**
 * Returns the picture to upload: upright and no larger than the club shows it, so that photos of 48 megapixels,
 * panoramas and motion photos are small enough, and HEIC as JPEG. A small picture is returned as it is, like a file that
 * this browser can't read, which the server refuses by name. Throws an error with a sentence for HEIC that can't be read.
 */
export async function preparePicture(file: File): Promise<File> {
  const isHeic = await hasHeicBrand(file)
  const source = (await readByBrowser(file)) ?? (isHeic ? await readByDecoder(file) : null)
  if (source === null) {
    if (isHeic) throw new Error(t('preparePicture.heic'))
    return file
  }
  try {
    const isSmall = Math.max(source.width, source.height) <= maxSide && file.size <= maxUntouchedBytes
    return isSmall && !isHeic ? file : await shrink(file, source, isHeic || file.type === 'image/jpeg')
  } finally {
    source.close()
  }
}

/** Replaces the file of an input by the prepared one. Returns a sentence, and clears the input, if it can't be read. */
export async function prepareInput(input: HTMLInputElement): Promise<string | undefined> {
  const original = input.files?.[0]
  if (!original) return undefined
  const list = new DataTransfer()
  let refusal: string | undefined
  try {
    list.items.add(await preparePicture(original))
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error)
  }
  // another one may have been chosen meanwhile
  if (input.files?.[0] === original) input.files = list.files
  return refusal
}

async function hasHeicBrand(file: File): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 64).arrayBuffer()))
  return head.slice(4, 8) === 'ftyp' && /hei[cxms]|hev[cx]/.test(head) && !head.includes('avif')
}

/** Reads the picture upright; null if the browser doesn't know the format. */
function readByBrowser(file: File): Promise<Source | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  return new Promise((resolve) => {
    image.onload = () => {
      const close = () => URL.revokeObjectURL(address)
      resolve({ picture: image, width: image.naturalWidth, height: image.naturalHeight, close })
    }
    image.onerror = () => {
      URL.revokeObjectURL(address)
      resolve(null)
    }
    image.src = address
  })
}

/** Reads HEIC with a decoder in WebAssembly, which is loaded now; null if that fails. */
async function readByDecoder(file: File): Promise<Source | null> {
  if (typeof WebAssembly === 'undefined') return null
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  try {
    const bytes = await file.arrayBuffer()
    const pixels = await new Promise<ImageData | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageData | null>) => resolve(data)
      worker.onerror = () => resolve(null)
      worker.postMessage(bytes, [bytes])
    })
    if (pixels === null) return null
    const { width, height } = pixels
    const picture = await createImageBitmap(pixels)
    return { picture, width, height, close: () => picture.close() }
  } finally {
    worker.terminate()
  }
}

async function shrink(file: File, source: Source, isPhotograph: boolean): Promise<File> {
  const scale = Math.min(1, maxSide / Math.max(source.width, source.height))
  const width = Math.max(1, Math.round(source.width * scale))
  const height = Math.max(1, Math.round(source.height * scale))
  const lossless = isPhotograph ? null : await draw(source, width, height, 'image/webp')
  const isUsable = lossless !== null && lossless.size <= maxLosslessBytes
  const blob = isUsable ? lossless : await draw(source, width, height, 'image/jpeg')
  if (blob === null || (scale === 1 && blob.size >= file.size)) return file
  const name = file.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type })
}

/** Draws the picture in this size; null if the canvas has no memory. A JPEG stands on white. */
function draw(
  { picture }: Source,
  width: number,
  height: number,
  type: 'image/jpeg' | 'image/webp',
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  if (type === 'image/jpeg') {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, jpegQuality))
}
