import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '#core/is-uuid.ts'

// A backup still contains people erased after it was written. Their ids lie beside the backups, so that a restore
// erases them again.

const erasedListPath = (folder: string) => join(folder, 'erased.txt')
const linePattern = /^(\S+) \S+$/

/** Adds a person to the folder's list, once. */
export async function recordErasure(folder: string, userId: string, erasedAt: string): Promise<void> {
  if ((await readErased(folder))?.includes(userId)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await appendFile(erasedListPath(folder), `${userId} ${erasedAt}\n`, { mode: 0o600, flush: true })
}

/** Returns the ids on the folder's list, or null without a list. */
export async function readErased(folder: string): Promise<string[] | null> {
  const text = await readFile(erasedListPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  return text
    .split('\n')
    .flatMap((each) => linePattern.exec(each)?.[1] ?? [])
    .filter(isUuid)
}
