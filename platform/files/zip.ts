import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file in the archive, read when it is its turn. */
export type ZipEntry = { name: string; isPacked: boolean; read: () => Promise<Uint8Array> }

/** Writes a zip that only its owner can read. It appears under its name when it is complete. */
export async function writeZip(path: string, entries: readonly ZipEntry[]): Promise<void> {
  const zip = new ZipFile()
  const draft = `${path}.part`
  for (const { name, isPacked, read } of entries)
    zip.addReadStreamLazy(name, { compress: !isPacked, mode: 0o600 }, (give) => {
      read().then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => zip.emit('error', error),
      )
    })
  zip.end()
  try {
    const failed = new Promise<never>((_, reject) => zip.once('error', reject))
    const written = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600, flush: true }))
    await Promise.race([written, failed])
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Returns a zip as a stream. Each file is read when it is its turn. The same files give the same bytes, because all carry
 * the time `madeAt`.
 */
export function zipStream(
  files: readonly { name: string; read: () => Promise<Uint8Array> }[],
  madeAt: Date,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.once('error', (error: unknown) => output.destroy(error as Error))
  for (const { name, read } of files)
    zip.addReadStreamLazy(name, { mtime: madeAt, mode: 0o644 }, (give) => {
      read().then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => zip.emit('error', error),
      )
    })
  zip.end()
  zip.outputStream.pipe(output)
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
