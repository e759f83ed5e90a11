import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { ImportRowState, ImportState } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { readTable, type UploadedTable } from '#domain/tables/read-table.server.ts'
import { t } from '#messages/t.ts'
import {
  examineColumn,
  isUndecided,
  recogniseColumns,
  type ColumnFinding,
  type ImportColumn,
} from './import-columns.rules.ts'
import {
  columnsInput,
  fileName as fileNameInput,
  importSource,
  notationInput,
  type ColumnsInput,
  type NotationInput,
} from './imports.input.ts'

export type { ImportRowState, ImportState } from '#db/tables.ts'

export type ImportSummary = {
  id: string
  fileName: string
  source: string
  madeAt: Date
  /** Null for the operator. */
  madeBy: string | null
  state: ImportState
  rowCount: number
  addedCount: number
  changedCount: number
  /** Until when the import can be undone; null before its end. */
  undoUntil: Date | null
  canBeUndone: boolean
}

/** Days for which an import can be undone. */
const undoDays = 30

const importRow = (from: Queryable) =>
  from
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.madeBy')
    .select(['imports.id', 'fileName', 'source', 'madeAt', 'users.name as madeBy', 'state', 'rowCount'])
    .select(['addedCount', 'changedCount', 'stayedCount', 'headings', 'columns', 'matchedValues'])
    .select(['encoding', 'separator', 'finishedAt', 'invitedAt'])
    .select(sql<Date | null>`finished_at + make_interval(days => ${undoDays}::integer)`.as('undoUntil'))
    .select(
      sql<boolean>`state in ('done', 'stopped')
        and coalesce(finished_at, started_at) > club_now() - make_interval(days => ${undoDays}::integer)
        and exists (select from import_rows where import_id = imports.id and outcome is not null)`.as(
        'canBeUndone',
      ),
    )

/** Returns an import. Throws `forbidden` without the permission `members.import`, and `not-found`. */
export async function readImport(actor: Actor, id: string) {
  requirePermission(actor, 'members.import')
  return findImport(db, id)
}

/** Returns an import, unauthorised. Throws `not-found`. */
export async function findImport(from: Queryable, id: string) {
  const found = await importRow(from)
    .where('imports.id', '=', requireId(id, t('refusal.thisImport')))
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisImport'))
  const { columns, ...rest } = found
  return { ...rest, columns: columns as ImportColumn[] }
}

/** Returns the newest imports, at most `limit`. Throws `forbidden` without the permission `members.import`. */
export async function listImports(actor: Actor, limit = 20): Promise<ImportSummary[]> {
  requirePermission(actor, 'members.import')
  return importRow(db).orderBy('madeAt', 'desc').orderBy('imports.id', 'desc').limit(limit).execute()
}

export type UploadedFile = { bytes: Uint8Array; filename: string }

/**
 * Uploads a table of members and recognises its columns. Nothing is brought in yet. Returns the id. Throws `forbidden`
 * without the permission `members.import`, `invalid` and `too-large`.
 */
export async function uploadImport(actor: Actor, file: UploadedFile | null, source: string): Promise<string> {
  const { id } = requirePermission(actor, 'members.import')
  return storeImport(id, file, source)
}

/** `uploadImport` for the operator at the command line if `madeBy` is null. */
export async function storeImport(
  madeBy: string | null,
  file: UploadedFile | null,
  typedSource: string,
): Promise<string> {
  const source = parseInput(importSource, typedSource)
  if (file === null) throw invalidAt('file', t('refusal.chooseAFile'))
  const table = await readTable(file.bytes)
  return transaction(async (trx) => {
    const { id } = await trx
      .insertInto('imports')
      .values({
        madeBy,
        source,
        fileName: parseInput(fileNameInput, file.filename) || 'table',
        fileDigest: createHash('sha256').update(file.bytes).digest('hex'),
        file: Buffer.from(file.bytes),
        ...tableColumns(table),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(trx, id, table)
    return id
  })
}

const tableColumns = ({ encoding, separator, headings, rows }: UploadedTable) => ({
  encoding,
  separator,
  headings,
  rowCount: rows.length,
  columns: JSON.stringify(recogniseColumns(headings, examineRows(headings, rows))),
  matchedValues: JSON.stringify({ membership: {}, trainer: {}, salutation: {} }),
})

const examineRows = (headings: readonly string[], rows: readonly { cells: string[] }[]): ColumnFinding[] =>
  headings.map((_heading, index) => examineColumn(rows.map(({ cells }) => cells[index] ?? '')))

const rowsAStatement = 500

async function insertRows(trx: Transaction, importId: string, { rows }: UploadedTable): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsAStatement)
    await sql`
      insert into import_rows (import_id, line, cells)
      select ${importId}::uuid, (entry ->> 'line')::integer,
        array(select jsonb_array_elements_text(entry -> 'cells'))
      from jsonb_array_elements(${JSON.stringify(rows.slice(first, first + rowsAStatement))}::jsonb) entry`.execute(
      trx,
    )
}

/** Locks an import, also against its job. Throws `not-found`. */
export async function lockImport(trx: Transaction, id: string) {
  const found = await trx
    .selectFrom('imports')
    .where('id', '=', requireId(id, t('refusal.thisImport')))
    .select(['id', 'state', 'rowCount', 'source', 'headings', 'columns', 'matchedValues', 'madeBy'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisImport'))
  const { columns, ...rest } = found
  return { ...rest, columns: columns as ImportColumn[] }
}

/** Whether the import can be undone now. */
export async function readUndo(from: Queryable, id: string): Promise<boolean> {
  const found = await importRow(from).where('imports.id', '=', id).executeTakeFirst()
  return found?.canBeUndone === true
}

/** Locks an import that was not started yet. Throws `not-found`, and `conflict` once it was started. */
export async function lockDraft(trx: Transaction, id: string) {
  const found = await trx
    .selectFrom('imports')
    .where('id', '=', requireId(id, t('refusal.thisImport')))
    .select(['id', 'state', 'file', 'headings', 'columns', 'source', 'matchedValues'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisImport'))
  if (found.state !== 'draft' && found.state !== 'checked') throw conflict(t('refusal.thisImportWasStarted'))
  const { columns, ...rest } = found
  return { ...rest, columns: columns as ImportColumn[] }
}

/**
 * Reads the file of an import again with another separator or encoding. Columns are recognised anew. Throws `forbidden`
 * without the permission `members.import`, `invalid`, `conflict` and `not-found`.
 */
export async function changeNotation(actor: Actor, id: string, input: NotationInput): Promise<void> {
  requirePermission(actor, 'members.import')
  const notation = parseInput(notationInput, input)
  const bytes = await transaction(async (trx) => (await lockDraft(trx, id)).file)
  if (bytes === null) throw conflict(t('refusal.theFileOfThis'))
  const table = await readTable(bytes, notation)
  await transaction(async (trx) => {
    const { id: importId } = await lockDraft(trx, id)
    await trx.deleteFrom('importRows').where('importId', '=', importId).execute()
    await trx
      .updateTable('imports')
      .set({ ...tableColumns(table), state: 'draft', changedAt: clubNow })
      .where('id', '=', importId)
      .execute()
    await insertRows(trx, importId, table)
  })
}

export type ColumnOfImport = ImportColumn & {
  heading: string
  finding: ColumnFinding
  /** Values of the first rows. */
  examples: string[]
}

/** Returns the columns of an import with what their values tell. Throws `forbidden` and `not-found`. */
export async function readColumns(actor: Actor, id: string): Promise<ColumnOfImport[]> {
  const { id: importId, headings, columns } = await readImport(actor, id)
  const rows = await readCells(db, importId)
  const findings = examineRows(headings, rows)
  return headings.map((heading, index) => ({
    heading,
    finding: findings[index]!,
    examples: rows.slice(0, 3).map(({ cells }) => cells[index] ?? ''),
    ...columns[index]!,
  }))
}

/** Returns the cells of every row, by line. */
export const readCells = (from: Queryable, importId: string) =>
  from.selectFrom('importRows').where('importId', '=', importId).orderBy('line').select('cells').execute()

/**
 * Saves what each column is. Throws `forbidden` without the permission `members.import`, `invalid` at a column whose
 * dates or amounts can be read in two ways, `conflict` and `not-found`.
 */
export async function saveColumns(actor: Actor, id: string, input: ColumnsInput): Promise<void> {
  requirePermission(actor, 'members.import')
  const columns = parseInput(columnsInput, input)
  await transaction(async (trx) => {
    const { id: importId, headings } = await lockDraft(trx, id)
    if (columns.length !== headings.length) throw conflict(t('refusal.theColumnsHaveChanged'))
    requireDecided(headings, columns, examineRows(headings, await readCells(trx, importId)))
    await trx
      .updateTable('imports')
      .set({ columns: JSON.stringify(columns), state: 'draft', changedAt: clubNow })
      .where('id', '=', importId)
      .execute()
  })
}

/** Throws `invalid` at the first column whose dates or amounts can be read in two ways. */
export function requireDecided(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  findings: readonly ColumnFinding[],
): void {
  const index = columns.findIndex((column, place) => isUndecided(column, findings[place]!))
  if (index < 0) return
  const { dates, amounts } = findings[index]!
  throw invalidAt(
    String(index),
    columns[index]!.dayOrder === null && dates.isAsked
      ? t('refusal.chooseWhetherTheDay', { value: headings[index]!, example: dates.example ?? 'there' })
      : t('refusal.chooseTheDecimalSign', { value: headings[index]!, example: amounts.example ?? 'there' }),
  )
}

/** Deletes an import that was not started. Throws `forbidden`, `conflict` and `not-found`. */
export async function deleteImport(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'members.import')
  await transaction(async (trx) => {
    const { id: importId } = await lockDraft(trx, id)
    await trx.deleteFrom('imports').where('id', '=', importId).execute()
  })
}

/** Returns how many rows have each state. Throws `forbidden`. */
export async function countRows(actor: Actor, id: string): Promise<Record<ImportRowState, number>> {
  requirePermission(actor, 'members.import')
  const counts = { new: 0, known: 0, changed: 0, wrong: 0, twice: 0 }
  const rows = await db
    .selectFrom('importRows')
    .where('importId', '=', requireId(id, t('refusal.thisImport')))
    .where('state', 'is not', null)
    .groupBy('state')
    .select((eb) => [eb.ref('state').$notNull().as('state'), eb.fn.countAll<number>().as('rows')])
    .execute()
  for (const { state, rows: count } of rows) counts[state] = count
  return counts
}

/** Returns up to 100 people who stayed when the import was undone. Throws `forbidden`. */
export async function listStayed(actor: Actor, id: string): Promise<{ memberId: string; name: string }[]> {
  requirePermission(actor, 'members.import')
  return db
    .selectFrom('importRows')
    .innerJoin('users', 'users.id', 'importRows.memberId')
    .where('importId', '=', requireId(id, t('refusal.thisImport')))
    .where('outcome', '=', 'stays')
    .orderBy('line')
    .limit(100)
    .select(['users.id as memberId', 'users.name'])
    .execute()
}
