import { rm } from 'node:fs/promises'
import { pictureFolder, pictureStorage } from '#domain/pictures/pictures.server.ts'
import { backupBucketFor } from '#platform/backup/backup-destinations.ts'
import { recordErasure } from '#platform/backup/erased-list.ts'
import { dataCopyPath } from '#platform/files/data-copy-files.ts'
import { queue } from '#platform/jobs.ts'
import { settings } from '#platform/settings/env.ts'

type ErasureJob = { userId: string; erasedAt: string; pictureIds: string[]; copyId: string | null }

/** Queue of the work outside the database after an erasure. */
export const erasures = queue<ErasureJob>('erased', {
  retries: 20,
  firstPauseSeconds: 5,
  longestPauseSeconds: 600,
})

/**
 * Folders of the erasure logs, which are applied to a restored club: one beside the backups, one beside the
 * data.
 */
const erasureLogFolders = () => [
  settings.dataDir,
  ...(settings.backupDir === null ? [] : [settings.backupDir]),
]

/** Deletes the person's files and records the erasure for restored backups. Idempotent. Run by a job. */
export async function finishErasure({ userId, erasedAt, pictureIds, copyId }: ErasureJob): Promise<void> {
  for (const folder of erasureLogFolders()) await recordErasure(folder, userId, erasedAt)
  if (copyId !== null) await rm(dataCopyPath(copyId), { force: true })
  try {
    // the folder too: pictures stay there after a migration to a bucket
    for (const storage of new Set([pictureFolder, pictureStorage]))
      for (const id of pictureIds) await storage.remove(id)
  } finally {
    // a failing backup bucket does not block the deletion of files, nor a failing picture bucket the log
    if (settings.backupBucket !== null)
      await backupBucketFor(settings.backupBucket).noteErased(userId, erasedAt)
  }
}
