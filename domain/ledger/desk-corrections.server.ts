import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import type { DeskMethod } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { deskCorrectionInput, type DeskCorrectionInput } from './cash-days.input.ts'

/** An entry of the desk with the method it counts as, after its corrections. `cents` is signed. */
export type CorrectableEntry = {
  kind: 'payment' | 'refund'
  entryId: string
  bookingId: string
  cents: number
  currency: string
  method: DeskMethod
  buyerName: string
}

const selectEntry = (id: string) => sql<CorrectableEntry>`
  select m.kind, m.entry_id, m.booking_id, m.cents, m.currency, users.name as buyer_name,
    coalesce((select to_method from desk_corrections c
      where m.entry_id in (c.payment_id, c.refund_id) order by corrected_at desc, c.id desc limit 1), m.method) as method
  from desk_movements m join orders o on o.id = m.booking_id join users on users.id = o.buyer_id
  where m.kind <> 'correction' and m.entry_id::text = ${id}`

/** Returns a payment or refund of the desk, or null. Throws `forbidden` without the permission `desk.use`. */
export async function findDeskEntry(actor: Actor, id: string | null): Promise<CorrectableEntry | null> {
  requirePermission(actor, 'desk.use')
  return id === null ? null : ((await selectEntry(id).execute(db)).rows[0] ?? null)
}

/**
 * Corrects the method of a payment or refund at the desk by a second entry of today, which moves the amount. Returns the
 * entry as it counts now; the method it has already changes nothing. Throws `forbidden` without the permission
 * `desk.use`, `invalid`, `not-found`, and `conflict` when the desk of today is closed.
 */
export async function correctDeskMethod(actor: Actor, input: DeskCorrectionInput): Promise<CorrectableEntry> {
  const admin = requirePermission(actor, 'desk.use')
  const { kind, method, reason, ...parsed } = parseInput(deskCorrectionInput, input)
  const entryId = requireId(parsed.entryId, t('refusal.thisEntry'))
  return transaction(async (trx) => {
    await lockEntry(trx, kind, entryId)
    const entry = (await selectEntry(entryId).execute(trx)).rows[0]
    if (!entry || entry.kind !== kind) throw notFound(t('refusal.thisEntry'))
    if (entry.method === method) return entry
    await trx
      .insertInto('deskCorrections')
      .values({
        paymentId: kind === 'payment' ? entryId : null,
        refundId: kind === 'refund' ? entryId : null,
        cents: entry.cents,
        fromMethod: entry.method,
        toMethod: method,
        reason,
        correctedBy: admin.id,
      })
      .execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'correct desk method',
      subjectKind: 'booking',
      subjectId: entry.bookingId,
      before: { method: entry.method },
      after: { method, amountCents: Math.abs(entry.cents), reason },
    })
    return { ...entry, method }
  })
}

/** Serialises corrections of an entry. */
const lockEntry = (trx: Transaction, kind: CorrectableEntry['kind'], id: string) =>
  trx
    .selectFrom(kind === 'payment' ? 'payments' : 'refunds')
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
