import { rm, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { DomainError, notFound } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { dataExportReady } from '#domain/personal-data/letters/copy-ready.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { t } from '#messages/t.ts'
import { dataCopyPath, createCopyFolder } from '#platform/files/data-copy-files.ts'
import { writeZip, type ZipEntry } from '#platform/files/zip.ts'
import { queue } from '#platform/jobs.ts'
import { readExportContents } from './export-contents.server.ts'

/** Queue of data exports. */
export const dataExports = queue<{ copyId: string }>('copies', {
  retries: 5,
  firstPauseSeconds: 5,
  longestPauseSeconds: 300,
})

/** State of the newest export: being made, available for a day, or expired. */
export type DataExportStatus = {
  requestedAt: Date
  madeAt: Date | null
  until: Date | null
  isThere: boolean
}

/** Returns the state of the person's newest export; null if there was none. */
export async function readDataExportStatus(actor: Actor): Promise<DataExportStatus | null> {
  const { id } = requireOwnAccount(actor)
  const found = await db
    .selectFrom('copies')
    .where('memberId', '=', id)
    .select(['requestedAt', 'madeAt', 'until'])
    .select(sql<boolean>`coalesce(until > club_now(), false)`.as('isThere'))
    .executeTakeFirst()
  return found ?? null
}

/**
 * Requests an export of the person's data. It is made in the background, announced by mail and available
 * for a day. Throws `limited` within 24 hours of the last request.
 */
export async function requestDataExport(actor: Actor): Promise<void> {
  const { id: memberId } = requireOwnAccount(actor)
  await transaction(async (trx) => {
    const requested = await trx
      .insertInto('copies')
      .values({ memberId })
      .onConflict((again) =>
        again
          .column('memberId')
          .doUpdateSet({
            id: sql<string>`gen_random_uuid()`,
            requestedAt: clubNow,
            madeAt: null,
            until: null,
            bytes: null,
          })
          .where(sql<boolean>`copies.requested_at < club_now() - interval '1 day'`),
      )
      .returning('id')
      .executeTakeFirst()
    if (!requested)
      throw new DomainError('limited', t('refusal.youHaveAskedFor'), {
        retryAfter: 3_600,
      })
    await dataExports.enqueue(trx, { copyId: requested.id })
  })
}

/**
 * Creates the requested export and notifies the person. Does nothing if it exists already or has expired.
 */
export async function createDataExport({ copyId }: { copyId: string }): Promise<void> {
  const copy = await db
    .selectFrom('copies')
    .innerJoin('users', 'users.id', 'copies.memberId')
    .where('copies.id', '=', copyId)
    .where('madeAt', 'is', null)
    .select(['memberId', 'users.name', clubNow.as('now')])
    .executeTakeFirst()
  if (!copy) return
  const contents = await readExportContents(copy.memberId)
  await createCopyFolder()
  const json = Buffer.from(JSON.stringify({ madeAt: copy.now, ...contents }, null, 2))
  await writeZip(dataCopyPath(copyId), [
    { name: 'my-data.json', isPacked: false, read: async () => json },
    ...(await listPictureEntries(contents.pictures as { id: string }[])),
  ])
  const { size } = await stat(dataCopyPath(copyId))
  await transaction(async (trx) => {
    const isWanted = await trx
      .selectFrom('copies')
      .where('id', '=', copyId)
      .forUpdate()
      .select('id')
      .executeTakeFirst()
    // the account was erased meanwhile, before this file existed
    if (!isWanted) return rm(dataCopyPath(copyId), { force: true })
    const made = await trx
      .updateTable('copies')
      .set({ madeAt: clubNow, until: sql<Date>`club_now() + interval '1 day'`, bytes: size })
      .where('id', '=', copyId)
      .where('madeAt', 'is', null)
      .returning((eb) => eb.ref('until').$notNull().as('until'))
      .executeTakeFirst()
    if (!made) return
    await queueMail(trx, dataExportReady, {
      to: { userId: copy.memberId },
      cause: copyId,
      facts: { until: made.until },
    })
  })
}

/** Lists the largest file of each picture. Pictures are compressed already. */
async function listPictureEntries(pictures: { id: string }[]): Promise<ZipEntry[]> {
  const widthOf = (file: string) => Number.parseInt(file, 10)
  const found: ZipEntry[] = []
  for (const { id } of pictures) {
    const file = (await pictureStorage.files(id))
      .filter((each) => each.endsWith('.webp'))
      .toSorted((one, other) => widthOf(other) - widthOf(one))[0]
    if (file === undefined) continue
    const read = async () => (await pictureStorage.get(id, file)) ?? new Uint8Array()
    found.push({ name: `pictures/${id}.webp`, isPacked: true, read })
  }
  return found
}

/** Returns the path of the person's own export, while available. Throws `not-found`. */
export async function findDataExportFile(actor: Actor): Promise<string> {
  const { id } = requireOwnAccount(actor)
  const copy = await db
    .selectFrom('copies')
    .where('memberId', '=', id)
    .where('until', '>', clubNow)
    .select('id')
    .executeTakeFirst()
  const path = copy && dataCopyPath(copy.id)
  if (!path || !(await stat(path).catch(() => null))) throw notFound(t('refusal.thisCopy'))
  return path
}
