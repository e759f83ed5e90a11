import { randomUUID } from 'node:crypto'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { acceptMandate, reportDebit } from '#domain/checkout/direct-debit.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { endUnpaidMembership, forgiveRenewal } from '#domain/memberships/failed-renewals.server.ts'
import { cancelMembership, takeBackCancellation } from '#domain/memberships/memberships.server.ts'
import { changeMembership, undoChange } from '#domain/memberships/offer-change.server.ts'
import {
  acceptOwnMandate,
  beginCardChange,
  removeOwnCard,
  replaceOwnCard,
} from '#domain/memberships/own-card.server.ts'
import { endPause, pauseMembership } from '#domain/memberships/pauses.server.ts'
import { planPriceChange, takeBackPriceChange } from '#domain/memberships/price-changes.server.ts'
import {
  beginRenewalCard,
  renewAutomatically,
  stopAutomaticRenewal,
} from '#domain/months/automatic-renewal.server.ts'
import { getOffer, replaceOffer } from '#domain/offers/offers.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { refundPayment, retryRefund } from '#domain/payments/refunds.server.ts'
import { settleRefundOtherwise } from '#domain/payments/settling-refunds.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { requestWithdrawal, withdraw } from '#domain/sales/withdrawal.server.ts'
import { getGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { quoteCode } from '#domain/vouchers/use-code.server.ts'
import { addDays } from '#format/days.ts'
import type { CardDetails } from '#tests/stripe-double/stripe-objects.ts'
import { membershipNames, offerInput, type MembershipYear, type OfferName } from './membership-year.ts'

// What members, the office and banks do in a simulated year, by its random choices.

const nowhere = '203.0.113.7'
/** Cards that are declined later, and that ask each time. */
const [declinesLater, asksEachTime, isDeclined] = ['4000000000000341', '4000002760003184', '4000000000000002']

const select = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>(text, values)).rows

/** Runs a query whose rows are ids, and returns one of them. */
async function pick(year: MembershipYear, text: string, values: unknown[] = []): Promise<string | undefined> {
  return year.oneOf(await select<{ id: string }>(text, values))?.id
}

/** A card that pays, or one that fails later: declined, asking, or expiring within months. */
function newCard(year: MembershipYear): CardDetails {
  const kind = year.chance(0.3) ? year.below(3) : -1
  const [exp_year, exp_month] = addDays(year.state.day, kind === 2 ? 20 + year.below(200) : 9_000)
    .split('-')
    .map(Number) as [number, number]
  const number = [declinesLater, asksEachTime][kind] ?? '4242424242424242'
  return { number, exp_month, exp_year, cvc: '123' }
}

/** Types a card for an intent, as a browser does. A declined one leaves the order unpaid. */
async function payOnline(year: MembershipYear, member: Person, bookingId: string, card = newCard(year)) {
  const { ledger } = year.double
  const { intentId } = await requestIntent(member, { bookingId })
  const number = year.chance(0.04) ? isDeclined : card.number
  const intent = ledger.find(intentId)
  const { status } = ledger.confirm(intentId, {
    methodId: ledger.customers.addMethod({ ...card, number }).id,
    offSession: false,
    futureUsage: intent.customer === null ? null : 'off_session',
  })
  if (status === 'requires_action') ledger.answerChallenge(intentId, year.chance(0.9))
  // now and then the browser is closed, and a notice or a job reports the payment
  if (year.chance(0.85)) await savePayment(member, { intentId })
}

const anIban = 'DE89 3704 0044 0532 0130 00'

/** Gives a mandate, and begins a debit of a period as a browser does. */
async function payByDebit(year: MembershipYear, member: Person, orderId: string): Promise<void> {
  await acceptMandate(member, orderId)
  const { clientSecret } = await requestIntent(member, { bookingId: orderId })
  year.double.debit(clientSecret, anIban)
  year.count('debits')
  if (year.chance(0.85)) await reportDebit(member, orderId)
}

/** Stores a card for a setup, as a browser does. */
function typeCard(year: MembershipYear, setupId: string): void {
  const { ledger } = year.double
  const { status } = ledger.setups.confirm(setupId, ledger.customers.addMethod(newCard(year)).id)
  if (status === 'requires_action') ledger.setups.answerChallenge(setupId, true)
}

const deskPayment = (year: MembershipYear) =>
  year.oneOf([
    { method: 'cash' as const },
    { method: 'terminal' as const, slip: 'T 1' },
    { method: 'transfer' as const, bankedOn: addDays(year.state.day, -1) },
  ])!

/** Buys an offer online or at the desk, now and then with a code. */
async function buy(year: MembershipYear, member: Person, name: OfferName): Promise<void> {
  const code = name !== 'giftCard' && name !== 'trial' && year.chance(0.2) ? year.oneOf(year.codes)! : ''
  const { id } = year.offers[name]
  if (year.chance(0.25)) {
    await year.attempt(`${name} at the desk`, () =>
      sellOffer(year.admin, member.id, id, deskPayment(year), { code }),
    )
    return
  }
  await year.attempt(`${name} online`, async () => {
    const offer = await getOffer(member, id)
    const quote = code === '' ? null : await quoteCode(member, offer, code, nowhere)
    const consents = { renews: true, keepsCard: year.chance(0.8), beginsAtOnce: year.chance(0.8), code }
    const expectedPriceCents = quote?.amountCents ?? offer.priceCents
    const { orderId, isPaid } = await orderOffer(member, id, { ...consents, expectedPriceCents })
    const paysByDebit = offer.kind === 'membership' && year.chance(0.3)
    if (!isPaid) await (paysByDebit ? payByDebit : payOnline)(year, member, orderId)
  })
}

async function buyHour(year: MembershipYear, member: Person): Promise<void> {
  await year.attempt('hour', async () => {
    const { bookingId } = await holdSlot(member, { slotId: year.oneOf(year.slots)! })
    await choosePlan(member, bookingId, {
      plan: year.oneOf(['silver', 'gold', 'diamond'] as const)!,
      acceptsOverlap: true,
    })
    await payOnline(year, member, bookingId)
    const { setupId } = await beginRenewalCard(member, bookingId)
    typeCard(year, setupId)
    await renewAutomatically(member, bookingId, { setupId })
  })
}

/** What a person buys first, or again. */
async function buySomething(year: MembershipYear, member: Person): Promise<void> {
  const whim = year.below(100)
  if (whim < 66) return buy(year, member, membershipNames[[0, 0, 0, 1, 1, 2, 3][whim % 7]!]!)
  if (whim < 76) return buy(year, member, 'pack')
  if (whim < 84) return buy(year, member, 'class')
  if (whim < 91) return buy(year, member, 'trial')
  if (whim < 95) return buyHour(year, member)
  await buy(year, member, 'giftCard')
  const gift = await pick(
    year,
    `select order_id as id from vouchers join orders on orders.id = order_id where buyer_id = $1 and orders.state = 'paid'`,
    [member.id],
  )
  if (gift === undefined) return
  const { code } = await getGiftCard(member, gift)
  if (code !== null && !year.codes.includes(code)) year.codes.push(code)
}

async function bookSomeClass(year: MembershipYear, member: Person): Promise<void> {
  const lesson = await pick(
    year,
    `select id from lessons where kind = 'class' and state = 'planned' and starts_at > club_now()
      and on_date <= club_today() + $1::integer order by starts_at, id`,
    [year.below(15)],
  )
  if (lesson !== undefined) await year.attempt('places', () => bookClass(member, lesson))
}

/** A membership of the person changes by their own will. */
async function changeOwn(year: MembershipYear, member: Person): Promise<void> {
  const { offerId, priceCents } = await pickOffer(year)
  const changed = await year.attempt('changes', () =>
    changeMembership(member, offerId, { expectedPriceCents: priceCents }),
  )
  const membershipId = await runningMembership(member)
  if (!changed || membershipId === undefined) return
  undoChanges(year, membershipId)
  year.changes.push({
    membershipId,
    offerId,
    from: changed.from,
    at: new Date(),
    by: 'member',
    undoneAt: null,
  })
}

async function runningMembership({ id }: Person): Promise<string | undefined> {
  const [running] = await select<{ id: string }>(
    `select id from memberships where member_id = $1 and state = 'running'`,
    [id],
  )
  return running?.id
}

async function pickOffer(year: MembershipYear) {
  const { id, priceCents } = year.offers[year.oneOf(membershipNames)!]
  return { offerId: id, priceCents }
}

function undoChanges(year: MembershipYear, membershipId: string, by?: 'member' | 'club'): void {
  for (const change of year.changes)
    if (change.membershipId === membershipId && change.undoneAt === null && (by ?? change.by) === change.by)
      change.undoneAt = new Date()
}

const acts: [number, string, (year: MembershipYear, member: Person) => Promise<unknown>][] = [
  [60, '', bookSomeClass],
  [8, '', buySomething],
  [
    8,
    'places given back',
    async (year, member) => {
      const lesson = await pick(
        year,
        `select lesson_id as id from participants join lessons on lessons.id = lesson_id
          where member_id = $1 and participants.kind = 'class' and participants.state in ('booked', 'waiting') and starts_at > club_now()`,
        [member.id],
      )
      if (lesson !== undefined) await giveBackClass(member, lesson)
    },
  ],
  [
    4,
    'pauses',
    (year, member) => {
      const fromDay = addDays(year.state.day, 1 + year.below(20))
      return pauseMembership(member, { fromDay, untilDay: addDays(fromDay, 6 + year.below(40)) })
    },
  ],
  [2, 'pauses ended', (_, member) => endPause(member)],
  [3, 'cancellations', (_, member) => cancelMembership(member)],
  [1, 'cancellations taken back', (_, member) => takeBackCancellation(member)],
  [2, '', changeOwn],
  [
    1,
    'changes undone',
    async (year, member) => {
      await undoChange(member)
      undoChanges(year, (await runningMembership(member)) ?? '', 'member')
    },
  ],
  [1, 'cards removed', (_, member) => removeOwnCard(member)],
  [3, 'cards replaced', replaceCard],
  [
    2,
    'withdrawals',
    async (year, member) => {
      const order = await pick(
        year,
        `select id from orders where buyer_id = $1 and state = 'paid' and kind in ('pack', 'membership', 'gift_card')`,
        [member.id],
      )
      if (order !== undefined) await withdraw(member, order)
    },
  ],
  [1, 'withdrawals by letter', (_, member) => requestWithdrawal({ email: member.email }, nowhere)],
  [
    1,
    'hours stopped',
    async (year, member) => {
      const hour = await pick(
        year,
        `select id from bookings where buyer_id = $1 and state = 'paid' and renewal = 'automatic' and period = 'current'`,
        [member.id],
      )
      if (hour !== undefined) await stopAutomaticRenewal(member, hour)
    },
  ],
]
const weights = acts.flatMap(([weight], index) => Array<number>(weight).fill(index))

async function replaceCard(year: MembershipYear, member: Person): Promise<void> {
  if (year.chance(0.3)) {
    await acceptOwnMandate(member)
    const { setupId } = await beginCardChange(member, { takesDebit: true })
    year.double.typeAccount(setupId, anIban)
    await replaceOwnCard(member, { setupId })
    return
  }
  const { setupId } = await beginCardChange(member)
  typeCard(year, setupId)
  await replaceOwnCard(member, { setupId })
}

async function actAsMember(year: MembershipYear, member: Person): Promise<void> {
  const [, what, act] = acts[year.oneOf(weights)!]!
  await (what === '' ? act(year, member) : year.attempt(what, () => act(year, member)))
}

/** Those who owe a period pay it, put another card in, or let it go. */
async function answerBills(year: MembershipYear): Promise<void> {
  const bills = await select<{ id: string; buyerId: string; stopped: string | null; hasBegun: boolean }>(
    `select orders.id, buyer_id as "buyerId", stopped_because as stopped, repeats_id is not null or begins_at <= club_now() as "hasBegun"
    from orders left join collections on order_id = orders.id
    where (period > 1 or repeats_id is not null) and orders.state in ('held', 'paying') and (order_id is null or last_failure is not null or stopped_because is not null)
    order by orders.id`,
  )
  for (const { id, buyerId, hasBegun } of bills) {
    const member = year.members.find((each) => each.id === buyerId)!
    const whim = year.below(100)
    if (whim < 5) await year.attempt('periods paid online', () => payOnline(year, member, id))
    else if (whim < 10) await year.attempt('cards replaced', () => replaceCard(year, member))
    else if (whim < 14)
      await year.attempt('periods paid at the desk', () =>
        takeOrderPayment(year.admin, id, deskPayment(year)),
      )
    else if (hasBegun && whim === 14)
      await year.attempt('periods forgiven', () => forgiveRenewal(year.admin, id, { reason: 'Was ill' }))
    else if (hasBegun && whim === 15)
      await year.attempt('ended by the office', () => endUnpaidMembership(year.admin, id))
  }
}

async function actAsOffice(year: MembershipYear): Promise<void> {
  const { admin, chance } = year
  if (chance(0.06)) {
    const payment = await select<{ id: string; left: number }>(
      `select id, refundable_cents(payments) as left from payments
      where received_at > club_now() - interval '40 days' and refundable_cents(payments) > 0 order by id`,
    )
    const paid = year.oneOf(payment)
    if (paid)
      await year.attempt('refunds', () =>
        refundPayment(admin, {
          paymentId: paid.id,
          amountCents: chance(0.5) ? paid.left : 1 + year.below(paid.left),
          reason: 'Was ill',
          requestKey: randomUUID(),
        }),
      )
  }
  const atDesk = await pick(
    year,
    `select refunds.id from refunds join payments on payments.id = payment_id where state = 'pending' and method <> 'card' order by refunds.id`,
  )
  if (atDesk !== undefined && chance(0.4))
    await year.attempt('refunds handed back', () => recordDeskRefund(admin, atDesk, { method: 'cash' }))
  const failed = year.oneOf(await listFailedRefunds(admin))
  if (failed && chance(0.3))
    await year.attempt('failed refunds', async () => {
      if (chance(0.5)) return void (await retryRefund(admin, failed.refundId))
      await settleRefundOtherwise(admin, failed.refundId, { how: 'cash', why: 'Card closed' })
    })
}

const nextStatuses: Record<string, string[]> = {
  warning_needs_response: ['warning_closed', 'needs_response'],
  needs_response: ['under_review', 'lost', 'won'],
  under_review: ['won', 'lost'],
}

/** Debits are paid or refused after some days, and some are taken back within eight weeks. */
function answerDebits(year: MembershipYear): void {
  const { ledger } = year.double
  for (const { id, status, latest_charge } of ledger.intents()) {
    if (status === 'processing' && year.chance(0.25)) {
      const refusal = year.chance(0.12) ? year.oneOf(refusals)! : null
      ledger.answerDebit(id, refusal)
      year.count(refusal ? 'debits refused' : 'debits paid')
    }
    const isNew = year.state.nowMs - (ledger.chargedAt(id) ?? 0) < 56 * 86_400_000
    if (status === 'succeeded' && latest_charge?.startsWith('py_') && isNew && year.chance(0.003)) {
      if (ledger.disputes(id).length > 0 || ledger.refunds(id).length > 0) continue
      ledger.takeBack(id, year.oneOf(['debit_not_authorized', 'insufficient_funds']))
      year.count('debits taken back')
    }
  }
}
const refusals = [
  { code: 'insufficient_funds', message: 'The account has insufficient funds.' },
  { code: 'account_closed', message: 'The account is closed.' },
]

async function actAsBank(year: MembershipYear): Promise<void> {
  answerDebits(year)
  const { ledger } = year.double
  const charged = await pick(
    year,
    `select intent_id as id from payments where method = 'card' and card_brand <> 'sepa_debit' and received_at > club_now() - interval '60 days' order by id`,
  )
  if (charged !== undefined && year.chance(0.05) && ledger.disputes(charged).length === 0) {
    ledger.dispute(charged, { status: year.chance(0.3) ? 'warning_needs_response' : 'needs_response' })
    year.count('disputes')
  }
  for (const { id, status } of ledger.disputes()) {
    const next = year.oneOf(nextStatuses[status] ?? [])
    if (next && year.chance(0.1)) ledger.updateDispute(id, next)
  }
  const refund = year.oneOf(
    ledger
      .refunds()
      .slice(0, 20)
      .filter(({ status }) => status === 'succeeded'),
  )
  if (refund && year.chance(0.02)) {
    ledger.failRefund(refund.id)
    year.count('refunds failed at the bank')
  }
}

/** Marks the lists of yesterday; nine of ten came. */
const markYesterday = (year: MembershipYear) =>
  pool.query(
    `update participants set marked_by = $2,
      attendance = case when ascii(member_id::text) % 10 > 0 then 'attended' else 'missed' end
    from lessons where lessons.id = lesson_id and participants.kind = 'class' and participants.state = 'booked'
      and attendance is null and on_date = $1`,
    [addDays(year.state.day, -1), year.admin.id],
  )

/** What happens at an hour of a day. Five people a day join until all have. */
export async function liveThrough(year: MembershipYear, nth: number, hour: string): Promise<void> {
  if (hour === '12') {
    await markYesterday(year)
    for (const member of year.members.slice((nth - 1) * 5, nth * 5)) await buySomething(year, member)
    await answerBills(year)
    await actAsOffice(year)
    await actAsBank(year)
  }
  const joined = year.members.slice(0, nth * 5)
  for (let act = 0; act < joined.length / 15; act += 1) await actAsMember(year, year.oneOf(joined)!)
}

/** Plans another price for the members of an offer, from so many days on. */
export async function raisePrice(
  year: MembershipYear,
  name: (typeof membershipNames)[number],
  { price, days }: { price: number; days: number },
): Promise<void> {
  const { id } = await replaceOffer(year.admin, year.offers[name].id, offerInput(name, price))
  year.offers[name] = { id, priceCents: price * 100 }
  await planPriceChange(year.admin, id, { fromDay: addDays(year.state.day, days) })
  const told = await select<{ membershipId: string; from: Date }>(
    `select id as "membershipId", next_offer_from as from from memberships
    where next_offer_id = $1 and next_offer_by = 'club' and state = 'running'`,
    [id],
  )
  for (const { membershipId, from } of told) {
    undoChanges(year, membershipId)
    year.changes.push({ membershipId, from, offerId: id, at: new Date(), by: 'club', undoneAt: null })
    year.count('members told of a price')
  }
}

/** Takes the planned price of an offer back. */
export async function takeBackPrice(
  year: MembershipYear,
  name: (typeof membershipNames)[number],
): Promise<void> {
  const { id } = year.offers[name]
  const waiting = await select<{ membershipId: string }>(
    `select id as "membershipId" from memberships where next_offer_id = $1 and next_offer_by = 'club'`,
    [id],
  )
  await takeBackPriceChange(year.admin, id)
  for (const { membershipId } of waiting) undoChanges(year, membershipId, 'club')
}
