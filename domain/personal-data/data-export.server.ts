import { rm, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { DomainError, notFound } from '#core/errors.ts'
import { dataExportReady } from '#domain/personal-data/letters/copy-ready.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { queue } from '#platform/jobs.ts'
import { writeZip, type ZipEntry } from '#platform/files/zip.ts'
import { readExportContents } from './export-contents.server.ts'
import { dataCopyPath, createCopyFolder } from '#platform/files/data-copy-files.ts'

/** Copies of all that the club knows of somebody, which take a while to make. */
export const dataExports = queue<{ copyId: string }>('copies', {
  retries: 5,
  firstPauseSeconds: 5,
  longestPauseSeconds: 300,
})

/** How the copy stands that somebody asked for last: it is being made, is there for a day, or was. */
export type DataExportStatus = {
  requestedAt: Date
  madeAt: Date | null
  until: Date | null
  isThere: boolean
}

/** The copy that the one who asks wanted last; null when they never did. */
export async function readDataExportStatus(actor: Actor): Promise<DataExportStatus | null> {
  const { id } = requirePerson(actor)
  const found = await db
    .selectFrom('copies')
    .where('memberId', '=', id)
    .select(['requestedAt', 'madeAt', 'until'])
    .select(sql<boolean>`coalesce(until > club_now(), false)`.as('isThere'))
    .executeTakeFirst()
  return found ?? null
}

/**
 * Asks for a copy of everything that the club knows of the one who asks. It is made in the background, told by mail,
 * and there for a day. Throws `limited` while one is made or there.
 */
export async function requestDataExport(actor: Actor): Promise<void> {
  const { id: memberId } = requirePerson(actor)
  await transaction(async (trx) => {
    const asked = await trx
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
    if (!asked)
      throw new DomainError('limited', 'You asked for a copy within the last 24 hours. Ask again tomorrow.', {
        retryAfter: 3_600,
      })
    await dataExports.enqueue(trx, { copyId: asked.id })
  })
}

/** Makes the copy that was asked for, and tells whoever asked. Does nothing for one that is made, or of another day. */
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
    // they were erased meanwhile, and whoever removed their file found none yet
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

/** Of each picture the largest file there is; it is compressed already. */
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

/** The file of one's own copy, while it is there. Throws `not-found`. */
export async function findDataExportFile(actor: Actor): Promise<string> {
  const { id } = requirePerson(actor)
  const copy = await db
    .selectFrom('copies')
    .where('memberId', '=', id)
    .where('until', '>', clubNow)
    .select('id')
    .executeTakeFirst()
  const path = copy && dataCopyPath(copy.id)
  if (!path || !(await stat(path).catch(() => null))) throw notFound('This copy')
  return path
}
