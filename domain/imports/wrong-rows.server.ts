import { db } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import { describeTable, inBatches, type Table, type TableColumn } from '#domain/tables/table.rules.ts'
import { rowSentences, type StoredRow } from './checked-rows.server.ts'
import { readImport } from './imports.server.ts'

type WrongRow = StoredRow & { line: number }

/**
 * Returns the rows that are wrong or twice as a table: the columns of the file, then the line and the problem. Throws
 * `forbidden` without the permission `members.import`, and `not-found`.
 */
export async function readWrongRows(actor: Actor, id: string): Promise<Table> {
  const found = await readImport(actor, id)
  const { id: importId, headings } = found
  const sentenceOf = await rowSentences(found)
  const columns: TableColumn<WrongRow>[] = [
    ...headings.map((heading, index): TableColumn<WrongRow> => ({
      heading,
      type: 'text',
      value: ({ cells }) => cells[index] ?? '',
    })),
    { heading: 'line', type: 'number', value: ({ line }) => line },
    { heading: 'problem', type: 'text', value: sentenceOf },
  ]
  return describeTable(
    'wrong-rows',
    columns,
    inBatches<WrongRow>((last, limit) =>
      db
        .selectFrom('importRows')
        .where('importId', '=', importId)
        .where('state', 'in', ['wrong', 'twice'])
        .where('line', '>', last?.line ?? 0)
        .orderBy('line')
        .limit(limit)
        .select(['line', 'state', 'cells', 'sentence', 'facts'])
        .execute(),
    ),
  )
}
