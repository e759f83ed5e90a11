import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import zopfli from '@gfx/zopfli'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
// of a smaller file, headers are more than what compressing saves
const minBytes = 400
// Zopfli finds gzip that is 3 % smaller, in thirty times the time; of smaller files it saves nothing to speak of
const minBytesForZopfli = 3_000

/**
 * Writes a Brotli and a gzip copy beside every text file of the built site, so that the server sends small
 * files without compressing them again for each visitor.
 */
export async function compressAssets(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter(
    (file) => file.isFile() && /\.(js|css|svg|json|webmanifest|txt)$/.test(file.name),
  )
  await Promise.all(texts.map((file) => compressFile(join(file.parentPath, file.name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.byteLength < minBytes) return
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  }
  const zipped =
    bytes.byteLength < minBytesForZopfli
      ? gzipAsync(bytes, { level: 9 })
      : zopfli.gzipAsync(bytes, { numiterations: 5 })
  await Promise.all([
    brotliAsync(bytes, best).then((small) => writeFile(`${file}.br`, small)),
    zipped.then((small) => writeFile(`${file}.gz`, small)),
  ])
}
