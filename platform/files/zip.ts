import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
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
