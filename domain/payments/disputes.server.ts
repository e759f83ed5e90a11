import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, type Transaction } from '#db/client.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { t } from '#messages/t.ts'
import type { ProcessorDispute } from '#platform/cards/card-processor.ts'
import { disputeStage } from './disputes.rules.ts'
import { disputeChanged } from './letters/dispute-changed.ts'
import { oweAgain, oweNoMore } from './owed-again.server.ts'
import { recordMovement } from './processor-movements.server.ts'
import { findChargeOfIntent, type ReceivedCharge } from './received-charges.server.ts'

/** The stored state changed between the request to the processor and this transaction. */
export class OutdatedState extends Error {
  override readonly name = 'OutdatedState'
}

/**
 * Applies the state of a dispute, which was fetched when the stored version was `version`, null for none. Adds its
 * movements to the ledger and writes to the admins at each of its stages. Requires the lock of the booking. Returns
 * whether the dispute concerns the club. Throws `OutdatedState`.
 */
export async function applyDispute(
  trx: Transaction,
  dispute: ProcessorDispute,
  version: number | null,
): Promise<boolean> {
  const charge = await findChargeOfIntent(trx, dispute.intentId)
  if (charge === null) return false
  const before = await saveDispute(trx, dispute, { charge, version })
  for (const movement of dispute.movements) await recordMovement(trx, movement, { charge, dispute })
  const isNews = before === null || disputeStage(before) !== disputeStage(dispute.status)
  if (isNews) await notifyAdmins(trx, dispute, charge)
  const stage = disputeStage(dispute.status)
  if (stage === 'lost') await oweAgain(trx, charge.paymentId)
  if (stage === 'won') await oweNoMore(trx, charge.paymentId)
  return true
}

/** Returns the previous status; null for a new dispute. */
async function saveDispute(
  trx: Transaction,
  dispute: ProcessorDispute,
  { charge, version }: { charge: ReceivedCharge; version: number | null },
): Promise<string | null> {
  const before = await trx
    .selectFrom('disputes')
    .select(['status', 'version'])
    .where('id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst()
  if ((before?.version ?? null) !== version) throw new OutdatedState('The dispute was updated meanwhile.')
  const facts = {
    amountCents: dispute.amountCents,
    currency: dispute.currency,
    reason: dispute.reason.slice(0, 200),
    status: dispute.status.slice(0, 60),
    answerBy: dispute.answerBy,
    version: (before?.version ?? 0) + 1,
    changedAt: clubNow,
  }
  const { paymentId, strayChargeId } = charge
  // the insert waits for a concurrent one of the same dispute, and then finds its row
  const saved = await trx
    .insertInto('disputes')
    .values({ id: dispute.id, paymentId, strayChargeId, ...facts })
    .onConflict((known) =>
      known
        .column('id')
        .doUpdateSet(facts)
        .where('disputes.version', '=', version ?? -1),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new OutdatedState('The dispute was stored meanwhile.')
  return before?.status ?? null
}

async function notifyAdmins(
  trx: Transaction,
  dispute: ProcessorDispute,
  { bookingId }: ReceivedCharge,
): Promise<void> {
  const { buyerName } = await trx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .where('orders.id', '=', bookingId)
    .select('users.name as buyerName')
    .executeTakeFirstOrThrow()
  const { amountCents, currency, reason, answerBy } = dispute
  const admins = await trx
    .selectFrom('members')
    .where('role', '=', 'admin')
    .orderBy('userId')
    .select('userId')
    .execute()
  for (const { userId } of admins)
    await queueMail(trx, disputeChanged, {
      to: { userId },
      cause: `${dispute.id} ${dispute.status} ${userId}`,
      facts: {
        stage: disputeStage(dispute.status),
        amountCents,
        currency,
        reason,
        buyerName,
        answerBy: answerBy?.toISOString() ?? null,
      },
    })
}

/** Throws `conflict` while a dispute of this charge is open, or after it was lost. */
export async function requireUndisputed(
  trx: Transaction,
  { kind, id }: { kind: 'payment' | 'stray'; id: string },
): Promise<void> {
  const dispute = await trx
    .selectFrom('disputes')
    .where(kind === 'payment' ? 'paymentId' : 'strayChargeId', '=', id)
    .where(sql<boolean>`dispute_blocks_refund(status)`)
    .orderBy('openedAt', 'desc')
    .select('status')
    .executeTakeFirst()
  if (!dispute) return
  throw conflict(
    disputeStage(dispute.status) === 'lost'
      ? t('refusal.theBuyersBankHas')
      : t('refusal.theBuyerDisputesThis'),
  )
}
