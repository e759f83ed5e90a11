import { invalidAt } from '#core/errors.ts'
import { readDaysAgo, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import type { Person } from '#domain/actor.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { DeskReceipt } from './take-payment.input.ts'

// Parts of every sale at the desk. Amounts are in cents.

/** Returns the price less the discount, as columns of an order. Throws `invalid` for a discount above the price. */
export function discountedPrice(
  priceCents: number,
  currency: string,
  { discountCents, discountReason }: Pick<DeskReceipt, 'discountCents' | 'discountReason'>,
) {
  if (discountCents > priceCents)
    throw invalidAt(
      'discountCents',
      t('refusal.theDiscountCanBe', { price: formatMoney(priceCents, currency) }),
    )
  return {
    priceCents,
    discountCents,
    discountReason: discountCents > 0 ? discountReason : null,
    amountCents: priceCents - discountCents,
  }
}

/** Throws `invalid` for a date in the future or more than a year ago. */
export async function requirePastDay(trx: Transaction, day: string): Promise<void> {
  if (day === '') return
  const daysAgo = await readDaysAgo(trx, day)
  if (daysAgo < 0) throw invalidAt('bankedOn', t('refusal.thisDayIsIn'))
  if (daysAgo > 366) throw invalidAt('bankedOn', t('refusal.thisDayIsMore'))
}

type Sale = { id: string; amountCents: number; currency: string; admin: Person; payment: DeskReceipt }

/** Inserts the payment of an order. Returns its id, or null when the order is free of charge. */
export async function insertDeskPayment(
  trx: Transaction,
  { id: bookingId, amountCents, currency, admin, payment: { method, slip, bankedOn } }: Sale,
): Promise<string | null> {
  if (amountCents === 0) return null
  const { id } = await trx
    .insertInto('payments')
    .values({
      bookingId,
      amountCents,
      currency,
      method,
      takenBy: admin.id,
      slip: method === 'terminal' ? slip : null,
      bankedOn: method === 'transfer' ? bankedOn : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records the sale in the audit log. */
export async function auditDeskSale(
  trx: Transaction,
  subjectKind: 'booking' | 'order',
  { id, amountCents, admin, payment, paymentId }: Sale & { paymentId: string | null },
): Promise<void> {
  const { method, slip, bankedOn, discountCents, discountReason } = payment
  await recordAudit(trx, {
    actorId: admin.id,
    action: 'take payment',
    subjectKind,
    subjectId: id,
    after: {
      amountCents,
      ...(paymentId && { method }),
      ...(paymentId && method === 'terminal' && { slip }),
      ...(paymentId && method === 'transfer' && { bankedOn }),
      ...(discountCents > 0 && { discountCents, reason: discountReason }),
    },
  })
}
