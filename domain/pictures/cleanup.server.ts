import { sql } from 'kysely'
import { anyOf, db, readNow, type Queryable, type Transaction } from '#db/client.ts'
import { pictureStorage } from './pictures.server.ts'

const batchSize = 200
const dayMs = 24 * 60 * 60 * 1000

/**
 * Deletes unused pictures and files without a row, both once they are a day old. Returns the numbers
 * deleted.
 */
export async function removeOrphanedPictures(): Promise<{ pictures: number; files: number }> {
  const now = await readNow(db)
  // file times come from this machine's clock; the earlier of both clocks deletes less
  const before = new Date(Math.min(Date.now(), now.getTime()) - dayMs)
  const pictures = await removeUnusedPictures()
  const files = await removeFilesWithoutRow(before)
  await pictureStorage.removeLeftovers(before)
  return { pictures, files }
}

async function removeUnusedPictures(): Promise<number> {
  const unused = await unusedCondition(db)
  for (let total = 0; ;) {
    // row first: after a crash, the next run finds files without a row
    const { rows } = await sql<{ id: string }>`
      delete from images where id in (
        select id from images where created_at < club_now() - interval '1 day' and ${unused}
        limit ${batchSize} for update skip locked)
      returning id`.execute(db)
    for (const { id } of rows) await pictureStorage.remove(id)
    total += rows.length
    if (rows.length < batchSize) return total
  }
}

/**
 * Releases a person's pictures. Deletes unused rows and returns their ids, whose files are to be deleted
 * after the commit. Pictures in use, such as a post's, become the club's.
 */
export async function releasePictures(trx: Transaction, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from images where owner_id = ${ownerId} and ${await unusedCondition(trx)} returning id`.execute(
    trx,
  )
  await trx.updateTable('images').set({ ownerId: null }).where('ownerId', '=', ownerId).execute()
  return rows.map(({ id }) => id)
}

/**
 * SQL predicate: no foreign key and no identity refers to the picture. Built from the catalogue, so that
 * new tables are covered.
 */
async function unusedCondition(from: Queryable) {
  const { rows } = await sql<{ table: string; column: string }>`
    select class.relname as table, attribute.attname as column
    from pg_constraint as key
    join pg_class as class on class.oid = key.conrelid
    join pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = any (key.conkey)
    where key.contype = 'f' and key.confrelid = 'images'::regclass`.execute(from)
  const references = rows.map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.table(table)} as referrer where referrer.${sql.ref(column)} = images.id)`,
  )
  const addresses = sql`not exists (select from users where users.image like '%/images/' || images.id || '/%')`
  return sql.join([...references, addresses], sql` and `)
}

async function removeFilesWithoutRow(before: Date): Promise<number> {
  let total = 0
  let ids: string[] = []
  const removeUnknown = async () => {
    const known =
      ids.length === 0
        ? []
        : await db.selectFrom('images').select('id').where('id', '=', anyOf(ids)).execute()
    const existing = new Set(known.map(({ id }) => id))
    for (const id of ids.filter((each) => !existing.has(each))) {
      await pictureStorage.remove(id)
      total += 1
    }
    ids = []
  }
  for await (const { id, writtenAt } of pictureStorage.list()) {
    if (writtenAt < before) ids.push(id)
    if (ids.length === batchSize) await removeUnknown()
  }
  await removeUnknown()
  return total
}
