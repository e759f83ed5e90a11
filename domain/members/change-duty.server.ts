import { conflict, notFound } from '#core/errors.ts'
import { clubNow, transaction } from '#db/client.ts'
import type { Duty } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/**
 * Gives a person the duty of reception, or takes it. Ends their bearer tokens; audited. An unchanged duty writes nothing.
 * Throws `forbidden` without the permission `roles.change`, `not-found`, and `conflict` for a deleted account, a person
 * without a sign-in and an admin, who has all of its permissions.
 */
export async function changeDuty(
  actor: Actor,
  memberId: string,
  duty: Duty | null,
): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'roles.change')
  const userId = requireId(memberId, t('refusal.thisPerson'))
  return transaction(async (trx) => {
    const member = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .where('userId', '=', userId)
      .select(['name', 'email', 'erasedAt', 'role', 'duty'])
      .forUpdate('members')
      .executeTakeFirst()
    if (!member) throw notFound(t('refusal.thisPerson'))
    const { name } = member
    if (member.erasedAt !== null) throw conflict(t('refusal.thisAccountHasBeen'))
    if (member.duty === duty) return { name }
    if (duty !== null && member.email === null) throw conflict(t('refusal.hasNoSignIn', { name }))
    if (duty !== null && member.role === 'admin') throw conflict(t('refusal.isAnAdminAnd', { name }))
    await trx.updateTable('members').set({ duty, updatedAt: clubNow }).where('userId', '=', userId).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change duty',
      subjectKind: 'member',
      subjectId: userId,
      before: { duty: member.duty },
      after: { duty },
    })
    const summary = message(duty === null ? 'activity.noLongerAtReception' : 'activity.atReception')
    await recordActivity(trx, { userId, kind: 'account', summary })
    return { name }
  })
}
