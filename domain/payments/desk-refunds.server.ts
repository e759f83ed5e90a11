import { conflict, notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { deskRefundInput, type DeskRefundInput } from './payments.input.ts'
import { markRefunded } from './refund-settlement.server.ts'
import { withLockedOrder, findCharge, lockRefund } from './refunds.server.ts'

/**
 * Records that a refund was handed back at the desk, with its method, and notifies the buyer. Returns the amount in
 * cents. Throws `forbidden` without the permission `desk.use`, and `not-found`. Throws `conflict` when it is
 * already recorded or the card processor makes the refund.
 */
export async function recordDeskRefund(
  actor: Actor,
  refundId: string,
  input: DeskRefundInput,
): Promise<{ amountCents: number; currency: string }> {
  const admin = requirePermission(actor, 'desk.use')
  const id = requireId(refundId, t('refusal.thisRefund'))
  const { method } = parseInput(deskRefundInput, input)
  const found = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisRefund'))
  const charge = await findCharge(found)
  if (charge.intentId !== null) throw conflict(t('refusal.thisMoneyGoesBack'))
  return withLockedOrder(charge, async (trx) => {
    const { state, amountCents } = await lockRefund(trx, id)
    if (state !== 'pending') throw conflict(t('refusal.thisMoneyHasAlready'))
    await markRefunded(trx, charge, id, { handedBack: method, handedBackBy: admin.id })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'hand back money',
      subjectKind: 'booking',
      subjectId: charge.bookingId,
      after: { amountCents, method },
    })
    return { amountCents, currency: charge.currency }
  })
}
