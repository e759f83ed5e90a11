import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { ProcessorMovementKind } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { dayAndTime, describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'

/** A transfer of the card processor to the club's bank account, in cents of the account's currency. */
export type CardPayout = {
  payoutId: string
  amountCents: number
  currency: string
  status: string
  /** The day on which the bank receives it, such as `2026-11-20`. */
  arrivesOn: string
  reference: string | null
  failure: string | null
  /** Number of its lines; null while they are not known. */
  lines: number | null
}

const selectPayouts = () =>
  db
    .selectFrom('processorPayouts')
    .select(['processorPayouts.id as payoutId', 'amountCents', 'currency', 'status', 'reference', 'failure'])
    .select([
      sql<string>`to_char(arrives_on, 'YYYY-MM-DD')`.as('arrivesOn'),
      sql<number | null>`case when itemised_at is not null then
        (select count(*)::integer from processor_movements where payout_id = processor_payouts.id) end`.as(
        'lines',
      ),
    ])

/**
 * Returns a page of the payouts of the card processor, newest first. Throws `forbidden` without the permission
 * `balance.read`.
 */
export async function listCardPayouts(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<CardPayout>> {
  requirePermission(actor, 'balance.read')
  const { limit, offset } = clampPageRange(range)
  const [items, { total }] = await Promise.all([
    selectPayouts().orderBy('madeAt', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    db
      .selectFrom('processorPayouts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** A movement of a payout. Amounts are signed cents. */
export type CardPayoutLine = {
  lineId: string
  kind: ProcessorMovementKind
  happenedAt: Date
  /** Null for a movement that is not about a payment of the club. */
  buyerName: string | null
  invoice: string | null
  grossCents: number
  feeCents: number
  netCents: number
  currency: string
}

/**
 * Returns a payout with its lines, oldest first, whose net amounts add up to it. Throws `forbidden` without the
 * permission `balance.read`, and `not-found`.
 */
export async function readCardPayout(
  actor: Actor,
  payoutId: string,
): Promise<CardPayout & { items: CardPayoutLine[] }> {
  requirePermission(actor, 'balance.read')
  const payout = await selectPayouts()
    .where('processorPayouts.id', '=', payoutId.slice(0, 255))
    .executeTakeFirst()
  if (!payout) throw notFound(t('refusal.thisPayout'))
  const items = await db
    .selectFrom('processorMovements')
    .leftJoin('payments', 'payments.id', 'processorMovements.paymentId')
    .leftJoin('strayCharges', 'strayCharges.id', 'processorMovements.strayChargeId')
    .leftJoin('orders', (join) =>
      join.on((eb) => eb('orders.id', '=', eb.fn.coalesce('payments.bookingId', 'strayCharges.bookingId'))),
    )
    .leftJoin('users', 'users.id', 'orders.buyerId')
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.paymentId', '=', 'payments.id')
        .on('invoices.refundId', 'is', null)
        .on('invoices.corrects', 'is', null),
    )
    .where('payoutId', '=', payout.payoutId)
    .orderBy('happenedAt')
    .orderBy('processorId')
    .select(['processorId as lineId', 'processorMovements.kind', 'happenedAt', 'users.name as buyerName'])
    .select(['invoices.number as invoice', 'grossCents', 'feeCents', 'processorMovements.currency'])
    .select(sql<number>`gross_cents - fee_cents`.as('netCents'))
    .execute()
  return { ...payout, items }
}

/** Returns the lines of a payout as a table. Throws as `readCardPayout`. */
export async function cardPayoutTable(actor: Actor, payoutId: string): Promise<Table> {
  const { arrivesOn, items } = await readCardPayout(actor, payoutId)
  const { timeZone } = await clubFacts()
  return describeTable<CardPayoutLine>(
    `card-payout-${arrivesOn}`,
    [
      ...dayAndTime<CardPayoutLine>(({ happenedAt }) => happenedAt, timeZone),
      { heading: t('table.kind'), type: 'text', value: ({ kind }) => t('table.kindName', { kind }) },
      { heading: t('table.person'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.invoice'), type: 'text', value: ({ invoice }) => invoice },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.amount'), type: 'cents', value: ({ grossCents }) => grossCents },
      { heading: t('table.fee'), type: 'cents', value: ({ feeCents }) => feeCents },
      { heading: t('table.net'), type: 'cents', value: ({ netCents }) => netCents },
      { heading: t('table.entry'), type: 'text', value: ({ lineId }) => lineId },
      { heading: t('table.instant'), type: 'instant', value: ({ happenedAt }) => happenedAt },
    ],
    oneBatch(items),
  )
}
