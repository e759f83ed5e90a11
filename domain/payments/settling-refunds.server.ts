import { conflict, notFound } from '#core/errors.ts'
import { db, type Transaction } from '#db/client.ts'
import type { RefundSettlementWay } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { CardProcessorUnavailable, type ProcessorRefund } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { requireUndisputed } from './disputes.server.ts'
import { refundSettlementInput, type RefundSettlementInput } from './payments.input.ts'
import { notifyRefundSettled } from './refund-notifications.server.ts'
import {
  closeRefundedOrder,
  failRefund,
  recordHandedBack,
  syncRefunds,
  type Charge,
  type Refund,
} from './refund-settlement.server.ts'
import { findCharge, lockRefund, withLockedOrder } from './refunds.server.ts'

/**
 * Settles a refund that failed, or that the processor has left under way for three days, in another way: handed back
 * in cash or by transfer, taken by the buyer's bank, or given up. Writes the ledger line of what was handed back, and
 * notifies the buyer. Returns the amount in cents. Throws `forbidden` without the permission `refunds.make`,
 * `not-found` and `invalid`. Throws `conflict` for any other refund, and when money is to be handed back that a dispute
 * has withdrawn.
 */
export async function settleRefundOtherwise(
  actor: Actor,
  refundId: string,
  input: RefundSettlementInput,
): Promise<{ amountCents: number; currency: string; how: RefundSettlementWay }> {
  const admin = requirePermission(actor, 'refunds.make')
  const id = requireId(refundId, t('refusal.thisRefund'))
  const { how, why } = parseInput(refundSettlementInput, input)
  const found = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisRefund'))
  const charge = await findCharge(found)
  if (charge.intentId === null) throw conflict(t('refusal.thisMoneyIsHanded'))
  const listed = await listAtProcessor(charge.intentId)
  return withLockedOrder(charge, async (trx) => {
    await syncRefunds(trx, charge, listed)
    const refund = await lockRefund(trx, id)
    await requireStuck(trx, refund)
    if (how === 'cash' || how === 'transfer') await requireUndisputed(trx, charge)
    if (refund.state === 'pending') await failRefund(trx, charge, refund)
    await trx
      .insertInto('refundSettlements')
      .values({ refundId: id, how, why, settledBy: admin.id })
      .execute()
    if (how === 'bank' || how === 'given up') await notifyRefundSettled(trx, id, { how, why })
    else await recordHandedBack(trx, charge, { failed: refund, how, adminId: admin.id })
    await closeRefundedOrder(trx, charge)
    await recordSettlement(trx, { adminId: admin.id, charge, refund, how, why })
    return { amountCents: refund.amountCents, currency: charge.currency, how }
  })
}

/** Returns no refunds when the processor does not respond: a failed refund remains one, and nothing is sent to it. */
async function listAtProcessor(intentId: string): Promise<ProcessorRefund[]> {
  try {
    return (await cards.retrieveIntent(intentId))?.refunds ?? []
  } catch (error) {
    if (error instanceof CardProcessorUnavailable) return []
    throw error
  }
}

async function requireStuck(trx: Transaction, refund: Refund): Promise<void> {
  if (refund.state === 'succeeded') throw conflict(t('refusal.thisRefundHasGone'))
  const stuck = await trx
    .selectFrom('stuckRefunds')
    .where('id', '=', refund.id)
    .select('id')
    .executeTakeFirst()
  if (stuck) return
  throw conflict(
    refund.state === 'pending' ? t('refusal.thisRefundIsStill') : t('refusal.thisRefundHasAlreadyBeen'),
  )
}

async function recordSettlement(
  trx: Transaction,
  settled: { adminId: string; charge: Charge; refund: Refund; how: RefundSettlementWay; why: string },
): Promise<void> {
  const { charge, refund, how, why } = settled
  await recordAudit(trx, {
    actorId: settled.adminId,
    action: 'settle refund',
    subjectKind: charge.kind,
    subjectId: charge.id,
    after: { amountCents: refund.amountCents, how, why },
  })
}
