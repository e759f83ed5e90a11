import { inflateRawSync } from 'node:zlib'

/** Returns the files of a zip, read by its list at the end. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let place = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(place + 10), zip.readUInt32LE(place + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((at) => zip.readUInt16LE(place + at)) as [
      number,
      number,
      number,
    ]
    const start = zip.readUInt32LE(place + 42)
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(data, data + size)
    files.set(
      zip.toString('utf8', place + 46, place + 46 + nameLength),
      method === 8 ? inflateRawSync(bytes) : bytes,
    )
    place += 46 + nameLength + extra + comment
  }
  return files
}
