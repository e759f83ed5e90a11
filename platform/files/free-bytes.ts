import { statfs } from 'node:fs/promises'

/** Returns the free bytes on the disk of a folder; null without a folder, and while it does not exist. */
export async function freeBytesOf(folder: string | null): Promise<number | null> {
  const disk = folder === null ? null : await statfs(folder).catch(() => null)
  return disk === null ? null : disk.bavail * disk.bsize
}
