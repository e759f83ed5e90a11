/** Encodings of a text file that the club reads. */
export const textEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type TextEncoding = (typeof textEncodings)[number]

export const encodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
}

/**
 * Returns the encoding of a file: by its byte order mark, by the zero bytes of UTF-16, as strict UTF-8, and otherwise
 * Windows-1252, which accepts any byte.
 */
export function recogniseEncoding(bytes: Uint8Array): TextEncoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return zeroByteEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** Latin text in UTF-16 has a zero in every second byte. */
function zeroByteEncoding(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1
  })
  const many = sample.length / 4
  if (zeros[1]! > many) return 'utf-16le'
  return zeros[0]! > many ? 'utf-16be' : null
}

/** Whether the bytes are UTF-8, also if the file was cut off in the middle of a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = decoder.decode(bytes, { stream: true })
    // a single letter at the end is more likely one of Windows-1252
    if (!/[^\0-\x7f]/.test(text)) decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Whether a text has as many control characters as only other files have. A few are left to the check of their row. */
export const isControlled = (text: string): boolean => {
  const controls = text.match(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g)
  return controls !== null && (controls.includes('\0') || controls.length > text.length / 50)
}

/** Decodes a file without its byte order mark. Throws `TypeError` for bytes that the encoding does not have. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)
