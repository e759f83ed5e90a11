import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { queueClaimLetter } from '#domain/members/claims.server.ts'
import { t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { sendsMail } from '#platform/mail.ts'
import { findImport, lockImport } from './imports.server.ts'

/** Queue of invitations to the members of an import. */
export const invitationJobs = queue<{ importId: string }>('import-invitations', {
  retries: 20,
  firstPauseSeconds: 5,
  longestPauseSeconds: 60,
})

const lettersAMinute = 20

/** Members that an import added, with an address and without a sign-in, who were not invited yet. */
const uninvited = (from: Queryable, importId: string) =>
  from
    .selectFrom('importRows')
    .innerJoin('users', 'users.id', 'importRows.memberId')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('importId', '=', importId)
    .where('outcome', '=', 'added')
    .where('importRows.invitedAt', 'is', null)
    .where('users.email', 'is', null)
    .where('users.erasedAt', 'is', null)
    .where('contactEmail', '!=', '')

/** Returns how many members of an import can be invited. Throws `forbidden` and `not-found`. */
export async function countUninvited(actor: Actor, id: string): Promise<number> {
  requirePermission(actor, 'members.import')
  const { id: importId } = await findImport(db, id)
  const { many } = await uninvited(db, importId)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  return many
}

/**
 * Invites the members that an import added, by a letter each with a link to choose a password, 20 a minute. Idempotent:
 * each member gets one letter. Throws `forbidden` without the permission `members.import`, `conflict` before the end of
 * the import or in a club that sends no mail, and `not-found`.
 */
export async function inviteImported(actor: Actor, id: string): Promise<void> {
  const { id: actorId } = requirePermission(actor, 'members.import')
  if (!sendsMail()) throw conflict(t('refusal.thisClubSendsNo'))
  await transaction(async (trx) => {
    const { id: importId, state } = await lockImport(trx, id)
    if (state !== 'done') throw conflict(t('refusal.invitationsAreSentOnce'))
    await trx.updateTable('imports').set({ invitedAt: clubNow }).where('id', '=', importId).execute()
    await recordAudit(trx, { actorId, action: 'invite imported', subjectKind: 'import', subjectId: importId })
    await invitationJobs.enqueue(trx, { importId })
  })
}

/** Queues the next invitations of an import, and itself a minute later if there are more. Run by a job. */
export async function sendInvitations({ importId }: { importId: string }): Promise<void> {
  await transaction(async (trx) => {
    const { state } = await lockImport(trx, importId)
    if (state === 'done' && (await inviteSome(trx, importId)) === lettersAMinute)
      await invitationJobs.enqueue(trx, { importId }, { afterSeconds: 60 })
  })
}

async function inviteSome(trx: Transaction, importId: string): Promise<number> {
  const people = await uninvited(trx, importId)
    .orderBy('line')
    .limit(lettersAMinute)
    .select(['line', 'users.id as userId', 'users.name', 'contactEmail as email'])
    .execute()
  for (const { line, ...person } of people) {
    await queueClaimLetter(trx, person)
    await trx
      .updateTable('importRows')
      .set({ invitedAt: clubNow })
      .where('importId', '=', importId)
      .where('line', '=', line)
      .execute()
  }
  return people.length
}
