import { sql } from 'kysely'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { isUnavailable, violates } from '#db/errors.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { settleFreeOrder } from '#domain/order-kinds/locked-order.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { insertOrder } from '#domain/orders/write-order.server.ts'
import { remindOfOwed } from '#domain/payments/owed-again.server.ts'
import { deductionOf, findPromised, insertVoucherUse } from '#domain/vouchers/use-code.server.ts'
import { formatPaymentMethod } from '#format/payment-methods.ts'
import { logError } from '#platform/observability/log.ts'
import { membershipRenews } from './letters/membership-renews.ts'
import { membershipUnpaid } from './letters/membership-unpaid.ts'

/** Days before the end of a period at which the next one is ordered, and at which the member is told. */
const orderDays = 14
const reminderDays = 7
/** Days after the beginning of a period until which it can be paid. */
const graceDays = 14

/** SQL for the memberships whose last paid period ends soon and has no order after it; `paid` is that period. */
const dueForOrder = sql`
  memberships
  join orders paid on paid.membership_id = memberships.id and paid.state in ('paid', 'ended')
  join offers on offers.id = offer_from(memberships, paid.until_at)
  where memberships.state = 'running' and (memberships.ends_at is null or memberships.ends_at > paid.until_at)
    and paid.until_at <= club_now() + make_interval(days => ${orderDays})
    and not exists (select from members where user_id = memberships.member_id and leaving_since is not null)
    and not exists (select from orders next where next.membership_id = memberships.id and next.period > paid.period
      and next.state not in ('expired', 'cancelled'))`

/**
 * Job: orders the next period of each membership that renews itself or ends later, less what its code was promised to
 * take off, in a transaction of its own. One that costs nothing is paid. Returns
 * the number of orders. Idempotent: the database refuses a second order of a period.
 */
export async function orderPeriods(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select memberships.id from ${dueForOrder} order by paid.until_at limit 500`.execute(db)
  let count = 0
  for (const { id } of rows) if (await orderNextPeriod(id)) count += 1
  return count
}

type NextPeriod = {
  memberId: string
  buyerId: string
  offerId: string
  title: string
  priceCents: number
  currency: string
  period: number
  holdExpiresAt: Date
  hasCard: boolean
}

async function orderNextPeriod(membershipId: string): Promise<boolean> {
  try {
    return await transaction(async (trx) => {
      const { rows } = await sql<NextPeriod>`
        select memberships.member_id, paid.buyer_id, offers.id as offer_id, offers.title, offers.price_cents, offers.currency, paid.period + 1 as period,
          greatest(paid.until_at, club_now()) + make_interval(days => ${graceDays}) as hold_expires_at,
          card_id is not null as has_card
        from ${dueForOrder} and memberships.id = ${membershipId}`.execute(trx)
      const [next] = rows
      if (!next) return false
      const { memberId, hasCard, ...order } = next
      const promised = await findPromised(trx, membershipId, order)
      const { id, amountCents } = await insertOrder(trx, {
        kind: 'membership',
        holderId: memberId,
        membershipId,
        ...order,
        ...(promised && deductionOf(promised)),
      })
      if (promised) await insertVoucherUse(trx, id, promised, { isRenewal: true })
      if (amountCents === 0) await settleFreeOrder(trx, id)
      else if (hasCard) await startCollection(trx, id)
      return true
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    // ordered or cancelled in the meantime
    if (violates(error, 'one_order_a_period') || violates(error, 'membership_ends')) return false
    // one failure must not block the others
    logError(error, { part: 'memberships', membership: membershipId })
    return false
  }
}

/** Plans the charge of the stored card for an unpaid period: when it begins, or at once if it has begun. */
export async function startCollection(trx: Transaction, orderId: string): Promise<void> {
  await sql`insert into collections (order_id, next_try_at)
    select id, greatest(begins_at, club_now()) from orders where id = ${orderId}
    on conflict (order_id) do update set next_try_at = excluded.next_try_at, stopped_because = null, last_failure = null
    where collections.stopped_because is distinct from 'paid' and collections.tries < 20`.execute(trx)
}

type UnpaidPeriod = {
  id: string
  buyerId: string
  title: string
  amountCents: number
  currency: string
  beginsAt: Date
  untilAt: Date
  holdExpiresAt: Date
  hasBegun: boolean
  isLate: boolean
  cardBrand: string | null
  cardLast4: string | null
  mandateRef: string | null
  creditorId: string | null
  /** The stored card is charged without the member's doing. */
  isCollected: boolean
}

/**
 * Job: queues letters about periods to pay: seven days before they begin, when they have begun, and a week later. While a
 * stored card is charged for a period that has begun, the letters about its charges replace them. So are second letters
 * about what a bank took back. Idempotent, also where several letters are due at once.
 */
export async function sendPeriodLetters(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<UnpaidPeriod>`
      select orders.id, buyer_id, title, amount_cents, currency, begins_at, until_at, hold_expires_at, begins_at <= club_now() as has_begun,
        begins_at <= club_now() - interval '7 days' as is_late, brand as card_brand, last4 as card_last4, mandate_ref, creditor_id,
        collections.next_try_at is not null as is_collected
      from orders left join collections on order_id = orders.id
        left join memberships on memberships.id = membership_id left join stored_cards on stored_cards.id = card_id
      where period > 1 and orders.state in (${sql.join(unpaidStates)})
        and begins_at <= club_now() + make_interval(days => ${reminderDays})
      order by begins_at limit 1000`.execute(trx)
    for (const period of rows) await tellOf(trx, period)
    await remindOfOwed(trx)
  })
}

async function tellOf(trx: Transaction, period: UnpaidPeriod): Promise<void> {
  const { hasBegun, isLate, cardBrand, cardLast4, mandateRef, creditorId, isCollected, ...rest } = period
  if (hasBegun && isCollected) return
  const to = { userId: period.buyerId }
  const card = () => (isCollected ? formatPaymentMethod({ method: 'card', cardBrand, cardLast4 }) : null)
  const mandate =
    isCollected && mandateRef !== null && creditorId !== null ? { reference: mandateRef, creditorId } : null
  const facts = { ...rest, orderId: period.id, payBy: period.holdExpiresAt }
  if (hasBegun)
    await queueMail(trx, membershipUnpaid, { to, cause: `${period.id}${isLate ? ' again' : ''}`, facts })
  else
    await queueMail(trx, membershipRenews, {
      to,
      cause: period.id,
      facts: () => ({ ...facts, card: card(), mandate }),
    })
}

/** Job: ends the memberships whose end has come. Returns their number. */
export async function endMemberships(): Promise<number> {
  const ended = await db
    .updateTable('memberships')
    .set({ state: 'over', overBecause: 'cancelled' })
    .where('state', '=', 'running')
    .where('endsAt', '<=', clubNow)
    .returning('id')
    .execute()
  return ended.length
}
