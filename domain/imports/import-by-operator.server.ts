import { db, transaction } from '#db/client.ts'
import type { ImportRowState } from '#db/tables.ts'
import { checkRows } from './check-import.server.ts'
import type { DayOrder } from './day-order.rules.ts'
import { findImport, lockDraft, storeImport, type UploadedFile } from './imports.server.ts'
import { continueImport, queueImport } from './run-import.server.ts'

type CheckedImport = {
  counts: Record<ImportRowState, number>
  /** Rows that are wrong or twice. */
  problems: { line: number; name: string; sentence: string }[]
  /** Brings the rows in, and returns how many were added and changed. */
  run: () => Promise<{ addedCount: number; changedCount: number }>
  /** Deletes the upload. */
  discard: () => Promise<void>
}

/**
 * Uploads and checks a table for the operator, who needs no permission; columns are those recognised. `dayOrder` is used
 * where the dates of a column do not tell their order. Throws `invalid` and `too-large`.
 */
export async function importByOperator(
  file: UploadedFile,
  source: string,
  dayOrder: DayOrder | null,
): Promise<CheckedImport> {
  const id = await storeImport(null, file, source)
  const discard = async () => {
    await db.deleteFrom('imports').where('id', '=', id).execute()
  }
  try {
    await decideDays(id, dayOrder)
    await checkRows(id)
  } catch (error) {
    await discard()
    throw error
  }
  const rows = await db
    .selectFrom('importRows')
    .where('importId', '=', id)
    .orderBy('line')
    .select(['line', 'name', 'sentence', 'state'])
    .execute()
  const counts = { new: 0, known: 0, changed: 0, wrong: 0, twice: 0 }
  for (const { state } of rows) if (state !== null) counts[state] += 1
  return {
    counts,
    problems: rows.filter(({ state }) => state === 'wrong' || state === 'twice'),
    run: async () => {
      await queueImport(null, id)
      await continueImport({ importId: id })
      return findImport(db, id)
    },
    discard,
  }
}

async function decideDays(id: string, dayOrder: DayOrder | null): Promise<void> {
  if (dayOrder === null) return
  await transaction(async (trx) => {
    const { columns } = await lockDraft(trx, id)
    const decided = columns.map((column) => ({ ...column, dayOrder: column.dayOrder ?? dayOrder }))
    await trx
      .updateTable('imports')
      .set({ columns: JSON.stringify(decided) })
      .where('id', '=', id)
      .execute()
  })
}
