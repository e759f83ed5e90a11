import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { isUnpaid } from '#domain/orders/orders.rules.ts'
import { insertOrder } from '#domain/orders/write-order.server.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import { debitBrand } from '#platform/cards/card-processor.ts'
import { debitPaidAfterAll } from './letters/debit-paid-after-all.ts'
import { debitTakenBack } from './letters/debit-taken-back.ts'
import { queueRefund } from './refund-settlement.server.ts'
import { removeCard } from './stored-cards.server.ts'

/** Days in which what a bank took back can be paid in another way. */
const owedDays = 14
/** Days after which the buyer is told again. */
const reminderDays = 7

type TakenBack = {
  buyerId: string
  holderId: string
  title: string
  cents: number
  currency: string
  receivedAt: Date
  repeatsId: string
  membershipId: string
  /** The account that was debited, if it is still stored. */
  cardId: string | null
}

/**
 * Follows a debit that its bank took back: the sum is owed again, as an order of its own, the account is not debited
 * again, and the buyer is told. Doing it again changes nothing.
 */
export async function oweAgain(trx: Transaction, paymentId: string | null): Promise<void> {
  const taken = await findTakenBack(trx, paymentId)
  if (!taken) return
  const { membershipId, cardId, cents, receivedAt, ...facts } = taken
  const { id: orderId, holdExpiresAt } = await insertOrder(trx, {
    ...facts,
    kind: 'membership',
    priceCents: cents,
    holdExpiresAt: sql<Date>`club_now() + make_interval(days => ${owedDays})`,
  })
  if (cardId !== null) await endMandate(trx, { membershipId, cardId })
  const payBy = holdExpiresAt ?? receivedAt
  await tellBuyer(trx, { ...taken, orderId, amountCents: cents, payBy, isReminder: false })
}

/**
 * Follows a bank that gives back what it took: nothing is owed any more, what was paid instead goes back, and the buyer is
 * told. A membership that ended unpaid stays over. Doing it again changes nothing.
 */
export async function oweNoMore(trx: Transaction, paymentId: string | null): Promise<void> {
  const owed = await findOwed(trx, paymentId)
  if (!owed) return
  const order = await lockOrder(trx, owed.id)
  const instead = await trx
    .selectFrom('payments')
    .where('bookingId', '=', order.id)
    .select(['id', sql<number>`refundable_cents(payments)`.as('leftCents')])
    .executeTakeFirst()
  if (order.state === 'paid' && instead) {
    // it went back already, or its own bank disputes it
    if (instead.leftCents === 0) return
    await queueRefund(trx, {
      charge: { kind: 'payment', id: instead.id },
      amountCents: instead.leftCents,
      reason: inEnglish(message('reason.bankPaidAfterAll')),
      requestKey: `paid-after-all:${instead.id}`,
    })
    await transitionOrder(trx, order, 'refund_due')
  } else if (isUnpaid(order.state) && !order.holdIsOver)
    // ends by a job, which first asks the processor about a payment under way
    await transitionOrder(trx, order, order.state, { holdExpiresAt: clubNow })
  else return
  await queueMail(trx, debitPaidAfterAll, {
    to: { userId: order.buyerId },
    cause: order.id,
    facts: {
      title: order.title ?? '',
      amountCents: instead?.leftCents ?? order.amountCents ?? 0,
      currency: order.currency,
      isPaidTwice: instead !== undefined,
    },
  })
}

async function findOwed(trx: Transaction, paymentId: string | null) {
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders join payments on booking_id = repeats_id
    where payments.id = ${paymentId} and disputed_cents <= 0`.execute(trx)
  return rows[0]
}

type Told = Parameters<(typeof debitTakenBack)['compose']>[0] & { buyerId: string }

async function tellBuyer(trx: Transaction, { buyerId, ...told }: Told): Promise<void> {
  const { orderId, title, amountCents, currency, receivedAt, payBy, isReminder } = told
  await queueMail(trx, debitTakenBack, {
    to: { userId: buyerId },
    cause: isReminder ? `${orderId} again` : orderId,
    facts: { orderId, title, amountCents, currency, receivedAt, payBy, isReminder },
  })
}

/** Queues a second letter to those who have not paid after a week what their bank took back. Idempotent. */
export async function remindOfOwed(trx: Transaction): Promise<void> {
  const { rows } = await sql<Omit<Told, 'isReminder'>>`
    select orders.buyer_id, orders.id as order_id, orders.title, orders.amount_cents, orders.currency, received_at, orders.hold_expires_at as pay_by
    from orders join payments on booking_id = repeats_id
    where orders.state in ('held', 'paying') and orders.created_at <= club_now() - make_interval(days => ${reminderDays})
    order by orders.created_at limit 1000`.execute(trx)
  for (const told of rows) await tellBuyer(trx, { ...told, isReminder: true })
}

async function findTakenBack(trx: Transaction, paymentId: string | null): Promise<TakenBack | undefined> {
  const { rows } = await sql<TakenBack>`
    select orders.buyer_id, orders.holder_id, orders.title, least(disputed_cents, payments.amount_cents) as cents, payments.currency,
      received_at, orders.id as repeats_id, orders.membership_id, stored_cards.id as card_id
    from payments join orders on orders.id = booking_id join memberships on memberships.id = orders.membership_id
      join users on users.id = orders.buyer_id
      left join stored_cards on stored_cards.id = memberships.card_id and brand = card_brand and last4 = card_last4
    where payments.id = ${paymentId} and card_brand = ${debitBrand} and disputed_cents > 0 and users.erased_at is null
      and not exists (select from orders again where again.repeats_id = orders.id)`.execute(trx)
  return rows[0]
}

async function endMandate(
  trx: Transaction,
  account: { membershipId: string; cardId: string },
): Promise<void> {
  await removeCard(trx, account.cardId)
  await sql`update collections set next_try_at = null, stopped_because = 'no card' from orders
    where orders.id = order_id and membership_id = ${account.membershipId} and stopped_because is null
      -- a debit on its way goes on
      and not exists (select from payment_attempts where booking_id = orders.id and state = 'open' and processing_since is not null)`.execute(
    trx,
  )
}
