import type { PictureStorage } from '#platform/pictures/picture-storage.ts'

export type CopyReport = { copied: number; there: number }

/**
 * Copies missing pictures from one storage to another and verifies each file by reading it back. Deletes
 * nothing and can be repeated. Throws if a copy differs.
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
      // deleted meanwhile
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
