import { sql } from 'kysely'
import { beforeCommit, type Transaction } from '#db/client.ts'
import type { PaymentMethod } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { readInvoiceReference } from '#domain/bookings/invoice-reference.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import type { RefundDetails } from '#domain/mail/refund-details.ts'
import { refundDue } from '#domain/payments/letters/money-waits.ts'
import { paymentRefunded } from '#domain/payments/letters/payment-refunded.ts'
import { refundCameBack } from '#domain/payments/letters/refund-came-back.ts'
import { refundSettled } from '#domain/payments/letters/refund-settled.ts'
import { message } from '#format/stored-message.ts'

/** Queues the letter about a refund that is due at the desk. */
export function notifyRefundDueAtDesk(trx: Transaction, refundId: string): void {
  // only before commit is it known whether the month goes on
  beforeCommit(trx, async () => {
    const { buyerId, method, ...facts } = await readRefundFacts(trx, refundId)
    if (method === 'card') return
    await queueMail(trx, refundDue, {
      to: { userId: buyerId },
      cause: refundId,
      facts: { ...facts, method },
    })
  })
}

/** Queues the letter about a refund that came back. */
export function notifyRefundCameBack(trx: Transaction, refundId: string): void {
  beforeCommit(trx, async () => {
    const { buyerId: userId, method: _, ...facts } = await readRefundFacts(trx, refundId)
    // a refund may come back more than once
    const { times } = await trx
      .selectFrom('bouncedRefunds')
      .where('refundId', '=', refundId)
      .select((eb) => eb.fn.countAll<number>().as('times'))
      .executeTakeFirstOrThrow()
    await queueMail(trx, refundCameBack, { to: { userId }, cause: `${refundId} ${times}`, facts })
  })
}

/** Notifies the buyer of a refund that ended without a payment of the club, by letter and activity log. */
export async function notifyRefundSettled(
  trx: Transaction,
  refundId: string,
  settlement: { how: 'bank' | 'given up'; why: string },
): Promise<void> {
  const { buyerId: userId, method: _, ...facts } = await readRefundFacts(trx, refundId)
  await queueMail(trx, refundSettled, { to: { userId }, cause: refundId, facts: { ...facts, ...settlement } })
  await recordActivity(trx, {
    userId,
    kind: 'refund',
    bookingId: facts.bookingId,
    summary: message('activity.refundSettled', {
      amount: { cents: facts.amountCents, currency: facts.currency },
    }),
    detail: settlement.why,
  })
}

/** Notifies the buyer of a completed refund, by letter and activity log. */
export async function notifyRefunded(trx: Transaction, refundId: string): Promise<void> {
  const { buyerId, bookingId, amountCents, currency, method } = await readRefundFacts(trx, refundId)
  beforeCommit(trx, async () => {
    const { buyerId: userId, ...facts } = await readRefundFacts(trx, refundId)
    const invoice = await readInvoiceReference(trx, { refundId })
    await queueMail(trx, paymentRefunded, { to: { userId }, cause: refundId, facts: { ...facts, invoice } })
  })
  await recordActivity(trx, {
    userId: buyerId,
    kind: 'refund',
    bookingId,
    summary: message('activity.youGotBack', { amount: { cents: amountCents, currency } }),
    detail:
      method === 'card' ? message('activity.refundedToCard') : message('activity.refundedTo', { method }),
  })
}

async function readRefundFacts(trx: Transaction, refundId: string) {
  return (
    trx
      .selectFrom('refunds')
      .leftJoin('payments', 'payments.id', 'refunds.paymentId')
      .leftJoin('strayCharges', 'strayCharges.id', 'refunds.strayChargeId')
      .innerJoin('orders', (join) =>
        join.on((eb) => eb('orders.id', '=', eb.fn.coalesce('payments.bookingId', 'strayCharges.bookingId'))),
      )
      .leftJoin('bookings', 'bookings.id', 'orders.id')
      .leftJoin('slots', 'slots.id', 'bookings.slotId')
      .leftJoin('trainers', 'trainers.id', 'slots.trainerId')
      .where('refunds.id', '=', refundId)
      .select(['orders.buyerId', 'orders.id as bookingId', 'refunds.amountCents', 'refunds.reason'])
      .select('orders.title')
      .select(['slots.name as slotName', 'startHour', 'trainers.name as trainerName'])
      // the refund ends the month; at the desk this is known before the money is handed back
      .select(
        sql<boolean>`orders.state in ('refund_due', 'refunded') and coalesce(paid_until > club_now(), false)`.as(
          'endsMonth',
        ),
      )
      .select((eb) => eb.fn.coalesce('payments.currency', 'strayCharges.currency').$notNull().as('currency'))
      // the method of the refund or, before it is made, of the payment
      .select(sql<PaymentMethod>`coalesce(refunds.handed_back, payments.method, 'card')`.as('method'))
      // an order has a title, or a slot
      .$castTo<RefundDetails & { buyerId: string; method: PaymentMethod; endsMonth: boolean }>()
      .executeTakeFirstOrThrow()
  )
}
