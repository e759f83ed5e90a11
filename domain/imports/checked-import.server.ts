import { db, transaction, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { checkRows } from './check-import.server.ts'
import type { ImportColumn } from './import-columns.rules.ts'
import { lockDraft, storeImport, type UploadedFile } from './imports.server.ts'
import { matchRecognised } from './matched-values.server.ts'

/** How dates and amounts are written in columns that do not tell. */
export type WrittenAs = Pick<ImportColumn, 'dayOrder' | 'decimalSign'>

/**
 * Uploads and checks a table with the columns that are recognised. Nothing is brought in yet. Returns the id. Throws
 * `forbidden` without the permission `members.import`, `invalid` and `too-large`.
 */
export async function createImport(
  actor: Actor,
  file: UploadedFile | null,
  source: string,
  writtenAs: WrittenAs,
): Promise<string> {
  const { id } = requirePermission(actor, 'members.import')
  return storeCheckedImport(id, file, source, writtenAs)
}

/** `createImport` for the operator at the command line if `madeBy` is null. A file that cannot be checked is deleted. */
export async function storeCheckedImport(
  madeBy: string | null,
  file: UploadedFile | null,
  source: string,
  writtenAs: WrittenAs,
): Promise<string> {
  const id = await storeImport(madeBy, file, source)
  try {
    await transaction(async (trx) => {
      await decideColumns(trx, id, writtenAs)
      await matchRecognised(trx, id)
    })
    await checkRows(id)
    return id
  } catch (error) {
    await discardImport(id)
    throw error
  }
}

/** Deletes an upload. */
export async function discardImport(id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

async function decideColumns(
  trx: Transaction,
  id: string,
  { dayOrder, decimalSign }: WrittenAs,
): Promise<void> {
  if (dayOrder === null && decimalSign === null) return
  const { columns } = await lockDraft(trx, id)
  const decided = columns.map((column) => ({
    ...column,
    dayOrder: column.dayOrder ?? dayOrder,
    decimalSign: column.decimalSign ?? decimalSign,
  }))
  await trx
    .updateTable('imports')
    .set({ columns: JSON.stringify(decided) })
    .where('id', '=', id)
    .execute()
}
