import { db, readToday } from '#db/client.ts'
import type { ImportRowState } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { formatStored, type StoredMessage } from '#format/stored-message.ts'
import { problemSentence, rowReader } from './check-import.server.ts'
import { readImport } from './imports.server.ts'

export type ImportedRow = {
  line: number
  name: string
  state: ImportRowState
  sentence: string
  memberId: string | null
}

export const rowsAPage = 50

/** Returns a page of the rows in a state, by line. Pages begin at 1. Throws `forbidden` and `not-found`. */
export async function listRows(
  actor: Actor,
  id: string,
  state: ImportRowState,
  page: number,
  size = rowsAPage,
): Promise<ImportedRow[]> {
  requirePermission(actor, 'members.import')
  const found = await readImport(actor, id)
  const sentenceOf = await rowSentences(found)
  const rows = await db
    .selectFrom('importRows')
    .where('importId', '=', found.id)
    .where('state', '=', state)
    .orderBy('line')
    .limit(size)
    .offset((page - 1) * size)
    .select((eb) => [
      'line',
      'name',
      'cells',
      'sentence',
      'facts',
      'memberId',
      eb.ref('state').$notNull().as('state'),
    ])
    .execute()
  return rows.map((row) => ({
    line: row.line,
    name: row.name,
    state: row.state,
    sentence: sentenceOf(row),
    memberId: row.memberId,
  }))
}

/** What is stored of a checked row. */
export type StoredRow = {
  state: ImportRowState | null
  cells: string[]
  sentence: string
  facts: StoredMessage | null
}

/**
 * Returns a function for the sentence of a checked row in the current language. A wrong row is read again; that of an
 * earlier version, or whose cells are deleted, keeps its sentence.
 */
export async function rowSentences(found: Awaited<ReturnType<typeof readImport>>) {
  const read = rowReader(found, await readToday())
  return ({ state, cells, sentence, facts }: StoredRow): string => {
    if (facts) return formatStored(facts)
    if (state !== 'wrong' || cells.length === 0) return sentence
    const again = read(cells)
    return 'problems' in again ? problemSentence(again.problems) : sentence
  }
}
