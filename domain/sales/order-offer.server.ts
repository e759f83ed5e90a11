import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { buyerOf, requirePermission, requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { holdMinutes, maxHolds } from '#domain/bookings/bookings.rules.ts'
import { lockMember } from '#domain/bookings/hold.server.ts'
import { requirePrice } from '#domain/bookings/locked-booking.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { takeOrderPaymentInput, type TakeOrderPaymentInput } from '#domain/checkout/take-payment.input.ts'
import { requireOpenClub } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { holdPlace } from '#domain/lessons/classes/held-places.server.ts'
import { lockClass } from '#domain/lessons/classes/locked-class.server.ts'
import {
  consentWords,
  reducedPriceOf,
  renewalWords,
  storedCardWords,
  termLines,
} from '#domain/offers/offers.rules.ts'
import { getOffer, type Offer } from '#domain/offers/offers.server.ts'
import { lockOrder, settleFreeOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { isUnpaid, unpaidStates } from '#domain/orders/orders.rules.ts'
import { insertOrder, type Order } from '#domain/orders/write-order.server.ts'
import {
  deductionOf,
  findQuote,
  insertVoucherUse,
  quoteCode,
  refusalOfUse,
  type Quote,
} from '#domain/vouchers/use-code.server.ts'
import { normaliseCode } from '#domain/vouchers/vouchers.rules.ts'
import { requireWaiver } from '#domain/waivers/required-waiver.server.ts'
import { currentLanguage, t } from '#messages/t.ts'
import { orderOfferInput, saleInput, type OrderOfferInput, type SaleInput } from './order-offer.input.ts'

/** An order that was made: to be paid, or paid already, such as one that costs nothing. */
export type OfferOrder = { orderId: string; isPaid: boolean }

/**
 * Orders an offer, less what a code takes off, held for 15 minutes; one that costs nothing is the buyer's at once. An
 * unpaid order of the same offer is returned again, and any order of the same `requestKey`. Stores what the buyer agreed to, in the words they read. Throws
 * `not-found` for an offer that the actor cannot buy, and `conflict` before the club opens, when it is withdrawn,
 * priced differently, a trial that they had, a second membership, or the fourth unpaid order. Throws `invalid` for a
 * membership without the consent to renewing. Throws as `quoteCode` for a code. A single class that names its date holds
 * a place there, which its payment books; throws as `holdPlace`.
 */
export async function orderOffer(
  actor: Actor,
  offerId: string,
  input: OrderOfferInput,
  network = '',
): Promise<OfferOrder> {
  const person = requirePerson(actor)
  const order = parseInput(orderOfferInput, input)
  const { expectedPriceCents, code, beginsAtOnce, renews, keepsCard, requestKey } = order
  const lessonId = order.lessonId === undefined ? null : requireId(order.lessonId, t('refusal.thisClass'))
  const request = { buyerId: person.id, offerId: requireId(offerId, t('refusal.thisOffer')), requestKey }
  // before the offer, which may no longer be for sale
  const made = await findRequested(db, request)
  if (made) return made
  const offer = await getOffer(actor, offerId)
  await requireSaleOpen(offer)
  if (offer.kind === 'membership' && !renews) throw invalidAt('renews', t('refusal.aMembershipRenewsItself'))
  if (lessonId !== null && offer.kind !== 'class') throw invalidAt('lessonId', t('refusal.onlyASingleClass'))
  const wanted = { buyerId: person.id, offerId: offer.id, lessonId }
  const earlier = await findUnpaid(db, wanted)
  if (earlier?.code === normaliseCode(code)) {
    requirePrice(expectedPriceCents, earlier.amountCents ?? 0)
    return { orderId: earlier.id, isPaid: false }
  }
  const quote = code.trim() === '' ? null : await quoteCode(person, offer, code, network)
  requirePrice(expectedPriceCents, quote?.amountCents ?? offer.priceCents)
  return refusing(offer, () =>
    transaction(async (trx) => {
      await lockMember(trx, person)
      const sent = await findRequested(trx, request)
      if (sent) return sent
      const known = await findUnpaid(trx, wanted)
      if (known && (quote === null || known.voucherId === quote.voucherId))
        return { orderId: known.id, isPaid: false }
      const replaced = known?.id ?? (await findHolding(trx, wanted))
      if (replaced !== undefined) await replaceUnpaid(trx, replaced)
      await requireFewUnpaid(trx, person.id)
      if (offer.kind !== 'gift_card') await requireWaiver(trx, person.id, 'purchase')
      if (lessonId !== null) await lockClass(trx, lessonId)
      const { id, amountCents } = await insertOfferOrder(trx, offer, {
        ...buyerOf(person),
        quote,
        requestKey,
        lessonId,
      })
      if (lessonId !== null) await holdOwnPlace(trx, offer, { lessonId, memberId: person.id })
      const consents = { id, offer, quote, memberId: person.id, beginsAtOnce, keepsCard }
      await storeConsents(trx, { ...consents, heardBy: null })
      if (amountCents !== 0) return { orderId: id, isPaid: false }
      await settleFreeOrder(trx, id)
      return { orderId: id, isPaid: true }
    }),
  )
}

/**
 * Sells an offer at the desk to a person, less a discount or what a code takes off; the same `requestKey` sells it once.
 * Returns the order and the amount taken, in cents. Throws `forbidden` without the permission `desk.use`, `not-found`, `invalid`, and `conflict` when
 * the offer is withdrawn or a trial that the person had. Throws as `quoteCode` for a code, apart from limits.
 */
export async function sellOffer(
  actor: Actor,
  personId: string,
  offerId: string,
  payment: TakeOrderPaymentInput,
  sale: SaleInput = {},
): Promise<{ orderId: string; amountCents: number }> {
  const admin = requirePermission(actor, 'desk.use')
  const memberId = requireId(personId, t('refusal.thisPerson'))
  parseInput(takeOrderPaymentInput, payment)
  const { code, requestKey } = parseInput(saleInput, sale)
  const request = { buyerId: memberId, offerId: requireId(offerId, t('refusal.thisOffer')), requestKey }
  const sold = await findRequested(db, request)
  if (sold?.isPaid) return sold
  const offer = await findOffer(offerId)
  await requireSaleOpen(offer)
  const { id } = await refusing(offer, () =>
    transaction(async (trx) => {
      await requireMember(trx, memberId)
      if (offer.kind !== 'gift_card') await requireWaiver(trx, memberId, 'purchase')
      const quote = code.trim() === '' ? null : await findQuote(trx, offer, memberId, code)
      const order = await insertOfferOrder(trx, offer, {
        buyerId: memberId,
        quote,
        forDesk: true,
        requestKey,
      })
      const beginsAtOnce = offer.kind !== 'gift_card'
      const consents = { id: order.id, offer, quote, memberId, beginsAtOnce, keepsCard: false }
      await storeConsents(trx, { ...consents, heardBy: admin })
      return order
    }),
  )
  try {
    const { amountCents } = await takeOrderPayment(actor, id, payment)
    return { orderId: id, amountCents }
  } catch (error) {
    await transaction((trx) => cancelUnsold(trx, id))
    throw error
  }
}

/** Gift cards are sold before the club opens. What else is sold would begin before it. */
async function requireSaleOpen({ kind }: Offer): Promise<void> {
  if (kind !== 'gift_card') await requireOpenClub()
}

/** Cancels an order whose payment was refused, so that nothing is left of it. */
async function cancelUnsold(trx: Transaction, id: string): Promise<void> {
  const order = await lockOrder(trx, id)
  if (isUnpaid(order.state)) await transitionOrder(trx, order, 'cancelled', { requestKey: null })
}

/** Returns the offers that the desk can sell. Throws `forbidden` without the permission `desk.use`. */
export async function listDeskOffers(actor: Actor): Promise<Offer[]> {
  requirePermission(actor, 'desk.use')
  return db
    .selectFrom('offers')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .orderBy(sql`kind = 'trial', price_cents, id`)
    .execute()
}

async function findOffer(offerId: string): Promise<Offer> {
  const offer = await db
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', requireId(offerId, t('refusal.thisOffer')))
    .executeTakeFirst()
  if (!offer) throw notFound(t('refusal.thisOffer'))
  return offer
}

async function requireMember(trx: Transaction, id: string): Promise<void> {
  const found = await trx.selectFrom('members').where('userId', '=', id).select('userId').executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPerson'))
}

/**
 * Returns the order that the buyer made with a request key, in whatever state it is now; undefined without one. Throws
 * `conflict` for one of another offer.
 */
async function findRequested(
  from: Queryable,
  { buyerId, offerId, requestKey }: { buyerId: string; offerId: string; requestKey: string | undefined },
): Promise<(OfferOrder & { amountCents: number }) | undefined> {
  if (requestKey === undefined) return undefined
  const order = await from
    .selectFrom('orders')
    .where('buyerId', '=', buyerId)
    .where('requestKey', '=', requestKey)
    .select(['id', 'offerId', 'paidAt', 'amountCents'])
    .executeTakeFirst()
  if (order && order.offerId !== offerId) throw conflict(t('refusal.thisKeyIsOfAnother'))
  return order && { orderId: order.id, isPaid: order.paidAt !== null, amountCents: order.amountCents ?? 0 }
}

type WantedOrder = { buyerId: string; offerId: string; lessonId: string | null }

/** Returns the unpaid order that holds the same place: for another offer, or one that has just run out. */
async function findHolding(
  trx: Transaction,
  { buyerId, lessonId }: WantedOrder,
): Promise<string | undefined> {
  if (lessonId === null) return undefined
  const order = await trx
    .selectFrom('orders')
    .where('holderId', '=', buyerId)
    .where('lessonId', '=', lessonId)
    .where('state', 'in', unpaidStates)
    .select('id')
    .executeTakeFirst()
  return order?.id
}

/** Holds a place for a single class that can be used on that day. */
async function holdOwnPlace(
  trx: Transaction,
  { validDays }: Offer,
  place: { lessonId: string; memberId: string },
): Promise<void> {
  const { daysAhead } = await holdPlace(trx, place)
  if (daysAhead > (validDays ?? 0)) throw conflict(t('refusal.nothingPaysThisDay'))
}

const findUnpaid = (from: Queryable, { buyerId, offerId, lessonId }: WantedOrder) =>
  from
    .selectFrom('orders')
    .leftJoin('voucherUses', 'voucherUses.orderId', 'orders.id')
    .leftJoin('vouchers', 'vouchers.id', 'voucherId')
    .where('buyerId', '=', buyerId)
    .where('offerId', '=', offerId)
    .where(sql<boolean>`lesson_id is not distinct from ${lessonId}::uuid`)
    .where('state', 'in', unpaidStates)
    .where('forDesk', '=', false)
    .where('holdExpiresAt', '>', clubNow)
    .select(['orders.id', 'orders.amountCents', 'voucherId', 'code'])
    .executeTakeFirst()

/** Cancels an unpaid order, so that it can be ordered again with a code. Throws `conflict` while it is being paid. */
async function replaceUnpaid(trx: Transaction, id: string): Promise<void> {
  const order = await lockOrder(trx, id)
  if (order.state !== 'held') throw conflict(t('codes.openOrder'))
  await transitionOrder(trx, order, 'cancelled')
}

async function requireFewUnpaid(trx: Transaction, buyerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('orders')
    .where('buyerId', '=', buyerId)
    .where('state', 'in', unpaidStates)
    .where('holdExpiresAt', '>', clubNow)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxHolds) throw conflict(t('refusal.youHaveUnpaidOrders', { maxHolds }))
}

async function insertOfferOrder(
  trx: Transaction,
  offer: Offer,
  {
    buyerId,
    guardianId = null,
    quote = null,
    forDesk = false,
    requestKey = null,
    lessonId = null,
  }: {
    buyerId: string
    guardianId?: string | null
    quote?: Quote | null
    forDesk?: boolean
    requestKey?: string | null | undefined
    lessonId?: string | null
  },
): Promise<Order> {
  const firstPeriod =
    offer.kind === 'membership'
      ? { membershipId: await beginMembership(trx, offer, buyerId, quote), period: 1 }
      : {}
  const order = await insertOrder(trx, {
    kind: offer.kind,
    buyerId,
    guardianId,
    offerId: offer.id,
    ...firstPeriod,
    title: offer.title,
    priceCents: offer.priceCents,
    ...(quote && deductionOf(quote)),
    currency: offer.currency,
    forDesk,
    requestKey,
    lessonId,
    // a place is held until its class begins at the latest
    holdExpiresAt: sql<Date>`least(club_now() + make_interval(mins => ${holdMinutes}),
      (select starts_at from lessons where id = ${lessonId}::uuid))`,
  })
  if (quote) await insertVoucherUse(trx, order.id, quote)
  return order
}

/** Inserts the membership that the first payment begins, with a code that counts for later periods. Returns its id. */
async function beginMembership(
  trx: Transaction,
  offer: Offer,
  memberId: string,
  quote: Quote | null,
): Promise<string> {
  const voucherId = quote === null || quote.periods === 1 ? null : quote.voucherId
  const { id } = await trx
    .insertInto('memberships')
    .values({ memberId, offerId: offer.id, voucherId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Consents = {
  id: string
  offer: Offer
  quote: Quote | null
  memberId: string
  beginsAtOnce: boolean
  keepsCard: boolean
  heardBy: Person | null
}

/** Stores the terms and what else the buyer agreed to, in the words that were read. */
async function storeConsents(
  trx: Transaction,
  { id: orderId, offer, quote, memberId, beginsAtOnce, keepsCard, heardBy }: Consents,
): Promise<void> {
  const reduced = quote && reducedPriceOf(offer, quote)
  const terms = termLines(offer, reduced)
    .map(({ name, text }) => `${name} ${text}`)
    .join('\n')
  const shared = { orderId, memberId, heardBy: heardBy?.id ?? null, language: currentLanguage() }
  await trx
    .insertInto('consents')
    .values([
      { ...shared, kind: 'terms', words: terms },
      ...(beginsAtOnce ? [{ ...shared, kind: 'begin at once' as const, words: consentWords() }] : []),
      ...(offer.kind === 'membership'
        ? [{ ...shared, kind: 'renewal' as const, words: renewalWords(offer, reduced) }]
        : []),
      ...(offer.kind === 'membership' && keepsCard
        ? [{ ...shared, kind: 'stored card' as const, words: storedCardWords(offer, reduced) }]
        : []),
    ])
    .execute()
}

/** Explains what the database refuses. */
async function refusing<Result>(offer: Offer, order: () => Promise<Result>): Promise<Result> {
  try {
    return await order()
  } catch (error) {
    if (violates(error, 'one_trial_each')) throw conflict(t('refusal.isOnceAPerson', { title: offer.title }))
    if (violates(error, 'one_membership_each')) throw conflict(t('refusal.oneMembershipAPerson'))
    if (violates(error, 'one_order_a_request')) throw conflict(t('refusal.thisOrderIsBeingMade'))
    if (violates(error, 'offer_on_sale')) throw conflict(t('refusal.thisIsNotSold'))
    throw refusalOfUse(error) ?? error
  }
}
