import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isPictureFile, isPictureId, StorageFullError, type PictureStorage } from './picture-storage.ts'

const draftSuffix = '.part'

/**
 * Stores pictures in a folder, one subfolder a picture. A picture appears complete: its files are written and flushed
 * under another name first, so a crash or a full disk leaves no partial picture.
 */
export function diskStorage(folder: string): PictureStorage {
  const pathOf = (id: string, file: string) =>
    isPictureId(id) && isPictureFile(file) ? join(folder, id, file) : null

  return {
    async put(id, files) {
      if (!isPictureId(id) || ![...files.keys()].every(isPictureFile))
        throw new Error('A picture is kept under an id and widths only.')
      const draft = join(folder, `${id}${draftSuffix}`)
      try {
        // left by a process killed while it restored the same picture
        await rm(draft, { recursive: true, force: true })
        await mkdir(draft, { recursive: true, mode: 0o700 })
        // folders of earlier versions could be listed by other users
        await chmod(folder, 0o700)
        await Promise.all([...files].map(([file, bytes]) => writeFlushed(join(draft, file), bytes)))
        await flushFolder(draft)
        await rename(draft, join(folder, id))
        await flushFolder(folder)
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw isDiskFullError(error) ? new StorageFullError(error) : error
      }
    },

    async add(id, file, bytes) {
      const path = pathOf(id, file)
      if (path === null) throw new Error('A picture is kept under an id and widths only.')
      const draft = `${path}-${randomUUID()}${draftSuffix}`
      try {
        await writeFlushed(draft, bytes)
        await rename(draft, path)
        await flushFolder(join(folder, id))
      } catch (error) {
        await rm(draft, { force: true })
        throw isDiskFullError(error) ? new StorageFullError(error) : error
      }
    },

    async get(id, file) {
      const place = pathOf(id, file)
      return place === null ? null : nullIfMissing(readFile(place))
    },

    async files(id) {
      if (!isPictureId(id)) return []
      return ((await nullIfMissing(readdir(join(folder, id)))) ?? []).filter(isPictureFile).toSorted()
    },

    async remove(id) {
      if (isPictureId(id)) await rm(join(folder, id), { recursive: true, force: true })
    },

    async *list() {
      for (const id of (await nullIfMissing(readdir(folder))) ?? []) {
        if (!isPictureId(id)) continue
        const found = await nullIfMissing(stat(join(folder, id)))
        if (found) yield { id, writtenAt: found.mtime }
      }
    },

    async removeLeftovers(before) {
      for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
        if (!name.endsWith(draftSuffix) || !isPictureId(name.slice(0, -draftSuffix.length))) continue
        const found = await nullIfMissing(stat(join(folder, name)))
        if (found && found.mtime < before) await rm(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.sync()
}

/** Flushes a folder, so that new names survive a power loss. */
async function flushFolder(path: string): Promise<void> {
  let handle: FileHandle | null = null
  try {
    handle = await open(path, 'r')
    await handle.sync()
  } catch (error) {
    // Windows cannot flush a folder and does not need to
    if (process.platform !== 'win32') throw error
  } finally {
    await handle?.close()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)
const isDiskFullError = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))

async function nullIfMissing<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)))) return null
    throw error
  }
}
