import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod, PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { isInMonth, requireMonth } from '#domain/tables/month.server.ts'
import { dayAndTime, describeTable, inBatches, type Table } from '#domain/tables/table.rules.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'
import { slotNameAtSale } from './slot-name-at-sale.server.ts'

type Row = {
  id: string
  receivedAt: Date
  buyerName: string
  slotName: string | null
  trainerName: string | null
  plan: PlanName | null
  method: PaymentMethod
  slip: string | null
  bankedOn: string | null
  intentId: string | null
  takenBy: string | null
  currency: string
  amountCents: number
  refundedCents: number
  sharePercent: number | null
  invoice: string | null
}

/**
 * Returns the payments as a table, oldest first: all, or those of one month. Throws `forbidden` without the permission
 * `balance.read`, and `not-found` for an invalid month.
 */
export async function paymentsTable(actor: Actor, month: string | null = null): Promise<Table> {
  requirePermission(actor, 'balance.read')
  const period = month === null ? null : requireMonth(month)
  const { timeZone } = await clubFacts()
  return describeTable<Row>(
    period === null ? 'payments' : `payments-${period}`,
    [
      ...dayAndTime<Row>(({ receivedAt }) => receivedAt, timeZone),
      { heading: t('table.person'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.slot'), type: 'text', value: ({ slotName }) => slotName },
      { heading: t('table.trainer'), type: 'text', value: ({ trainerName }) => trainerName },
      { heading: t('table.package'), type: 'text', value: ({ plan }) => plan },
      { heading: t('table.method'), type: 'text', value: ({ method }) => paymentMethodNames[method] },
      { heading: t('table.slip'), type: 'text', value: ({ slip }) => slip },
      { heading: t('table.bankedOn'), type: 'day', value: ({ bankedOn }) => bankedOn },
      { heading: t('table.transaction'), type: 'text', value: ({ intentId }) => intentId },
      { heading: t('table.takenBy'), type: 'text', value: ({ takenBy }) => takenBy },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.amount'), type: 'cents', value: ({ amountCents }) => amountCents },
      { heading: t('table.refunded'), type: 'cents', value: ({ refundedCents }) => refundedCents },
      { heading: t('table.shareInPercent'), type: 'number', value: ({ sharePercent }) => sharePercent },
      { heading: t('table.invoice'), type: 'text', value: ({ invoice }) => invoice },
      { heading: t('table.payment'), type: 'text', value: ({ id }) => id },
      { heading: t('table.instant'), type: 'instant', value: ({ receivedAt }) => receivedAt },
    ],
    inBatches((last, limit) => readPayments(period, last, limit)),
  )
}

const readPayments = (month: string | null, last: Row | undefined, limit: number): Promise<Row[]> =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .leftJoin('bookings', 'bookings.id', 'orders.id')
    .leftJoin('slots', 'slots.id', 'bookings.slotId')
    .leftJoin('trainers', 'trainers.id', 'slots.trainerId')
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyerId')
    .leftJoin('users as staff', 'staff.id', 'payments.takenBy')
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.paymentId', '=', 'payments.id')
        .on('invoices.refundId', 'is', null)
        .on('invoices.corrects', 'is', null),
    )
    .$if(month !== null, (rows) => rows.where(isInMonth(sql`payments.received_at`, month ?? '')))
    .$if(last !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(payments.received_at, payments.id) > (select received_at, id from payments where id = ${last?.id})`,
      ),
    )
    .orderBy('payments.receivedAt')
    .orderBy('payments.id')
    .limit(limit)
    .select(['payments.id', 'payments.receivedAt', 'payments.method', 'payments.slip', 'payments.intentId'])
    .select(['payments.currency', 'payments.amountCents', 'payments.refundedCents', 'payments.sharePercent'])
    .select(['buyers.name as buyerName', 'staff.name as takenBy', 'trainers.name as trainerName'])
    .select(['bookings.plan', 'invoices.number as invoice', slotNameAtSale.as('slotName')])
    .select(sql<string | null>`payments.banked_on::text`.as('bankedOn'))
    .execute()
