import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, readToday, type Transaction } from '#db/client.ts'
import type { AddedByImport, ImportState } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { insertMember } from '#domain/members/add-member.server.ts'
import { newMemberInput } from '#domain/members/new-member.input.ts'
import { t } from '#messages/t.ts'
import { rowReader } from './check-import.server.ts'
import {
  additionsFor,
  classify,
  hasBalance,
  importKeyOf,
  type Classification,
  type KnownPerson,
} from './classify.rules.ts'
import { importJobs } from './import-jobs.server.ts'
import { findImport, lockImport } from './imports.server.ts'
import { findKnownPeople, knownPeopleOf } from './known-people.server.ts'
import { remainingMembership, type ImportedPerson } from './read-person.rules.ts'
import { undoBatch } from './undo-import.server.ts'

const rowsABatch = 100
/** The job ends before its attempt of a minute does, and queues the next one. */
const longestRunMs = 30_000

/**
 * Starts an import that was checked: a job brings its new and changed rows in. Started again, it changes nothing. Throws
 * `forbidden` without the permission `members.import`, `conflict` before the check, and `not-found`.
 */
export async function startImport(actor: Actor, id: string): Promise<void> {
  const { id: actorId } = requirePermission(actor, 'members.import')
  await queueImport(actorId, id)
}

/** `startImport` for the operator at the command line if `actorId` is null. */
export async function queueImport(actorId: string | null, id: string): Promise<void> {
  await transaction(async (trx) => {
    const found = await lockImport(trx, id)
    if (found.state === 'running' || found.state === 'done') return
    if (found.state === 'draft') throw conflict(t('refusal.pleaseCheckTheRows'))
    if (found.state !== 'checked' && found.state !== 'stopped')
      throw conflict(t('refusal.thisImportWasUndone'))
    await trx
      .updateTable('imports')
      // the bytes are not needed any more
      .set({
        state: 'running',
        startedAt: sql<Date>`coalesce(started_at, club_now())`,
        changedAt: clubNow,
        file: null,
      })
      .where('id', '=', found.id)
      .execute()
    await recordAudit(trx, {
      actorId,
      action: 'start import',
      subjectKind: 'import',
      subjectId: found.id,
      after: { rows: found.rowCount },
    })
    await importJobs.enqueue(trx, { importId: found.id })
  })
}

/** Stops a running import after its current batch. Throws `forbidden` and `not-found`. */
export async function stopImport(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'members.import')
  await transaction(async (trx) => {
    const { id: importId, state } = await lockImport(trx, id)
    if (state !== 'running') return
    await trx
      .updateTable('imports')
      .set({ state: 'stopped', changedAt: clubNow })
      .where('id', '=', importId)
      .execute()
  })
}

export type ImportProgress = { done: number; total: number; name: string; line: number | null }

/** Returns how many of the rows to bring in, or to take out, are done. Throws `forbidden` and `not-found`. */
export async function readProgress(actor: Actor, id: string): Promise<ImportProgress> {
  requirePermission(actor, 'members.import')
  const { id: importId } = await findImport(db, id)
  const { rows } = await sql<ImportProgress>`
    select count(*) filter (where done_at is not null)::integer as done,
      count(*) filter (where state in ('new', 'changed'))::integer as total,
      coalesce((array_agg(name order by line desc) filter (where done_at is not null))[1], '') as name,
      max(line) filter (where done_at is not null) as line
    from import_rows where import_id = ${importId} and (state in ('new', 'changed') or done_at is not null)`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Brings rows in, or takes them out, batch by batch, until the import is done or was stopped. Each batch is a
 * transaction, so a killed run goes on with the next one. Run by a job.
 */
export async function continueImport({ importId }: { importId: string }): Promise<void> {
  const began = performance.now()
  for (;;) {
    const state = await transaction(async (trx) => {
      const next = await runBatch(trx, importId)
      const isLater = performance.now() - began > longestRunMs
      if (isLater && isUnderWay(next)) await importJobs.enqueue(trx, { importId })
      return isLater ? null : next
    })
    if (state === null || !isUnderWay(state)) return
  }
}

const isUnderWay = (state: ImportState) => state === 'running' || state === 'undoing'

/** Runs one batch and returns the state after it. */
async function runBatch(trx: Transaction, importId: string): Promise<ImportState> {
  // imports that run at once would not see each other's people
  await sql`select advisory_lock('imports')`.execute(trx)
  const running = await lockImport(trx, importId)
  if (running.state === 'undoing') return undoBatch(trx, importId)
  if (running.state !== 'running') return running.state
  const rows = await trx
    .selectFrom('importRows')
    .where('importId', '=', importId)
    .where('state', 'in', ['new', 'changed'])
    .where('doneAt', 'is', null)
    .orderBy('line')
    .limit(rowsABatch)
    .select(['line', 'cells'])
    .execute()
  const read = rowReader(running, await readToday(trx))
  const people = rows.flatMap(({ line, cells }) => {
    const found = read(cells)
    // a day that was ahead at the check cannot be behind it now, so the row is as it was
    return 'person' in found ? [{ line, person: found.person }] : []
  })
  const knownOf = knownPeopleOf(
    await findKnownPeople(
      trx,
      running.source,
      people.map(({ person }) => person),
    ),
  )
  let counts = { added: 0, changed: 0 }
  const done: DoneRow[] = []
  for (const { line, person } of people) {
    const row = await bringIn(trx, running, person, knownOf(person))
    done.push({ line, ...row })
    counts = {
      added: counts.added + (row.outcome === 'added' ? 1 : 0),
      changed: counts.changed + (row.outcome === 'changed' ? 1 : 0),
    }
  }
  await saveOutcomes(trx, importId, done)
  const isDone = rows.length < rowsABatch
  await trx
    .updateTable('imports')
    .set((eb) => ({
      addedCount: eb('addedCount', '+', counts.added),
      changedCount: eb('changedCount', '+', counts.changed),
      changedAt: clubNow,
      ...(isDone && { state: 'done' as const, finishedAt: clubNow }),
    }))
    .where('id', '=', importId)
    .execute()
  return isDone ? 'done' : 'running'
}

type Outcome = {
  outcome: 'added' | 'changed' | 'nothing'
  memberId: string | null
  added: AddedByImport | null
}
type DoneRow = Outcome & { line: number }
type Running = { id: string; source: string; madeBy: string | null }

/** Brings one person in, as the database is now: what the check found may have changed since. */
async function bringIn(
  trx: Transaction,
  running: Running,
  person: ImportedPerson,
  known: KnownPerson[],
): Promise<Outcome> {
  const found: Classification = classify(person, known)
  if (found.state === 'new') return addPerson(trx, running, person)
  const same = known.find(({ id }) => id === found.memberId)
  if (same === undefined) return { outcome: 'nothing', memberId: null, added: null }
  await rememberKey(trx, running, person, same.id)
  return found.state === 'changed'
    ? changePerson(trx, running, person, same)
    : { outcome: 'nothing', memberId: same.id, added: null }
}

const newMember = newMemberInput.omit({ asksAboutSimilar: true, guardian: true })

async function addPerson(trx: Transaction, running: Running, person: ImportedPerson): Promise<Outcome> {
  const subscribed = person.consentOn === null ? null : await findNewReader(trx, person.email)
  const memberId = await insertMember(
    trx,
    newMember.parse({
      name: person.name,
      contactEmail: person.email,
      telephone: person.telephone,
      preferredName: person.preferredName,
      birthDate: person.birthDate,
      memberNumber: person.number,
      postalAddress: person.postalAddress,
      emergencyContact: person.emergencyContact,
      language: person.language,
      tags: person.tags,
      note: person.note,
      newsletterConsent: person.consentOn && { on: person.consentOn, origin: person.consentOrigin },
    }),
    running.madeBy,
  )
  await rememberKey(trx, running, person, memberId)
  const balance = await openBalance(trx, running, person, memberId)
  return {
    outcome: 'added',
    memberId,
    added: { ...(subscribed && { subscribed }), ...(balance && { balance }) },
  }
}

/** The address, if the newsletter has no such reader yet. */
async function findNewReader(trx: Transaction, email: string): Promise<string | null> {
  const reader = await trx
    .selectFrom('subscribers')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst()
  return reader ? null : email
}

async function rememberKey(
  trx: Transaction,
  { id: importId, source }: Running,
  person: ImportedPerson,
  memberId: string,
): Promise<void> {
  await trx
    .insertInto('importKeys')
    .values({ source, key: importKeyOf(person), memberId, importId })
    .onConflict((known) => known.columns(['source', 'key']).doNothing())
    .execute()
}

/** Adds what is empty in the record of a known member. What they entered themselves stays. */
async function changePerson(
  trx: Transaction,
  running: Running,
  person: ImportedPerson,
  known: KnownPerson,
): Promise<Outcome> {
  const columns = additionsFor(person, known)
  if (Object.keys(columns).length > 0)
    await trx
      .updateTable('members')
      .set({ ...columns, updatedAt: clubNow })
      .where('userId', '=', known.id)
      .execute()
  const balance = known.balance === null && (await openBalance(trx, running, person, known.id))
  return { outcome: 'changed', memberId: known.id, added: { columns, ...(balance && { balance }) } }
}

/** Writes what a person had left: no income, no invoice, no share. Returns whether there was something. */
async function openBalance(
  trx: Transaction,
  { id: importId, source }: Running,
  person: ImportedPerson,
  memberId: string,
): Promise<true | null> {
  if (!hasBalance(person)) return null
  const written = await trx
    .insertInto('openingBalances')
    .values({
      memberId,
      source,
      importId,
      membership: person.membership,
      offerId: person.becomes === remainingMembership ? null : person.becomes,
      trainerId: person.trainerId || null,
      creditsLeft: person.creditsLeft,
      runsUntil: person.runsUntil,
      priceCents: person.priceCents,
      nextChargeOn: person.nextChargeOn,
    })
    .onConflict((known) => known.columns(['memberId', 'source']).doNothing())
    .returning('memberId')
    .executeTakeFirst()
  return written ? true : null
}

async function saveOutcomes(trx: Transaction, importId: string, rows: DoneRow[]): Promise<void> {
  await sql`
    update import_rows set done_at = club_now(), outcome = done.outcome, member_id = done."memberId", added = done.added
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done(line integer, outcome text, "memberId" uuid, added jsonb)
    where import_id = ${importId} and import_rows.line = done.line`.execute(trx)
}
