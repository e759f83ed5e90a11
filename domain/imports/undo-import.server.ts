import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { conflict } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import type { AddedByImport, ImportState } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { importJobs } from './import-jobs.server.ts'
import { lockImport, readUndo } from './imports.server.ts'

const rowsABatch = 100

/**
 * Starts to take an import out again: a job removes what it added. People who signed in, booked or paid since stay. Sent
 * twice, it changes nothing. Throws `forbidden` without the permission `members.import`, `conflict` after 30 days, and
 * `not-found`.
 */
export async function undoImport(actor: Actor, id: string): Promise<void> {
  const { id: actorId } = requirePermission(actor, 'members.import')
  await transaction(async (trx) => {
    const { id: importId, state } = await lockImport(trx, id)
    if (state === 'undoing' || state === 'undone') return
    if (!(await readUndo(trx, importId))) throw conflict(t('refusal.thisImportCannotBe'))
    await trx
      .updateTable('imports')
      .set({ state: 'undoing', changedAt: clubNow })
      .where('id', '=', importId)
      .execute()
    await recordAudit(trx, { actorId, action: 'undo import', subjectKind: 'import', subjectId: importId })
    await importJobs.enqueue(trx, { importId })
  })
}

type DoneRow = {
  line: number
  memberId: string | null
  outcome: string | null
  added: AddedByImport | null
}

/** Takes the next rows of an import out, and returns its state afterwards. */
export async function undoBatch(trx: Transaction, importId: string): Promise<ImportState> {
  const rows = await trx
    .selectFrom('importRows')
    .where('importId', '=', importId)
    .where('outcome', 'in', ['added', 'changed', 'nothing'])
    // children of a family may have come in after their parents
    .orderBy('line', 'desc')
    .limit(rowsABatch)
    .select(['line', 'memberId', 'outcome', 'added'])
    .execute()
  let stayed = 0
  for (const row of rows) {
    const stays = row.outcome === 'added' && !(await takeOut(trx, importId, row))
    if (row.outcome === 'changed') await takeBack(trx, importId, row)
    stayed += stays ? 1 : 0
    if (row.outcome === 'added' && !stays) continue
    await setOutcome(trx, importId, row.line, stays ? 'stays' : 'taken out')
  }
  const isDone = rows.length < rowsABatch
  if (isDone)
    await sql`delete from import_keys where import_id = ${importId}
      and member_id not in (select member_id from import_rows where import_id = ${importId} and outcome = 'stays')`.execute(
      trx,
    )
  await trx
    .updateTable('imports')
    .set((eb) => ({
      stayedCount: eb('stayedCount', '+', stayed),
      changedAt: clubNow,
      ...(isDone && { state: 'undone' as const, undoneAt: clubNow }),
    }))
    .where('id', '=', importId)
    .execute()
  return isDone ? 'undone' : 'undoing'
}

const doneSince = message('importRow.doneSince')

async function setOutcome(
  trx: Transaction,
  importId: string,
  line: number,
  outcome: 'taken out' | 'stays',
): Promise<void> {
  await trx
    .updateTable('importRows')
    .set({
      outcome,
      ...(outcome === 'taken out' && { memberId: null, added: null }),
      ...(outcome === 'stays' && { sentence: inEnglish(doneSince), facts: JSON.stringify(doneSince) }),
    })
    .where('importId', '=', importId)
    .where('line', '=', line)
    .execute()
}

/** Removes a member with everything the import wrote. Returns false, and removes nothing, if there is more by now. */
async function takeOut(trx: Transaction, importId: string, row: DoneRow): Promise<boolean> {
  const { memberId, added, line } = row
  if (memberId === null) return true
  const user = await trx
    .selectFrom('users')
    .where('id', '=', memberId)
    .select(['email', 'erasedAt'])
    .forUpdate()
    .executeTakeFirst()
  if (user?.email !== null || user.erasedAt !== null) return false
  const doneAt = trx
    .selectFrom('importRows')
    .where('importId', '=', importId)
    .where('line', '=', line)
    .select('doneAt')
  await sql`savepoint take_out`.execute(trx)
  try {
    await setOutcome(trx, importId, line, 'taken out')
    await sql`delete from import_rows where member_id = ${memberId} and import_id <> ${importId} and outcome is null`.execute(
      trx,
    )
    await trx
      .deleteFrom('memberNotes')
      .where('memberId', '=', memberId)
      .where('createdAt', '<=', doneAt)
      .execute()
    await trx
      .deleteFrom('activities')
      .where('userId', '=', memberId)
      .where('kind', '=', 'account')
      .where('happenedAt', '<=', doneAt)
      .execute()
    await trx
      .deleteFrom('importKeys')
      .where('memberId', '=', memberId)
      .where('importId', '=', importId)
      .execute()
    await trx
      .deleteFrom('openingBalances')
      .where('memberId', '=', memberId)
      .where('importId', '=', importId)
      .execute()
    await trx.deleteFrom('verifications').where('value', 'like', `{"userId":"${memberId}",%`).execute()
    await trx.deleteFrom('letters').where('userId', '=', memberId).execute()
    if (added?.subscribed !== undefined)
      await trx
        .deleteFrom('subscribers')
        .where('email', '=', added.subscribed)
        .where('createdAt', '<=', doneAt)
        .execute()
    await trx.deleteFrom('members').where('userId', '=', memberId).execute()
    await trx.deleteFrom('users').where('id', '=', memberId).execute()
    await sql`release savepoint take_out`.execute(trx)
    return true
  } catch (error) {
    if (!isReferenced(error)) throw error
    await sql`rollback to savepoint take_out`.execute(trx)
    return false
  }
}

/** Whether a row of another table refers to the one to delete. */
const isReferenced = (error: unknown) => error instanceof DatabaseError && error.code === '23503'

const emptyColumns: Record<string, unknown> = { birthDate: null, tags: [] }

/** Empties what the import added to a known member, unless it was changed since. */
async function takeBack(trx: Transaction, importId: string, { memberId, added }: DoneRow): Promise<void> {
  if (memberId === null || added === null) return
  for (const [column, value] of Object.entries(added.columns ?? {})) {
    const stored = sql.ref(column)
    const same = Array.isArray(value) ? sql`${stored} = ${value}::text[]` : sql`${stored}::text = ${value}`
    const empty = emptyColumns[column] === undefined ? '' : emptyColumns[column]
    await sql`update members set ${stored} = ${empty} where user_id = ${memberId} and ${same}`.execute(trx)
  }
  if (added.balance)
    await trx
      .deleteFrom('openingBalances')
      .where('memberId', '=', memberId)
      .where('importId', '=', importId)
      .execute()
}
