import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from './env.ts'
import { removeOldFiles } from './old-files.ts'

const folder = () => join(settings.dataDir, 'copies')
const keptMs = 25 * 60 * 60 * 1000

/** Where the file of a copy lies. */
export const copyFile = (id: string) => join(folder(), `${id}.zip`)

export const makeCopyFolder = () => mkdir(folder(), { recursive: true, mode: 0o700 })

/** Removes the files of copies whose day is over, and what a process that was killed left unfinished. */
export const clearCopies = () => removeOldFiles(folder(), keptMs)
