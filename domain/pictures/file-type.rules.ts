import { t } from '#messages/t.ts'

/** Supported picture formats. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif'

const supportedTypesMessage = () => t('fileType.chooseAJpegPng')
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis']

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end))
const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)

/** Returns the brands of an ISO media file, such as AVIF or HEIC, the major brand first. */
function brandsOf(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 8) !== 'ftyp') return []
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  const end = Math.min(size, 256, bytes.length)
  const brands = [ascii(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4))
  return brands
}

/**
 * Detects the type from the first bytes, regardless of the file name, or returns a message for the user.
 */
export function detectPictureType(bytes: Uint8Array): { type: PictureType } | { refusal: string } {
  if (bytes.length === 0)
    return { refusal: t('fileType.thisFileIsEmpty', { supportedTypesMessage: supportedTypesMessage() }) }
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return { type: 'jpeg' }
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { type: 'png' }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return { type: 'webp' }
  if (ascii(bytes, 0, 4) === 'GIF8')
    return { refusal: t('fileType.gifPicturesCantBe', { supportedTypesMessage: supportedTypesMessage() }) }
  const brands = brandsOf(bytes)
  if (brands.includes('avif')) return { type: 'avif' }
  if (brands.some((brand) => heicBrands.includes(brand)))
    return {
      refusal: t('fileType.heicPicturesCantBe'),
    }
  if (/^[\s\ufeffï»¿]*<(\?xml|!doctype\s+svg|!--|svg)/i.test(ascii(bytes, 0, 256)))
    return { refusal: t('fileType.svgDrawingsCantBe', { supportedTypesMessage: supportedTypesMessage() }) }
  return { refusal: t('fileType.thisFileIsntA', { supportedTypesMessage: supportedTypesMessage() }) }
}
