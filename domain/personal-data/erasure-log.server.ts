import { rm } from 'node:fs/promises'
import { pictureFolder, pictureStorage } from '#domain/pictures/pictures.server.ts'
import { backupBucketFor } from '#platform/backup/backup-destinations.ts'
import { recordErasure } from '#platform/backup/erased-list.ts'
import { settings } from '#platform/settings/env.ts'
import { queue } from '#platform/jobs.ts'
import { dataCopyPath } from '#platform/files/data-copy-files.ts'

type ErasureJob = { userId: string; erasedAt: string; pictureIds: string[]; copyId: string | null }

/** What is left to do of somebody who was erased, outside of the database. */
export const erasures = queue<ErasureJob>('erased', {
  retries: 20,
  firstPauseSeconds: 5,
  longestPauseSeconds: 600,
})

/** The lists that a restored club is cleaned by: one travels with the backups, one stays with the data. */
const erasureLogFolders = () => [
  settings.dataDir,
  ...(settings.backupDir === null ? [] : [settings.backupDir]),
]

/** Removes their files, and notes that backups from before hold them still. Run by a job, any number of times. */
export async function finishErasure({ userId, erasedAt, pictureIds, copyId }: ErasureJob): Promise<void> {
  for (const folder of erasureLogFolders()) await recordErasure(folder, userId, erasedAt)
  if (copyId !== null) await rm(dataCopyPath(copyId), { force: true })
  try {
    // in the folder too, where pictures stay once they were copied into a bucket
    for (const storage of new Set([pictureFolder, pictureStorage]))
      for (const id of pictureIds) await storage.remove(id)
  } finally {
    // a bucket may refuse or be silent: that for backups keeps no file here, and that of pictures keeps no note
    if (settings.backupBucket !== null)
      await backupBucketFor(settings.backupBucket).noteErased(userId, erasedAt)
  }
}
