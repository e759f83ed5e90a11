import { sql } from 'kysely'
import { conflictAt, invalidAt, type DomainError } from '#core/errors.ts'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import type { Offer } from '#domain/offers/offers.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import type { Deduction } from '#domain/orders/write-order.server.ts'
import { formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { countCodeGuess } from './code-guesses.server.ts'
import { leftOnGiftCard } from './gift-cards.server.ts'
import { discountOf, normaliseCode, paidByGiftCard, type Discount } from './vouchers.rules.ts'

/** What a code takes off the price of an offer, in cents, and of how many periods of a membership; null for all. */
export type Quote = Deduction & {
  voucherId: string
  code: string
  amountCents: number
  periods: number | null
}

/**
 * Returns what a code takes off an offer for the actor. Counts the guess. Throws `limited` after too many, `invalid`
 * for an unknown code, and `conflict` for one that cannot be used now or for this offer.
 */
export async function quoteCode(actor: Actor, offer: Offer, typed: string, network: string): Promise<Quote> {
  const person = requirePerson(actor)
  return countCodeGuess(person, network, () => findQuote(db, offer, person.id, typed))
}

/** Inserts the use of a code by an order. The database refuses it beyond the code's limits; `refusalOfUse` explains. */
export async function insertVoucherUse(
  trx: Transaction,
  orderId: string,
  quote: Quote,
  { isRenewal = false } = {},
): Promise<void> {
  await trx
    .insertInto('voucherUses')
    .values({
      orderId,
      voucherId: quote.voucherId,
      cents: quote.discountCents + quote.giftCents,
      isRenewal,
    })
    .execute()
}

/** What a quote takes off, as its order stores it. */
export const deductionOf = ({ discountCents, discountReason, giftCents }: Quote): Deduction => ({
  discountCents,
  discountReason,
  giftCents,
})

/** Returns what the code of a membership takes off a later period, as it was promised; null for nothing. */
export async function findPromised(
  from: Queryable,
  membershipId: string,
  {
    period,
    offerId,
    priceCents,
    currency,
  }: { period: number; offerId: string; priceCents: number; currency: string },
): Promise<Quote | null> {
  const { rows } = await sql<Discount & { id: string; code: string; currency: string }>`
    select v.id, v.code, v.percent, v.off_cents, v.periods, v.currency
    from memberships cross join promised_voucher(memberships, ${period}::integer, ${offerId}::uuid) v
    where memberships.id = ${membershipId}`.execute(from)
  const [voucher] = rows
  if (!voucher || (voucher.percent === null && voucher.currency !== currency)) return null
  return quote(
    { priceCents, currency },
    voucher,
    deductDiscount({ priceCents, currency }, voucher, voucher.code),
  )
}

/** Returns a part of what a gift card paid to it, in cents. */
export async function returnToGiftCard(trx: Transaction, orderId: string, cents: number): Promise<void> {
  if (cents === 0) return
  await trx
    .updateTable('voucherUses')
    .set({ returnedCents: cents })
    .where('orderId', '=', orderId)
    .where('returnedAt', 'is', null)
    .execute()
}

/** Returns the refusal for a use that the database refused; null for any other error. */
export function refusalOfUse(error: unknown): DomainError | null {
  if (violates(error, 'uses_kept')) return usedUp()
  if (violates(error, 'uses_each_kept')) return usedByYou()
  if (violates(error, 'value_kept')) return refuse(t('giftCard.nothingIsLeft'))
  return null
}

const refuse = (message: string) => conflictAt('code', message)
const usedUp = () => refuse(t('codes.usedUp'))
const usedByYou = () => refuse(t('codes.usedByYou'))

/** Returns what a code takes off an offer for a buyer. Throws as `quoteCode`, apart from limits. */
export async function findQuote(
  from: Queryable,
  offer: Offer,
  buyerId: string,
  typed: string,
): Promise<Quote> {
  const code = normaliseCode(typed)
  const voucher = await from
    .selectFrom('vouchers')
    .where('code', '=', code)
    .selectAll()
    .select([
      sql<boolean>`coalesce(from_on > club_today(), false)`.as('isEarly'),
      sql<boolean>`coalesce(until_on < club_today(), false)`.as('isLate'),
      sql<Day>`to_char(from_on, 'YYYY-MM-DD')`.as('firstDay'),
      sql<Day>`to_char(until_on, 'YYYY-MM-DD')`.as('lastDay'),
      isForOffer(offer.id).as('isForOffer'),
      // an unpaid order of the same offer is replaced, and returns its use
      sql<number>`(select count(*) from ${usesBy(buyerId)} and ${isReplaced(offer.id)})::integer`.as(
        'replaced',
      ),
      leftOnGiftCard.as('leftCents'),
      sql<number>`(select coalesce(sum(cents - returned_cents), 0) from ${usesBy(buyerId)} and ${isReplaced(offer.id)})::integer`.as(
        'replacedCents',
      ),
      sql<number>`(select count(*) from ${usesBy(buyerId)} and not ${isReplaced(offer.id)})::integer`.as(
        'usedByBuyer',
      ),
    ])
    .executeTakeFirst()
  if (!voucher) throw invalidAt('code', t('codes.unknown'))
  if (voucher.endedAt !== null) throw refuse(t('codes.ended'))
  if (voucher.isEarly) throw refuse(t('codes.notYet', { day: formatFullDay(voucher.firstDay) }))
  if (voucher.isLate) throw refuse(t('codes.over', { day: formatFullDay(voucher.lastDay) }))
  if (!voucher.isForOffer || offer.kind === 'gift_card')
    throw refuse(t('codes.notForThis', { title: offer.title }))
  if (offer.priceCents === 0) throw refuse(t('codes.costsNothing'))
  if (voucher.percent === null && voucher.currency !== offer.currency) throw refuse(t('codes.ended'))
  if (voucher.mostUses !== null && voucher.uses - voucher.replaced >= voucher.mostUses) throw usedUp()
  if (voucher.mostUsesEach !== null && voucher.usedByBuyer >= voucher.mostUsesEach) throw usedByYou()
  const deduction =
    voucher.kind === 'gift_card'
      ? deductGiftCard(offer, voucher.leftCents + voucher.replacedCents)
      : deductDiscount(offer, voucher, code)
  // a gift card pays the first period
  return quote(offer, { ...voucher, periods: voucher.kind === 'gift_card' ? 1 : voucher.periods }, deduction)
}

type Priced = Pick<Offer, 'priceCents' | 'currency'>

const quote = (
  { priceCents }: Priced,
  { id, code, periods }: { id: string; code: string; periods: number | null },
  deduction: Deduction,
): Quote => ({
  voucherId: id,
  code,
  ...deduction,
  amountCents: priceCents - deduction.discountCents - deduction.giftCents,
  periods,
})

function deductDiscount({ priceCents, currency }: Priced, discount: Discount, code: string): Deduction {
  const discountCents = discountOf(discount, priceCents, currency)
  return { discountCents, discountReason: t('codes.reason', { code }), giftCents: 0 }
}

function deductGiftCard({ priceCents, currency }: Priced, leftCents: number): Deduction {
  const giftCents = paidByGiftCard(leftCents, priceCents, currency)
  if (giftCents === 0) throw refuse(t('giftCard.nothingIsLeft'))
  return { discountCents: 0, discountReason: null, giftCents }
}

const isForOffer = (offerId: string) =>
  sql<boolean>`(not exists (select from voucher_offers where voucher_id = vouchers.id)
    or exists (select from voucher_offers where voucher_id = vouchers.id and offer_id = ${offerId}))`

const usesBy = (buyerId: string) =>
  sql`voucher_uses join orders on orders.id = voucher_uses.order_id
    where voucher_id = vouchers.id and returned_at is null and not is_renewal and buyer_id = ${buyerId}`

const isReplaced = (offerId: string) =>
  sql`(orders.offer_id = ${offerId} and orders.state in (${sql.join(unpaidStates)}) and not for_desk)`
