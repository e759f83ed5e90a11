import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isId } from '#platform/is-id.ts'

// Who was erased since a backup was written is in it still. Their ids, which name nobody, lie beside the backups, so
// that whoever brings one back takes them out again.

const fileIn = (folder: string) => join(folder, 'erased.txt')
const line = /^(\S+) \S+$/

/** Adds somebody to the list of this folder, once. */
export async function noteErased(folder: string, userId: string, erasedAt: string): Promise<void> {
  if ((await readErased(folder)).includes(userId)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await appendFile(fileIn(folder), `${userId} ${erasedAt}\n`, { mode: 0o600, flush: true })
}

/** The ids on the list of this folder; none where there is no list. */
export async function readErased(folder: string): Promise<string[]> {
  const text = await readFile(fileIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .flatMap((each) => line.exec(each)?.[1] ?? [])
    .filter(isId)
}
