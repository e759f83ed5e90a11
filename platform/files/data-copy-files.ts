import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from '#platform/settings/env.ts'
import { removeOldFiles } from './remove-old-files.ts'

const copyFolder = () => join(settings.dataDir, 'copies')
const maxAgeMs = 25 * 60 * 60 * 1000

/** Where the file of a copy lies. */
export const dataCopyPath = (id: string) => join(copyFolder(), `${id}.zip`)

export const createCopyFolder = () => mkdir(copyFolder(), { recursive: true, mode: 0o700 })

/** Removes the files of copies whose day is over, and what a process that was killed left unfinished. */
export const removeExpiredCopies = () => removeOldFiles(copyFolder(), maxAgeMs)
