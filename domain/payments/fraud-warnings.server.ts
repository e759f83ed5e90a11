import { notFound } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { t } from '#messages/t.ts'
import type { FraudWarning } from '#platform/cards/card-processor.ts'
import { findChargeOfIntent } from './received-charges.server.ts'

/** Stores a warning of a card's bank once. Returns whether it concerns the club. */
export async function recordFraudWarning(trx: Transaction, warning: FraudWarning): Promise<boolean> {
  const charge = await findChargeOfIntent(trx, warning.intentId)
  if (charge === null) return false
  await trx
    .insertInto('fraudWarnings')
    .values({
      id: warning.id,
      paymentId: charge.paymentId,
      strayChargeId: charge.strayChargeId,
      fraudType: warning.fraudType.slice(0, 60),
    })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  return true
}

/**
 * Records that an admin keeps a payment although its bank warned of fraud. Throws `forbidden` without the permission
 * `refunds.make`, and `not-found`. Doing it twice changes nothing.
 */
export async function keepWarnedPayment(actor: Actor, warningId: string): Promise<void> {
  const admin = requirePermission(actor, 'refunds.make')
  await transaction(async (trx) => {
    const warning = await trx
      .selectFrom('fraudWarnings')
      .where('id', '=', warningId.slice(0, 255))
      .select(['id', 'paymentId', 'keptAt'])
      .forUpdate()
      .executeTakeFirst()
    if (!warning?.paymentId) throw notFound(t('refusal.thisWarning'))
    if (warning.keptAt !== null) return
    await trx
      .updateTable('fraudWarnings')
      .set({ keptBy: admin.id, keptAt: clubNow })
      .where('id', '=', warning.id)
      .execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'keep payment',
      subjectKind: 'payment',
      subjectId: warning.paymentId,
    })
  })
}
