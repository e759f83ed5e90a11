import type { PictureStorage } from '#platform/pictures/picture-storage.ts'

export type CopyReport = { copied: number; there: number }

/**
 * Copies every picture that is not there yet from one storage to another, and reads each file back. Removes
 * nothing, so it can be stopped and given again. Throws when a copy is not what was copied.
 */
export async function copyPictures(from: PictureStorage, to: PictureStorage): Promise<CopyReport> {
  const moved = { copied: 0, there: 0 }
  for await (const { id } of from.list()) {
    const names = await from.files(id)
    if ((await to.files(id)).join() === names.join()) {
      moved.there += 1
      continue
    }
    const files = new Map<string, Uint8Array>()
    for (const name of names) {
      const bytes = await from.get(id, name)
      // removed meanwhile
      if (bytes) files.set(name, bytes)
    }
    if (files.size === 0) continue
    await to.put(id, files)
    for (const [name, bytes] of files) {
      const copy = await to.get(id, name)
      if (!copy || Buffer.compare(copy, bytes) !== 0)
        throw new Error(`The copy of ${id}/${name} is not what was copied.`)
    }
    moved.copied += 1
  }
  return moved
}
