import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Renewal } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { renewalHasDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { storedSetupInput, type StoredSetupInput } from '#domain/payments/card-setups.input.ts'
import { beginSetup, readSetupCard, type CardSetup } from '#domain/payments/card-setups.server.ts'
import {
  findNewestCard,
  insertCard,
  removeCard,
  storeCardConsent,
} from '#domain/payments/stored-cards.server.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatStoredCard } from '#format/payment-methods.ts'
import { formatStored, hourWithTrainer, message, type StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { chargedDays } from './automatic-renewal.rules.ts'
import { readProspects } from './month.server.ts'
import { requireCurrentMonth } from './renewal.server.ts'

/** How a month renews itself, as its holder sees it. Amounts are in cents. */
export type AutomaticRenewal = {
  isOn: boolean
  /** What the next month costs: as much as this one, without a discount. */
  priceCents: number
  currency: string
  /** When the card is charged for it. */
  chargedAt: Date
  /** The stored card, such as `Visa ending in 4242`; null without one. */
  card: string | null
  /** Why it cannot renew itself now, if so. */
  whyNot: string | null
}

type Terms = Omit<AutomaticRenewal, 'card' | 'isOn' | 'whyNot'> & {
  renewal: Renewal
  obstacle: RenewalObstacle | null
}

/** Words of the consent to charging the card for the next months. */
export const hourRenewalWords = ({ priceCents, currency }: Pick<Terms, 'priceCents' | 'currency'>): string =>
  t('automaticRenewal.words', { price: formatMoneyWithCents(priceCents, currency), days: chargedDays })

/** Returns how the actor's month renews itself, or could. Throws `not-found` for other people's months and unpaid ones. */
export async function getAutomaticRenewal(actor: Actor, bookingId: string): Promise<AutomaticRenewal> {
  const renewal = await findAutomaticRenewal(actor, bookingId)
  if (renewal === null) throw notFound(t('refusal.thisHour'))
  return renewal
}

/** Like `getAutomaticRenewal`, but returns null before payment. */
export async function findAutomaticRenewal(
  actor: Actor,
  bookingId: string,
): Promise<AutomaticRenewal | null> {
  const { id } = await getBooking(actor, bookingId)
  const [found, card] = await Promise.all([findTerms(db, id), findNewestCard(db, requirePerson(actor).id)])
  if (found === null) return null
  const { renewal, obstacle, ...terms } = found
  return {
    ...terms,
    isOn: renewal === 'automatic',
    card: card && formatStoredCard(card),
    whyNot: obstacle && formatStored(obstacleMessages[obstacle]),
  }
}

/** What prevents an automatic renewal. */
export type RenewalObstacle =
  | 'not current'
  | 'not offered'
  | 'next is taken'
  | 'no dates'
  | 'other price'
  | 'too late'
  | 'no card'

/** Returns the sentence for an obstacle, in the current language. */
export const obstacleMessages: Record<RenewalObstacle, StoredMessage> = {
  'not current': message('automaticRenewal.notCurrent'),
  'not offered': message('automaticRenewal.notOffered'),
  'next is taken': message('automaticRenewal.nextIsTaken'),
  'no dates': message('automaticRenewal.noDates'),
  'other price': message('automaticRenewal.otherPrice'),
  'too late': message('automaticRenewal.tooLate'),
  'no card': message('automaticRenewal.noCard'),
}

type TermsRow = Omit<Terms, 'obstacle'> & {
  nextCents: number | null
  isOffered: boolean
  isCurrent: boolean
  hasDates: boolean
  hasNext: boolean
  isLate: boolean
}

/** Returns the terms of a month that is paid. */
export async function readTerms(from: Queryable, bookingId: string): Promise<Terms> {
  const terms = await findTerms(from, bookingId)
  if (terms === null) throw new Error(`The month ${bookingId} is not paid.`)
  return terms
}

async function findTerms(from: Queryable, bookingId: string): Promise<Terms | null> {
  const { rows } = await sql<TermsRow>`
    select renewal, bookings.slot_price_cents + bookings.surcharge_cents as price_cents, bookings.currency, charged_at,
      slots.price_cents + plans.surcharge_cents as next_cents,
      slots.removed_at is null and trainers.retired_at is null and renewal <> 'closed' as is_offered,
      state = 'paid' and period = 'current' as is_current, ${renewalHasDates} as has_dates,
      exists (select from bookings next where next.follows_id = bookings.id
        and next.state in ('held', 'paying', 'paid')) as has_next,
      charged_at >= paid_until as is_late
    from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
      left join plans on plans.name = bookings.plan
      cross join lateral (select greatest(paid_until - make_interval(days => ${chargedDays}),
        coalesce(renewal_told_at, club_now()) + interval '1 day') as charged_at) charge
    where bookings.id = ${bookingId} and paid_until is not null`.execute(from)
  const [row] = rows
  if (!row) return null
  const { renewal, priceCents, currency, chargedAt } = row
  return { renewal, priceCents, currency, chargedAt, obstacle: findObstacle(row) }
}

function findObstacle(row: TermsRow): RenewalObstacle | null {
  const { isCurrent, isOffered, hasNext, hasDates, isLate, priceCents, nextCents } = row
  if (!isCurrent) return 'not current'
  if (!isOffered) return 'not offered'
  if (hasNext) return 'next is taken'
  if (!hasDates) return 'no dates'
  if (nextCents !== priceCents) return 'other price'
  return isLate ? 'too late' : null
}

/**
 * Begins to store a card for the renewals of the actor's month. Throws `not-found` for other people's months, `limited`,
 * and `unavailable` when the processor does not respond or there is none.
 */
export async function beginRenewalCard(actor: Actor, bookingId: string): Promise<CardSetup> {
  await getBooking(actor, bookingId)
  return beginSetup(requirePerson(actor).id)
}

/**
 * Lets the actor's hour renew itself from the card of a setup, or without one from the card that is stored already.
 * Stores the words that were agreed to. Doing it again changes nothing. Throws `not-found` for other people's months
 * and cards, and `conflict` when the next month cannot be sold, costs more, is taken already or begins too soon, and
 * without a card.
 */
export async function renewAutomatically(
  actor: Actor,
  bookingId: string,
  input: StoredSetupInput | null,
): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const { setupId } = input === null ? { setupId: null } : parseInput(storedSetupInput, input)
  const card = setupId === null ? null : await readSetupCard(person.id, setupId)
  await transaction(async (trx) => {
    const month = await lockBooking(trx, id, person.id)
    requireCurrentMonth(month)
    const terms = await readTerms(trx, id)
    if (terms.obstacle) throw conflict(formatStored(obstacleMessages[terms.obstacle]))
    const consentId = await storeCardConsent(trx, {
      memberId: person.id,
      orderId: id,
      words: hourRenewalWords(terms),
    })
    if (card) await insertCard(trx, { memberId: person.id, consentId, card })
    if (!(await findNewestCard(trx, person.id))) throw conflict(formatStored(obstacleMessages['no card']))
    if (month.renewal === 'automatic') return
    await transitionBooking(trx, month, 'paid', { renewal: 'automatic', renewalToldAt: null })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.renewsItself'),
      detail: hourWithTrainer(month),
    })
  })
}

/**
 * Stops the renewal of the actor's hour, with that of a next month that is theirs already. A next month that is being
 * charged is let go, at the card processor first; a card that pays nothing else is removed. Doing it again changes
 * nothing. Throws `not-found` for other people's months, and `conflict` when the next month has just been paid.
 */
export async function stopAutomaticRenewal(actor: Actor, bookingId: string): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const { next } = await readProspects(db, (await getBooking(actor, id)).id)
  const isOwn = next?.buyerId === person.id
  if (isOwn && (await isUnpaidRenewal(next.bookingId))) await releaseHold(actor, next.bookingId)
  await transaction(async (trx) => {
    for (const each of isOwn ? [id, next.bookingId] : [id]) {
      const month = await lockBooking(trx, each, person.id)
      if (month.renewal !== 'automatic' || month.state !== 'paid') continue
      await transitionBooking(trx, month, 'paid', { renewal: 'undecided', renewalToldAt: null })
      await recordActivity(trx, {
        userId: person.id,
        kind: 'booking',
        bookingId: each,
        summary: message('activity.noLongerRenews'),
        detail: hourWithTrainer(month),
      })
    }
    await removeUnusedCards(trx, person.id)
  })
}

const isUnpaidRenewal = async (orderId: string): Promise<boolean> => {
  const order = await db
    .selectFrom('bookings')
    .where('id', '=', orderId)
    .where('state', 'in', unpaidStates)
    .where('renewal', '=', 'automatic')
    .select('id')
    .executeTakeFirst()
  return order !== undefined
}

/** Removes the person's cards, unless a membership or another hour is paid from them. */
async function removeUnusedCards(trx: Transaction, memberId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from stored_cards where member_id = ${memberId}
      and not exists (select from memberships where card_id = stored_cards.id and memberships.state <> 'over')
      and not exists (select from bookings where buyer_id = ${memberId} and renewal = 'automatic' and state = 'paid')`.execute(
    trx,
  )
  for (const { id } of rows) await removeCard(trx, id)
}
