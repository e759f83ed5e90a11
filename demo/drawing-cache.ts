import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import { projectRoot } from '#core/project-root.ts'

const defaultFolder = join(projectRoot, 'node_modules', '.cache', 'palestra-drawings')
const rendererFiles = [
  'artwork/render.ts',
  'domain/pictures/rendering.server.ts',
  'domain/pictures/drawing.rules.ts',
  'domain/pictures/pictures.rules.ts',
]

/**
 * Keeps what was made of drawings beside what is installed, because making it takes most of a first start. A
 * picture is known by its drawing and by the code that makes a picture of one, so it is never out of date.
 * What is missing or damaged is made again, and where nothing can be kept everything is.
 */
export async function openDrawingCache(folder = defaultFolder) {
  const code = await Promise.all(rendererFiles.map((file) => readFile(join(projectRoot, file), 'utf8')))
  const versions = JSON.stringify([sharp.versions, process.versions.v8, ...code])
  const used = new Set<string>()
  return {
    async take<Made>(svg: string, make: () => Promise<Made>): Promise<Made> {
      const name = createHash('sha256').update(`${versions}\0${svg}`).digest('hex')
      used.add(name)
      const file = join(folder, name)
      const before = await readFile(file).then(verifyChecksum, () => null)
      if (before) return before.made as Made
      const made = await make()
      await mkdir(folder, { recursive: true })
        .then(() => writeAtomically(file, withChecksum({ made })))
        .catch(() => {})
      return made
    },
    /** Removes what earlier versions of the drawings left. */
    async forgetOthers(): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      await Promise.all(
        names.filter((name) => !used.has(name)).map((name) => rm(join(folder, name), { force: true })),
      )
    },
  }
}

/** Written under another name first, so that no process ever finds half a picture. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const half = `${file}.${randomUUID()}`
  await writeFile(half, bytes)
  await rename(half, file)
}

const checksum = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function withChecksum(value: { made: unknown }): Buffer {
  const bytes = serialize(value)
  return Buffer.concat([checksum(bytes), bytes])
}

/** Null when the file is not as it was written. */
function verifyChecksum(file: Buffer): { made: unknown } | null {
  const bytes = file.subarray(32)
  return checksum(bytes).equals(file.subarray(0, 32)) ? (deserialize(bytes) as { made: unknown }) : null
}
