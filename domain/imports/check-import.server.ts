import { sql } from 'kysely'
import { clubNow, transaction, readToday, type Transaction } from '#db/client.ts'
import type { Day, ImportRowState } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { inEnglish, message, type StoredMessage } from '#format/stored-message.ts'
import { inLanguage } from '#messages/t.ts'
import { classify, foldName, importKeyOf, sameInFile, type Classification } from './classify.rules.ts'
import { fieldChecks } from './field-checks.server.ts'
import { examineColumn, type ImportColumn } from './import-columns.rules.ts'
import { lockDraft, requireDecided } from './imports.server.ts'
import { findKnownPeople, knownPeopleOf } from './known-people.server.ts'
import { readPerson, type ImportedPerson, type MatchedValues, type RowProblem } from './read-person.rules.ts'

/** What is needed to read the rows of an import. */
export type ImportReading = {
  headings: readonly string[]
  columns: readonly ImportColumn[]
  matchedValues: MatchedValues
  source: string
}

const batchSize = 500

/** Returns a function that reads a row's cells. */
export const rowReader =
  ({ headings, columns, matchedValues, source }: ImportReading, today: Day) =>
  (cells: readonly string[]) =>
    readPerson(cells, { headings, columns, values: matchedValues, checks: fieldChecks, today, source })

type CheckedRow = {
  line: number
  state: ImportRowState
  name: string
  /** In English, and the message for readers of other languages; null for a wrong row, which is read again. */
  sentence: string
  facts: StoredMessage | null
  memberId: string | null
}

/**
 * Checks every row of an import: new, known, changed, wrong, or twice in the file. Nothing is brought in. Throws
 * `forbidden` without the permission `members.import`, `invalid` at a column that is undecided, `conflict` and
 * `not-found`.
 */
export async function checkImport(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'members.import')
  await checkRows(id)
}

/** `checkImport` for the operator at the command line. */
export async function checkRows(id: string): Promise<void> {
  await transaction(async (trx) => {
    const draft = await lockDraft(trx, id)
    const rows = await trx
      .selectFrom('importRows')
      .where('importId', '=', draft.id)
      .orderBy('line')
      .select(['line', 'cells'])
      .execute()
    requireDecided(
      draft.headings,
      draft.columns,
      draft.headings.map((_heading, index) => examineColumn(rows.map(({ cells }) => cells[index] ?? ''))),
    )
    const read = rowReader(draft, await readToday(trx))
    const seen = new Map<string, { line: number; name: string }>()
    for (let first = 0; first < rows.length; first += batchSize) {
      const batch = rows
        .slice(first, first + batchSize)
        .map(({ line, cells }) => ({ line, cells, read: inLanguage('en', () => read(cells)) }))
      await saveChecks(trx, draft.id, await checkBatch(trx, draft, batch, seen))
    }
    await trx
      .updateTable('imports')
      .set({ state: 'checked', changedAt: clubNow })
      .where('id', '=', draft.id)
      .execute()
  })
}

type ReadRow = { line: number; cells: string[]; read: ReturnType<typeof readPerson> }

async function checkBatch(
  trx: Transaction,
  { source, columns }: ImportReading,
  batch: ReadRow[],
  seen: Map<string, { line: number; name: string }>,
): Promise<CheckedRow[]> {
  const people = batch.flatMap(({ read }) => ('person' in read ? [read.person] : []))
  const knownOf = knownPeopleOf(await findKnownPeople(trx, source, people))
  return batch.map(({ line, cells, read }) => {
    if ('problems' in read) {
      return {
        line,
        state: 'wrong',
        name: nameInCells(cells, columns),
        sentence: problemSentence(read.problems),
        facts: null,
        memberId: null,
      }
    }
    const { person } = read
    const again = seenBefore(person, line, seen)
    const { state, message: facts, memberId } = again ?? classify(person, knownOf(person))
    const sentence = facts ? cut(inEnglish(facts)) : ''
    return { line, name: person.name, state, sentence, facts, memberId }
  })
}

const mostSentenceLength = 2_000
const cut = (sentence: string) => [...sentence].slice(0, mostSentenceLength).join('')

/** The sentences of all that is wrong with a row, in the language in which it was read. */
export const problemSentence = (problems: readonly RowProblem[]): string =>
  cut(problems.map(({ sentence }) => sentence).join(' '))

/** The name of a wrong row, as far as it can be told. */
const nameInCells = (cells: readonly string[], columns: readonly ImportColumn[]) =>
  columns
    .flatMap(({ field }, index) =>
      field === 'name' || field === 'firstName' || field === 'lastName' ? [cells[index] ?? ''] : [],
    )
    .join(' ')
    .trim()
    .slice(0, 100)

/** Whether an earlier row of the file is the same person, or has the same number. */
function seenBefore(
  person: ImportedPerson,
  line: number,
  seen: Map<string, { line: number; name: string }>,
): Classification | null {
  const keys = sameInFile(person)
  const [earlier] = keys.flatMap((key) => seen.get(key) ?? [])
  if (earlier === undefined) {
    for (const key of keys) seen.set(key, { line, name: person.name })
    return null
  }
  const isOther =
    seen.get(importKeyOf(person)) === earlier && foldName(earlier.name) !== foldName(person.name)
  return isOther && person.number !== ''
    ? {
        state: 'wrong',
        message: message('importRow.numberInFile', { number: person.number, ...earlier }),
        memberId: null,
      }
    : { state: 'twice', message: message('importRow.twice', { line: earlier.line }), memberId: null }
}

async function saveChecks(trx: Transaction, importId: string, rows: CheckedRow[]): Promise<void> {
  await sql`
    update import_rows set state = checked.state, name = checked.name, sentence = checked.sentence,
      facts = checked.facts, member_id = checked."memberId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as checked(line integer, state text, name text, sentence text, facts jsonb, "memberId" uuid)
    where import_id = ${importId} and import_rows.line = checked.line`.execute(trx)
}
