import { conflict } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { findAccount, sendDecisionLetter } from './account-deletion.server.ts'

/** Cancels the deletion of the person's own account. Throws `conflict` if the office decided it. */
export async function cancelAccountDeletion(actor: Actor): Promise<void> {
  const { id: userId } = requireOwnAccount(actor)
  await transaction(async (trx) => {
    if (await clearDeletion(trx, userId, 'own')) return
    const { leavingByClub } = await trx
      .selectFrom('members')
      .where('userId', '=', userId)
      .select('leavingByClub')
      .executeTakeFirstOrThrow()
    if (leavingByClub) throw conflict(t('refusal.theOfficeDecidedTo'))
  })
}

/**
 * Cancels the deletion of another account, requested by the person or the office. Admins only; audited; notifies
 * the person by mail. Throws `not-found`.
 */
export async function cancelAccountDeletionOf(actor: Actor, id: string): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'accounts.erase')
  const userId = requireId(id, t('refusal.thisPerson'))
  const { name } = await findAccount(db, userId)
  await transaction(async (trx) => {
    if (!(await clearDeletion(trx, userId, 'any'))) return
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'keep account',
      subjectKind: 'member',
      subjectId: userId,
    })
    await sendDecisionLetter(trx, userId, { goesOn: null, reason: null })
  })
  return { name }
}

async function clearDeletion(trx: Transaction, userId: string, whose: 'own' | 'any'): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('members')
    .set({ leavingSince: null, leavingByClub: false })
    .where('userId', '=', userId)
    .where('leavingSince', 'is not', null)
    .$if(whose === 'own', (query) => query.where('leavingByClub', '=', false))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordActivity(trx, { userId, kind: 'account', summary: message('activity.accountStays') })
  return true
}
