import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import type { Day, OrderKind, OrderState } from '#db/tables.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { readOwnWords, translateTitles } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { withdrawalDays } from '#domain/offers/offers.rules.ts'
import { orderIsOver } from '#domain/order-kinds/locked-order.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { leftOnGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { formatReasonIfAny } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** An order of an offer, or of a sum that a bank took back, as its buyer sees it. Amounts are in cents. */
export type Purchase = {
  id: string
  kind: OrderKind
  title: string
  state: OrderState
  /** Number of a membership's period, from 1. */
  period: number | null
  /** The order whose money a bank took back, which this one pays again. */
  repeatsId: string | null
  /** The time to pay ran out. */
  holdIsOver: boolean
  holdExpiresAt: Date | null
  priceCents: number
  /** What a code takes off, and why. */
  discountCents: number
  discountReason: string | null
  /** What a gift card pays. */
  giftCents: number
  amountCents: number
  currency: string
  createdAt: Date
  paidAt: Date | null
  /** End of its days of use. */
  untilAt: Date | null
  isInUse: boolean
  /** The date of a class that it books. */
  classDate: { id: string; title: string; day: Day; startHour: number; startMinute: number } | null
  /** It gives classes. */
  givesClasses: boolean
  /** Null: as many classes as one likes. */
  given: number | null
  used: number
  /** What is left of a gift card. */
  leftCents: number
  hasInvoice: boolean
  /** Its buyer can still withdraw from it. */
  canWithdraw: boolean
  /** When a withdrawal that was declared without a sign-in is carried out; null without one. */
  withdrawalDueAt: Date | null
  /** When the bank was asked for a debit that is on its way; null otherwise. */
  processingSince: Date | null
  /** The processor's reason why the last card or account was refused. */
  failure: string | null
  /** Its payment can be, and may have been, a direct debit. */
  takesDebit: boolean
  /** What the buyer agreed to about renewing, in the words they read. */
  renewal: string | null
  /** The card that pays is stored for the next periods: the buyer agreed to it, or it replaces a stored one. */
  storesCard: boolean
  buyer: { id: string; name: string; email: string }
}

/** As of `listWithdrawable`, apart from payments that went back in part. */
const canWithdraw = sql<boolean>`(orders.state = 'paid' and orders.kind in ('pack', 'membership', 'gift_card') and coalesce(orders.period, 1) = 1 and orders.repeats_id is null
  and orders.amount_cents + orders.gift_cents > 0 and coalesce(vouchers.uses, 0) = 0
  and club_now() < ((orders.paid_at at time zone club_zone())::date + ${withdrawalDays}::integer + 1)::timestamp at time zone club_zone())`

const storesCard = sql<boolean>`(orders.membership_id is not null and (
  exists (select from memberships join stored_cards on stored_cards.id = card_id
    where memberships.id = orders.membership_id and mandate_ref is null)
  or exists (select from consents where order_id = orders.id and consents.kind = 'stored card')))`

const purchases = (buyerId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .leftJoin('allowances', 'allowances.orderId', 'orders.id')
    .leftJoin('vouchers', 'vouchers.orderId', 'orders.id')
    .leftJoin('paymentAttempts', (join) =>
      join
        .onRef('paymentAttempts.bookingId', '=', 'orders.id')
        .onRef('paymentAttempts.attempt', '=', 'orders.attempt'),
    )
    .leftJoin('withdrawals', (join) =>
      join
        .onRef('withdrawals.orderId', '=', 'orders.id')
        .on('withdrawals.takenBackAt', 'is', null)
        .on('withdrawals.doneAt', 'is', null),
    )
    .where('orders.buyerId', '=', buyerId)
    .where((eb) => eb.or([eb('orders.offerId', 'is not', null), eb('orders.repeatsId', 'is not', null)]))
    .select((eb) => [
      'orders.id',
      'orders.kind',
      eb.ref('orders.title').$notNull().as('title'),
      'orders.state',
      'orders.period',
      'orders.repeatsId',
      orderIsOver.as('holdIsOver'),
      'orders.holdExpiresAt',
      eb.ref('orders.priceCents').$notNull().as('priceCents'),
      'orders.discountCents',
      'orders.discountReason',
      'orders.giftCents',
      eb.ref('orders.amountCents').$notNull().as('amountCents'),
      'orders.currency',
      'orders.createdAt',
      'orders.paidAt',
      'orders.untilAt',
      sql<boolean>`(orders.state = 'paid' and orders.repeats_id is null and coalesce(orders.until_at > club_now(), true))`.as(
        'isInUse',
      ),
      sql<
        Purchase['classDate']
      >`(select json_build_object('id', lessons.id, 'title', classes.title, 'day', on_date,
        'startHour', start_hour, 'startMinute', start_minute) from lessons join classes on classes.id = class_id
        where lessons.id = orders.lesson_id)`.as('classDate'),
      sql<boolean>`allowances.order_id is not null`.as('givesClasses'),
      'allowances.given',
      sql<number>`coalesce(allowances.used, 0)`.as('used'),
      sql<boolean>`exists (select from payments join invoices on payment_id = payments.id where payments.booking_id = orders.id)`.as(
        'hasInvoice',
      ),
      sql<number>`coalesce(${leftOnGiftCard}, 0)`.as('leftCents'),
      canWithdraw.as('canWithdraw'),
      'withdrawals.dueAt as withdrawalDueAt',
      'paymentAttempts.failure',
      sql<boolean>`coalesce(payment_attempts.takes_debit, false)`.as('takesDebit'),
      'paymentAttempts.processingSince',
      storesCard.as('storesCard'),
      eb
        .selectFrom('consents')
        .whereRef('consents.orderId', '=', 'orders.id')
        .where('consents.kind', '=', 'renewal')
        .select('words')
        .limit(1)
        .as('renewal'),
      'users.id as buyerId',
      'users.name as buyerName',
      'users.email as buyerEmail',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof purchases>['executeTakeFirstOrThrow']>>

const toPurchase = ({ buyerId, buyerName, buyerEmail, ...row }: Row): Purchase => ({
  ...row,
  failure: formatReasonIfAny(row.failure),
  buyer: { id: buyerId, name: buyerName, email: buyerEmail ?? '' },
})

/** Returns orders with the titles of offers and classes in the reader's language. */
async function translate(found: Purchase[]): Promise<Purchase[]> {
  const own = await readOwnWords()
  return (await translateTitles(found)).map((each) => ({
    ...each,
    classDate: each.classDate && { ...each.classDate, title: own(each.classDate.title) },
  }))
}

/** Returns the actor's orders of offers: those in use, by their end, then those to pay, then the others, newest first. */
export async function listPurchases(actor: Actor): Promise<Purchase[]> {
  const { id } = requirePerson(actor)
  const rows = await purchases(id)
    .where('orders.state', 'not in', ['expired', 'cancelled'])
    .orderBy('isInUse', 'desc')
    .orderBy(sql`case when orders.state = 'paid' then orders.until_at end`)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .limit(200)
    .execute()
  return translate(rows.map(toPurchase))
}

/** Returns the actor's orders that are held until they pay, the periods of a running membership apart. */
export async function listHeldPurchases(actor: Actor): Promise<Purchase[]> {
  const { id } = requirePerson(actor)
  const rows = await purchases(id)
    .where('orders.state', 'in', unpaidStates)
    .where(sql<number>`coalesce(orders.period, 1)`, '=', 1)
    .where('orders.holdExpiresAt', '>', clubNow)
    .where('paymentAttempts.processingSince', 'is', null)
    .orderBy('orders.holdExpiresAt')
    .execute()
  return translate(rows.map(toPurchase))
}

/** Returns the actor's own order of an offer. Throws `not-found` for other people's. */
export async function getPurchase(actor: Actor, orderId: string): Promise<Purchase> {
  const { id } = requirePerson(actor)
  const row = await purchases(id)
    .where('orders.id', '=', requireId(orderId, t('refusal.thisOrder')))
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisOrder'))
  const [purchase] = await translate([toPurchase(row)])
  return purchase!
}
