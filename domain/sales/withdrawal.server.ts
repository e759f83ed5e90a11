import { sql } from 'kysely'
import { conflict, DomainError, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { listPeopleAt } from '#domain/mail/recipient.ts'
import { emailInput, type EmailInput } from '#domain/members/members.input.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { endWithdrawn } from '#domain/order-kinds/membership-order.server.ts'
import { requireUndisputed } from '#domain/payments/disputes.server.ts'
import { queueRefund } from '#domain/payments/refund-settlement.server.ts'
import { lockGiftCard } from '#domain/payments/refunds.server.ts'
import { returnToGiftCard } from '#domain/vouchers/use-code.server.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { logError } from '#platform/observability/log.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { withdrawalReceived } from './letters/withdrawal-received.ts'
import { withdrawalDays, withdrawnCents, type MoneyBack } from './withdrawal.rules.ts'

/** Days for taking back a withdrawal that was declared without a sign-in. */
const objectionDays = 3

/** A purchase that its buyer can withdraw from, and what comes back now. Amounts are in cents. */
export type Withdrawable = {
  orderId: string
  title: string
  amountCents: number
  /** What a gift card paid. */
  giftCents: number
  /** What comes back in all, and the part of it that goes to the gift card, after the money. */
  backCents: number
  toGiftCents: number
  currency: string
  beganAtOnce: boolean
  /** Null: as many classes as one likes. */
  given: number | null
  used: number
  /** Last moment to withdraw. */
  until: Date
  /** When a declared withdrawal is carried out; null if none is declared. */
  dueAt: Date | null
}

type Row = Omit<Withdrawable, 'backCents' | 'toGiftCents'> & { partOver: number; refundedCents: number }

/** A declared withdrawal stays possible after the deadline, until it is done or taken back. */
async function listWithdrawable(from: Queryable, buyerId: string): Promise<Withdrawable[]> {
  const { rows } = await sql<Row>`
    select orders.id as order_id, orders.title, orders.amount_cents, orders.gift_cents, orders.currency, given,
      exists (select from consents where order_id = orders.id and consents.kind = 'begin at once') as began_at_once,
      coalesce(used, 0) - (select count(*)::integer from participants join lessons on lessons.id = lesson_id
        where allowance_id = orders.id and participants.state = 'booked' and lessons.starts_at > club_now()) as used,
      extract(epoch from club_now() - begins_at)::float / extract(epoch from until_at - begins_at)::float as part_over,
      coalesce((select refunded_cents from payments where booking_id = orders.id), 0) as refunded_cents,
      deadline as until, due_at
    from orders left join allowances on allowances.order_id = orders.id
      left join withdrawals on withdrawals.order_id = orders.id and taken_back_at is null
      cross join lateral (select
        ((orders.paid_at at time zone club_zone())::date + ${withdrawalDays}::integer + 1)::timestamp at time zone club_zone() as deadline) last
    where buyer_id = ${buyerId} and orders.state = 'paid' and orders.kind in ('pack', 'membership', 'gift_card') and coalesce(period, 1) = 1 and repeats_id is null
      and orders.amount_cents + orders.gift_cents > 0
      and not exists (select from vouchers where vouchers.order_id = orders.id and uses > 0) and (club_now() < deadline or due_at is not null)
    order by orders.paid_at desc`.execute(from)
  return rows
    .filter(({ refundedCents }) => refundedCents === 0)
    .map(({ partOver, refundedCents: _, ...row }) => {
      const paidCents = row.amountCents + row.giftCents
      const backCents = withdrawnCents({ ...row, amountCents: paidCents, partOver })
      return { ...row, backCents, toGiftCents: Math.max(0, backCents - row.amountCents) }
    })
}

/** Returns the purchase, with what a withdrawal brings back. Throws `not-found` if the actor cannot withdraw from it. */
export async function getWithdrawable(actor: Actor, orderId: string): Promise<Withdrawable> {
  return findWithdrawable(db, requirePerson(actor).id, requireId(orderId, t('refusal.thisPurchase')))
}

async function findWithdrawable(from: Queryable, buyerId: string, orderId: string): Promise<Withdrawable> {
  const found = (await listWithdrawable(from, buyerId)).find((purchase) => purchase.orderId === orderId)
  if (!found) throw notFound(t('refusal.aPurchaseThatYou'))
  return found
}

/**
 * Withdraws from a purchase at once: its money goes back, less what was used, and its classes end. Returns what comes
 * back. Throws `not-found` after the deadline and for other people's purchases, and `conflict` during a dispute.
 */
export async function withdraw(actor: Actor, orderId: string): Promise<MoneyBack> {
  const person = requirePerson(actor)
  const id = requireId(orderId, t('refusal.thisPurchase'))
  return transaction(async (trx) => {
    await lockOrder(trx, id, person.id)
    await lockGiftCard(trx, id)
    const purchase = await findWithdrawable(trx, person.id, id)
    if (purchase.dueAt === null) await declare(trx, person.id, purchase, 0)
    return carryOut(trx, person.id, purchase)
  })
}

/** Requests to withdraw by the address of the buyer, with or without one. */
export const withdrawals = queue<{ email: string }>('withdraw', {
  retries: 10,
  firstPauseSeconds: 2,
  longestPauseSeconds: 300,
})

/**
 * Queues a withdrawal without a sign-in. A background job looks up the purchases, so that neither the response nor its
 * timing reveals whether there are any. Throws `invalid` and `limited`.
 */
export async function requestWithdrawal(input: EmailInput, network: string): Promise<void> {
  const { email } = parseInput(emailInput, input)
  await limitLetter(email, network)
  await withdrawals.enqueue(db, { email })
}

/**
 * Job: declares the withdrawal from all that people whose letters go to the address bought in the last days, to be carried
 * out in three days unless it is taken back. Idempotent.
 */
export async function withdrawByEmail({ email }: { email: string }): Promise<void> {
  for (const id of await listPeopleAt(email)) await transaction((trx) => declareAll(trx, id))
}

async function declareAll(trx: Transaction, buyerId: string): Promise<void> {
  for (const { orderId } of await listWithdrawable(trx, buyerId)) {
    await lockOrder(trx, orderId)
    const purchase = (await listWithdrawable(trx, buyerId)).find((each) => each.orderId === orderId)
    if (purchase?.dueAt === null) await declare(trx, buyerId, purchase, objectionDays)
  }
}

/** Stores the declaration, and queues the letter that acknowledges it. */
async function declare(
  trx: Transaction,
  buyerId: string,
  purchase: Withdrawable,
  days: number,
): Promise<void> {
  const declared = await trx
    .insertInto('withdrawals')
    .values({
      orderId: purchase.orderId,
      dueAt: sql<Date>`club_now() + make_interval(days => ${days})`,
    })
    .onConflict((conflicting) =>
      conflicting.column('orderId').doUpdateSet((eb) => ({
        declaredAt: clubNow,
        dueAt: eb.ref('excluded.dueAt'),
        takenBackAt: null,
      })),
    )
    .returning(['declaredAt', 'dueAt'])
    .executeTakeFirstOrThrow()
  const { title, backCents, toGiftCents, currency } = purchase
  await queueMail(trx, withdrawalReceived, {
    to: { userId: buyerId },
    cause: `${purchase.orderId} ${declared.declaredAt.toISOString()}`,
    facts: {
      orderId: purchase.orderId,
      title,
      backCents,
      toGiftCents,
      currency,
      ...declared,
      canKeep: days > 0,
    },
  })
}

/** Ends the order, queues the refund, and returns the rest to the gift card. Requires the locked order. */
async function carryOut(
  trx: Transaction,
  buyerId: string,
  { orderId, title, amountCents, giftCents, backCents, toGiftCents, currency }: Withdrawable,
): Promise<MoneyBack> {
  const order = await lockOrder(trx, orderId, buyerId)
  const moneyCents = backCents - toGiftCents
  const isWhole = backCents === amountCents + giftCents
  const payment = await trx
    .selectFrom('payments')
    .where('bookingId', '=', orderId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (payment) await requireUndisputed(trx, { kind: 'payment', id: payment.id })
  await trx
    .updateTable('withdrawals')
    .set({ doneAt: clubNow, amountCents: backCents })
    .where('orderId', '=', orderId)
    .execute()
  await endWithdrawn(trx, order)
  if (payment && moneyCents > 0)
    await queueRefund(trx, {
      charge: { kind: 'payment', id: payment.id },
      amountCents: moneyCents,
      reason: inEnglish(message('reason.withdrawn')),
      requestKey: `withdrawal:${payment.id}`,
    })
  if (!isWhole) await returnToGiftCard(trx, orderId, toGiftCents)
  await transitionOrder(trx, order, isWhole ? (payment ? 'refund_due' : 'refunded') : 'ended')
  await recordActivity(trx, {
    userId: buyerId,
    kind: 'refund',
    summary: message('activity.youWithdrew'),
    detail: message('activity.goesBack', { title: title ?? '', amount: { cents: backCents, currency } }),
  })
  return { backCents, toGiftCents, currency }
}

/**
 * Takes back a withdrawal that waits to be carried out. Doing it again changes nothing. Throws `not-found` without one.
 */
export async function keepPurchase(actor: Actor, orderId: string): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(orderId, t('refusal.thisPurchase'))
  await transaction(async (trx) => {
    const order = await lockOrder(trx, id, person.id)
    const kept = await trx
      .updateTable('withdrawals')
      .set({ takenBackAt: sql<Date>`coalesce(taken_back_at, club_now())` })
      .where('orderId', '=', id)
      .where('doneAt', 'is', null)
      .returning('orderId')
      .executeTakeFirst()
    if (!kept) throw notFound(t('refusal.aWithdrawalOfYours'))
    await recordActivity(trx, {
      userId: person.id,
      kind: 'payment',
      summary: message('activity.youKeptAPurchase'),
      detail: message('activity.withdrawalTakenBack', { title: order.title ?? '' }),
    })
  })
}

/** Job: carries out the withdrawals that are due, each in a transaction of its own. Returns their number. */
export async function carryOutWithdrawals(): Promise<number> {
  const due = await db
    .selectFrom('withdrawals')
    .innerJoin('orders', 'orders.id', 'withdrawals.orderId')
    .where('dueAt', '<=', clubNow)
    .where('doneAt', 'is', null)
    .where('takenBackAt', 'is', null)
    .where('orders.state', '=', 'paid')
    .orderBy('dueAt')
    .limit(200)
    .select(['orderId', 'buyerId'])
    .execute()
  let count = 0
  for (const { orderId, buyerId } of due) if (await carryOutDue(orderId, buyerId)) count += 1
  return count
}

async function carryOutDue(orderId: string, buyerId: string): Promise<boolean> {
  try {
    return await transaction(async (trx) => {
      await lockOrder(trx, orderId)
      await lockGiftCard(trx, orderId)
      const purchase = await findWithdrawable(trx, buyerId, orderId)
      if (purchase.dueAt === null) throw conflict(t('refusal.thisWithdrawalWasTaken'))
      await carryOut(trx, buyerId, purchase)
      return true
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    // disputed, refunded or taken back meanwhile: the office decides
    if (!(error instanceof DomainError)) logError(error, { part: 'withdrawals', order: orderId })
    return false
  }
}
