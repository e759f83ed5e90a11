import { db } from '#db/client.ts'
import type { ImportRowState } from '#db/tables.ts'
import { discardImport, storeCheckedImport } from './checked-import.server.ts'
import type { DayOrder } from './day-order.rules.ts'
import { findImport, type UploadedFile } from './imports.server.ts'
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
  const id = await storeCheckedImport(null, file, source, { dayOrder, decimalSign: null })
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
    discard: () => discardImport(id),
  }
}
