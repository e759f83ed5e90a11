import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from '#platform/settings/env.ts'
import { removeOldFiles } from './remove-old-files.ts'

const copyFolder = () => join(settings.dataDir, 'copies')
const maxAgeMs = 25 * 60 * 60 * 1000

/** Returns the path of a data copy's file. */
export const dataCopyPath = (id: string) => join(copyFolder(), `${id}.zip`)

export const createCopyFolder = () => mkdir(copyFolder(), { recursive: true, mode: 0o700 })

/** Removes expired data copies, and incomplete files of killed processes. */
export const removeExpiredCopies = () => removeOldFiles(copyFolder(), maxAgeMs)
