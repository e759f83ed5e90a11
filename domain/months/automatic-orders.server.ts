import { sql, type RawBuilder } from 'kysely'
import { DomainError } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { findSlot, insertHold, lockMember } from '#domain/bookings/hold.server.ts'
import { lockBooking, requirePrice, type LockedBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireOverlapAccepted } from '#domain/lessons/schedule/commitments.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { planPrices } from '#domain/offers/plans.rules.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { findNewestCard } from '#domain/payments/stored-cards.server.ts'
import { formatStoredCard } from '#format/payment-methods.ts'
import {
  formatReason,
  formatStored,
  hourWithTrainer,
  message,
  type StoredMessage,
} from '#format/stored-message.ts'
import { logError } from '#platform/observability/log.ts'
import { chargedDays, mostTries, toldDays } from './automatic-renewal.rules.ts'
import { obstacleMessages, readTerms } from './automatic-renewal.server.ts'
import { hourNotRenewed } from './letters/hour-not-renewed.ts'
import { hourRenews } from './letters/hour-renews.ts'

/** SQL source of the months that renew themselves and are not over. */
const renewing = sql`bookings where bookings.renewal = 'automatic' and bookings.state = 'paid' and bookings.period = 'current'
  and bookings.paid_until > club_now()`

/** SQL source of the orders of a month's renewals, each with its collection. */
const triesOf = sql`bookings next join collections on order_id = next.id where next.follows_id = bookings.id`

/**
 * Job: renews hours by themselves. Holders are told 10 days before the end of a month, and the card is charged 3 days
 * before it: the next month is held for an hour and collected like a period of a membership. A decline is told with the
 * bank's words and tried again the next day. A month that cannot be sold is told, and its holder decides. Idempotent.
 */
export async function renewHours(): Promise<void> {
  await forEach(
    sql`paid_until <= club_now() + make_interval(days => ${toldDays}) and renewal_told_at is null`,
    tell,
  )
  await forEach(
    sql`exists (select from ${triesOf} and stopped_because <> 'paid'
      and not exists (select from letters where cause = ${hourNotRenewed.name} || ' ' || next.id))`,
    tellOfDecline,
  )
  await forEach(
    sql`renewal_told_at is not null
      and club_now() >= greatest(paid_until - make_interval(days => ${chargedDays}), renewal_told_at + interval '1 day')
      and not exists (select from bookings next where next.follows_id = bookings.id and next.state in ('held', 'paying', 'paid'))
      and not exists (select from ${triesOf} and next.created_at > club_now() - interval '23 hours')`,
    order,
  )
}

/** Runs a step for each month, in a transaction of its own. One failure must not block the others. */
async function forEach(
  isDue: RawBuilder<unknown>,
  step: (trx: Transaction, month: LockedBooking) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select bookings.id from ${renewing} and ${isDue} order by paid_until limit 200`.execute(db)
  for (const { id } of rows) await runStep(id, step)
}

async function runStep(
  id: string,
  step: (trx: Transaction, month: LockedBooking) => Promise<void>,
): Promise<void> {
  try {
    await transaction((trx) => withMonth(trx, id, (month) => step(trx, month)))
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (!(error instanceof DomainError)) return logError(error, { part: 'renewals', booking: id })
    // it cannot be sold
    const { message: refusal } = error
    await transaction((trx) => withMonth(trx, id, (month) => giveUp(trx, month, refusal)))
  }
}

/** Runs the work if the month still renews itself. */
async function withMonth(
  trx: Transaction,
  id: string,
  work: (month: LockedBooking) => Promise<void>,
): Promise<void> {
  const month = await lockBooking(trx, id)
  if (month.renewal === 'automatic' && month.state === 'paid') await work(month)
}

async function tell(trx: Transaction, month: LockedBooking): Promise<void> {
  const { obstacle, chargedAt, priceCents, currency } = await readTerms(trx, month.id)
  const card = await findNewestCard(trx, month.buyerId)
  if (obstacle || !card) return giveUp(trx, month, obstacleMessages[obstacle ?? 'no card'])
  await transitionBooking(trx, month, 'paid', { renewalToldAt: clubNow })
  await queueMail(trx, hourRenews, {
    to: { userId: month.buyerId },
    cause: `${month.id} ${month.extendedDays}`,
    facts: () => ({
      bookingId: month.id,
      startHour: month.startHour,
      trainerName: month.trainerName,
      chargedAt,
      card: formatStoredCard(card),
      amountCents: priceCents,
      currency,
    }),
  })
}

/** Holds the next month with the plan of this one, to be charged now. */
async function order(trx: Transaction, month: LockedBooking): Promise<void> {
  const { obstacle, priceCents } = await readTerms(trx, month.id)
  const card = await findNewestCard(trx, month.buyerId)
  if (obstacle || !card || month.plan === null)
    return giveUp(trx, month, obstacleMessages[obstacle ?? 'no card'])
  await lockMember(trx, { id: month.buyerId })
  const slot = await findSlot(trx, { slotId: month.slotId })
  await expireOverdue(trx, { slotId: slot.id })
  const id = await insertHold(trx, slot, {
    buyerId: month.buyerId,
    guardianId: null,
    network: null,
    followsId: month.id,
  })
  const held = await lockBooking(trx, id)
  const amountCents = planPrices(held.slotPriceCents, (await readPriceSettings(trx)).plans)[month.plan]
  requirePrice(priceCents, amountCents)
  const overlaps = await requireOverlapAccepted(trx, held, month.overlapAcceptedAt !== null)
  await transitionBooking(trx, held, 'held', {
    plan: month.plan,
    renewal: 'automatic',
    priceCents: amountCents,
    amountCents,
    ...(overlaps && { overlapAcceptedAt: clubNow }),
    holdExpiresAt: sql<Date>`created_at + interval '1 hour'`,
  })
  await sql`insert into collections (order_id, next_try_at) values (${id}, club_now())`.execute(trx)
}

type LastTry = {
  orderId: string
  lastFailure: string | null
  stoppedBecause: string
  tries: number
  isLast: boolean
}

/** Queues the letter about a charge that failed, and whether another one follows. */
async function tellOfDecline(trx: Transaction, month: LockedBooking): Promise<void> {
  const { rows } = await sql<LastTry>`
    select order_id, last_failure, stopped_because, (select count(*)::integer from ${triesOf}) as tries,
      bookings.paid_until <= club_now() + interval '1 day' as is_last
    from bookings join lateral (select next.id as order_id, last_failure, stopped_because, next.created_at from ${triesOf}) last on true
    where bookings.id = ${month.id} and stopped_because <> 'paid' order by last.created_at desc limit 1`.execute(
    trx,
  )
  const [last] = rows
  if (!last) return
  const isFinal = last.stoppedBecause !== 'given up' || last.tries >= mostTries || last.isLast
  const reason = last.lastFailure ?? obstacleMessages['no card']
  if (isFinal) return giveUp(trx, month, reason, last.orderId)
  await write(trx, month, { reason, cause: last.orderId, triesAgain: true })
}

/** Leaves the renewal to its holder, who gets a letter with the reason. */
async function giveUp(
  trx: Transaction,
  month: LockedBooking,
  reason: StoredMessage | string,
  cause = month.id,
): Promise<void> {
  await transitionBooking(trx, month, 'paid', { renewal: 'undecided', renewalToldAt: null })
  await recordActivity(trx, {
    userId: month.buyerId,
    kind: 'booking',
    bookingId: month.id,
    summary: message('activity.didNotRenew'),
    detail: message('activity.hourBecause', { hour: hourWithTrainer(month), reason }),
  })
  await write(trx, month, { reason, cause, triesAgain: false })
}

async function write(
  trx: Transaction,
  month: LockedBooking,
  { reason, cause, triesAgain }: { reason: StoredMessage | string; cause: string; triesAgain: boolean },
): Promise<void> {
  await queueMail(trx, hourNotRenewed, {
    to: { userId: month.buyerId },
    cause,
    facts: () => ({
      bookingId: month.id,
      startHour: month.startHour,
      weekdays: month.weekdays,
      trainerName: month.trainerName,
      paidUntil: month.paidUntil ?? month.createdAt,
      reason: typeof reason === 'string' ? formatReason(reason) : formatStored(reason),
      triesAgain,
    }),
  })
}
