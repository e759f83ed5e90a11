import { findBrokenInvariants } from '#tests/invariants.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import {
  dayMs,
  groupBy,
  isOrdered,
  isPaid,
  type Pause,
  readRows,
  type Rows,
  select,
  type Source,
  stored,
} from './membership-year-rows.ts'
import type { MembershipYear } from './membership-year.ts'

// Counts a simulated year again from raw rows and from the double's ledger: slowly, by its own rules, and without a
// function or view of the club.

/** Returns the problems of the year so far, as sentences with the id of what they are about. */
export async function recount(year: MembershipYear, source: Source = stored): Promise<string[]> {
  const rows = await readRows(source)
  return [
    ...countPeriods(year, rows),
    ...countCharges(year, rows),
    ...countTakenBack(year, rows),
    ...countClasses(rows),
    ...countPrices(year, rows),
    ...(await countInvoices(source, rows)),
    ...(await countVouchers(source, rows)),
    ...(await countLetters(year, source, rows)),
    ...(await countMoney(year, source)),
    ...(await findBrokenInvariants()).map(({ invariant, detail }) => `invariant: ${invariant} ${detail}`),
  ]
}

/** Each membership has each of its periods once, one after the other, on the days of its first payment and its pauses. */
function countPeriods(
  { zone }: MembershipYear,
  { orders, offers, memberships, pauses, debited, now }: Rows,
): string[] {
  const problems: string[] = []
  const ordersOf = groupBy(orders, ({ membershipId }) => membershipId)
  const pausesOf = groupBy(pauses, ({ membershipId }) => membershipId)
  for (const membership of memberships) {
    const note = (what: string) => void problems.push(`${what}: ${membership.id}`)
    const live = (ordersOf.get(membership.id) ?? []).filter(isOrdered)
    live.sort((one, other) => one.period! - other.period!)
    const periods = live.map(({ period }) => period)
    if (new Set(periods).size < periods.length) note('a period was ordered twice')
    if (periods.some((period, index) => period !== index + 1) && new Set(periods).size === periods.length)
      note('a period was left out')
    const [first] = live
    const last = live.at(-1)
    if (!first?.paidAt || !last) {
      if (membership.state === 'running') note('a membership runs unpaid')
      continue
    }
    let [months, before] = [0, first.paidAt]
    for (const order of live) {
      months += offers.get(order.offerId!)!.periodMonths!
      const end = endOf(zone, first.paidAt, months, pausesOf.get(membership.id) ?? [])
      const isOver = order.period === 1 && membership.overBecause === 'withdrawn'
      if (order.beginsAt?.getTime() !== before.getTime() && !isOver)
        note('a period does not begin where the last one ends')
      if (order.untilAt?.getTime() !== end.getTime() && !isOver)
        note(`period ${order.period} ends ${order.untilAt?.toISOString()} instead of ${end.toISOString()}`)
      before = order.untilAt ?? before
    }
    const unpaid = live.filter((order) => !isPaid(order))
    if (unpaid.length > 1 || (unpaid.length === 1 && unpaid[0] !== last))
      note('a period follows an unpaid one')
    // the jobs run several times a day
    const overdue = now.getTime() - dayMs
    if (membership.state === 'running') {
      const end = isPaid(last) ? last.untilAt : last.holdExpiresAt
      if (end && end.getTime() < overdue && !debited.has(last.id)) note('a membership runs after its end')
      if (membership.endsAt === null && isPaid(last) && last.untilAt!.getTime() < now.getTime() + 12 * dayMs)
        note('the next period is not ordered')
    }
    if (
      membership.endsAt &&
      live.some(({ beginsAt, paidAt }) => paidAt && beginsAt && beginsAt >= membership.endsAt!)
    )
      note('a period after the end was charged')
  }
  return problems
}

/** The end of a period: so many months after the first payment, and later by the pauses that began before it. */
function endOf(zone: string, anchor: Date, months: number, pauses: Pause[]): Date {
  let days = 0
  const end = () => {
    const local = Temporal.Instant.from(anchor.toISOString()).toZonedDateTimeISO(zone).toPlainDateTime()
    return new Date(local.add({ months, days }).toZonedDateTime(zone).epochMilliseconds)
  }
  for (const { fromDay, untilDay, createdAt } of pauses)
    if (end() > createdAt) days += (Date.parse(untilDay) - Date.parse(fromDay)) / dayMs
  return end()
}

/** Each order is charged once if it is paid, and what was charged otherwise went back. */
function countCharges({ double }: MembershipYear, { orders, payments, refunds }: Rows): string[] {
  const problems: string[] = []
  const paymentsOf = groupBy(payments, ({ orderId }) => orderId)
  const refundsOf = groupBy(refunds, ({ paymentId }) => paymentId)
  const charges = new Map<string, number[]>()
  for (const { id, status, metadata, amount_received: received } of double.ledger.intents()) {
    if (status !== 'succeeded') continue
    const back = double.ledger
      .refunds(id)
      .filter((refund) => refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    const orderId = metadata['bookingId'] ?? ''
    if (received > back) charges.set(orderId, [...(charges.get(orderId) ?? []), received])
  }
  for (const order of orders) {
    const { id, state, amountCents } = order
    const note = (what: string) => void problems.push(`${what}: ${order.kind} ${id}`)
    const charged = charges.get(id) ?? []
    const paid = paymentsOf.get(id) ?? []
    const atDesk = paid.filter(({ method }) => method !== 'card').map((payment) => payment.amountCents)
    const kept = [...charged, ...atDesk]
    if (kept.length > 1 || paid.length > 1) note('an order was charged twice')
    if (kept.some((cents) => cents !== amountCents)) note('another amount was charged')
    if (isPaid(order) && amountCents > 0 && paid.length === 0) note('an order is paid without money')
    // money that came too late goes back
    const isGoingBack = state === 'refund_due' || state === 'refunded'
    if (!isPaid(order) && !isGoingBack && paid.length > 0) note('an order was paid, and is not the buyer’s')
    if (!isPaid(order) && state !== 'held' && state !== 'paying' && charged.length > 0)
      note('an order that nobody has was charged')
    const back = paid
      .flatMap((payment) => refundsOf.get(payment.id) ?? [])
      .filter((each) => each.state !== 'failed')
    if (back.reduce((sum, refund) => sum + refund.amountCents, 0) > amountCents)
      note('more went back than was paid')
  }
  return problems
}

/** What a bank took back is owed again once, and a period keeps no more than its price. */
function countTakenBack({ double }: MembershipYear, { orders, payments, refunds }: Rows): string[] {
  const problems: string[] = []
  const repeatOf = groupBy(orders, ({ repeatsId }) => repeatsId)
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]))
  const netPaidFor = (orderId: string) => {
    const payment = paymentOf.get(orderId)
    const back = refunds.filter(({ paymentId, state }) => paymentId === payment?.id && state === 'succeeded')
    return (payment?.amountCents ?? 0) - back.reduce((sum, { amountCents }) => sum + amountCents, 0)
  }
  const takenBack = new Set<string>()
  for (const { payment_intent: intentId, charge, amount } of double.ledger.disputes()) {
    if (!charge.startsWith('py_')) continue
    const orderId = double.ledger.find(intentId).metadata['bookingId'] ?? ''
    takenBack.add(orderId)
    const repeats = repeatOf.get(orderId) ?? []
    if (repeats.length !== 1 || repeats[0]?.priceCents !== amount)
      problems.push(`what was taken back is owed ${repeats.length} times: ${orderId}`)
    const net = netPaidFor(orderId) - amount + repeats.reduce((sum, { id }) => sum + netPaidFor(id), 0)
    if (net > (paymentOf.get(orderId)?.amountCents ?? 0)) problems.push(`a period was paid twice: ${orderId}`)
  }
  for (const id of repeatOf.keys()) if (!takenBack.has(id)) problems.push(`owed again without cause: ${id}`)
  return problems
}

/** Checks that no person was in more classes than an order gives, nor on other days, nor with what was refunded. */
function countClasses({ orders, offers, pauses, places, refunds, payments, tries }: Rows): string[] {
  const problems: string[] = []
  const triesOf = groupBy(tries, ({ orderId }) => orderId)
  const placesOf = groupBy(places, ({ orderId }) => orderId)
  const pausesOf = groupBy(pauses, ({ membershipId }) => membershipId)
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]))
  for (const order of orders) {
    const note = (what: string) => void problems.push(`${what}: ${order.kind} ${order.id}`)
    const taken = (placesOf.get(order.id) ?? []).filter(
      ({ state, attendance }) => (state === 'booked' || state === 'late') && attendance !== 'excused',
    )
    if (taken.length === 0) continue
    const offer = order.offerId === null ? null : offers.get(order.offerId)
    const given = offer ? offer.classes : 6
    if (given !== null && given !== undefined && taken.length > given)
      note('more classes were used than paid')
    const back = refunds.filter(
      ({ paymentId, state }) => paymentId === paymentOf.get(order.id)?.id && state === 'succeeded',
    )
    const isAllBack = back.reduce((sum, refund) => sum + refund.amountCents, 0) === order.amountCents
    const lastBack = Math.max(...back.map(({ settledAt }) => settledAt?.getTime() ?? 0))
    for (const { memberId, startsAt, bookedAt, day, state } of taken) {
      if (memberId !== order.buyerId) note('a class was used by another person')
      if (state === 'booked' && order.beginsAt && (startsAt < order.beginsAt || startsAt >= order.untilAt!))
        note('a class was used on another day')
      if (
        state === 'booked' &&
        (pausesOf.get(order.membershipId ?? '') ?? []).some(
          ({ fromDay, untilDay }) => day >= fromDay && day < untilDay,
        )
      )
        note('a class was used in a pause')
      const isDebited = triesOf
        .get(order.id)
        ?.some(
          ({ askedAt, answeredAt, outcome }) =>
            bookedAt >= askedAt && (outcome === 'processing' || !answeredAt || bookedAt <= answeredAt),
        )
      const isAhead = order.period! > 1 && (bookedAt < order.beginsAt! || isDebited)
      if ((!order.paidAt || bookedAt < order.paidAt) && !isAhead)
        note('a class was booked before it was paid')
      if (isAllBack && order.amountCents > 0 && startsAt.getTime() > lastBack)
        note('a class was used after its money went back')
    }
  }
  return problems
}

/** Each period has the price that its member agreed to, or was told of 30 days before. */
function countPrices({ changes, sent, members }: MembershipYear, { orders, offers, pauses }: Rows): string[] {
  const problems: string[] = []
  const addressOf = new Map(members.map(({ id, email }) => [id, email]))
  const announcements = groupBy(
    [...sent.values()].filter(({ subject, text }) => /price|costs/i.test(subject + text)),
    ({ to }) => to,
  )
  const paused = new Set(pauses.map(({ membershipId }) => membershipId))
  for (const [membershipId, all] of groupBy(orders, (order) => order.membershipId)) {
    const live = all.filter(isOrdered).toSorted((one, other) => one.period! - other.period!)
    live.forEach((order, index) => {
      const note = (what: string) => void problems.push(`${what}: ${order.id}`)
      if (order.priceCents !== offers.get(order.offerId!)?.priceCents)
        note('a period has another price than its offer')
      const before = live[index - 1]
      if (!before) return
      const own = changes.filter(
        ({ membershipId: changed, at, undoneAt }) =>
          changed === membershipId && at <= order.createdAt && !(undoneAt && undoneAt < order.createdAt),
      )
      if (before.offerId !== order.offerId) {
        const change = own.findLast(
          ({ offerId, from }) => offerId === order.offerId && from <= order.beginsAt!,
        )
        if (!change) return note('a period has terms that nobody agreed to')
        if (change.by === 'club' && order.beginsAt!.getTime() - change.at.getTime() < 30 * dayMs)
          note('a price was charged less than 30 days after it was told')
        const letters = announcements.get(addressOf.get(order.buyerId)!) ?? []
        if (
          change.by === 'club' &&
          !letters.some(({ at }) => Math.abs(at.getTime() - change.at.getTime()) < dayMs)
        )
          note('a price was told by no letter')
      } else if (
        own.some(({ by, from }) => by === 'club' && from <= order.beginsAt!) &&
        !paused.has(membershipId)
      ) {
        if (own.some(({ offerId, by }) => by === 'club' && offerId !== order.offerId))
          note('an announced price was not charged')
      }
    })
  }
  return problems
}

/** Invoices of a year are numbered without a gap, one for each payment and each refund that went back. */
async function countInvoices(source: Source, { orders, payments, refunds }: Rows): Promise<string[]> {
  type Invoice = {
    year: number
    ordinal: number
    paymentId: string
    refundId: string | null
    amountCents: number
    givenAt: Date
  }
  const invoices = await select<Invoice>(source, 'select * from invoices order by year, ordinal')
  const problems: string[] = []
  for (const [year, ofYear] of groupBy(invoices, (invoice) => String(invoice.year)))
    if (ofYear.some(({ ordinal }, index) => ordinal !== index + 1))
      problems.push(`the invoices of ${year} have a gap`)
  const first = groupBy(
    invoices.filter(({ refundId }) => refundId === null),
    ({ paymentId }) => paymentId,
  )
  const repeats = new Set(orders.flatMap(({ id, repeatsId }) => (repeatsId === null ? [] : [id])))
  for (const { id, orderId, amountCents } of payments) {
    // what is paid again has the invoice of its period
    if (repeats.has(orderId)) {
      if (first.has(id)) problems.push(`a period that is paid again has two invoices: ${id}`)
      continue
    }
    const ofPayment = first.get(id) ?? []
    if (ofPayment.length !== 1 || ofPayment[0]?.amountCents !== amountCents)
      problems.push(`a payment has ${ofPayment.length} invoices: ${id}`)
  }
  const ofRefunds = groupBy(invoices, ({ refundId }) => refundId)
  for (const { id, paymentId, state, amountCents } of refunds) {
    if (paymentId === null || state !== 'succeeded') continue
    const ofRefund = ofRefunds.get(id) ?? []
    if (ofRefund.length !== 1 || ofRefund[0]?.amountCents !== -amountCents)
      problems.push(`a refund has ${ofRefund.length} invoices: ${id}`)
  }
  return problems
}

/** Gift cards and codes gave no more than they are worth. */
async function countVouchers(source: Source, rows: Rows): Promise<string[]> {
  type Voucher = {
    id: string
    kind: string
    valueCents: number | null
    mostUses: number | null
    mostUsesEach: number | null
    percent: number | null
    offCents: number | null
    periods: number | null
  }
  type Use = {
    voucherId: string
    orderId: string
    period: number | null
    cents: number
    returnedCents: number
    returnedAt: Date | null
    buyerId: string
    giftCents: number
    discountCents: number
  }
  const vouchers = await select<Voucher>(source, 'select * from vouchers')
  const uses = groupBy(
    await select<Use>(
      source,
      `select voucher_id, order_id, period, cents, returned_cents, returned_at, buyer_id, gift_cents, discount_cents
      from voucher_uses join orders on orders.id = order_id`,
    ),
    ({ voucherId }) => voucherId,
  )
  const problems: string[] = []
  for (const { id, kind, valueCents, mostUses, mostUsesEach } of vouchers) {
    const all = uses.get(id) ?? []
    // what was promised for later periods is no use of its own
    const live = all.filter(({ returnedAt, period }) => returnedAt === null && (period ?? 1) === 1)
    const spent = all.reduce((sum, use) => sum + use.cents - use.returnedCents, 0)
    if (kind === 'gift_card' && spent > (valueCents ?? 0)) problems.push(`a gift card was overspent: ${id}`)
    if (all.some((use) => use.cents !== use.giftCents + use.discountCents))
      problems.push(`a code took off something else: ${id}`)
    if (mostUses !== null && live.length > mostUses) problems.push(`a code was used too often: ${id}`)
    if (
      mostUsesEach !== null &&
      [...groupBy(live, ({ buyerId }) => buyerId).values()].some((own) => own.length > mostUsesEach)
    )
      problems.push(`a code was used too often by one: ${id}`)
  }
  const codeOf = new Map(
    vouchers
      .filter(({ kind }) => kind === 'discount')
      .flatMap((code) => (uses.get(code.id) ?? []).map(({ orderId }) => [orderId, code] as const)),
  )
  const memberships = groupBy(rows.orders.filter(isOrdered), ({ membershipId }) => membershipId)
  for (const periods of memberships.values()) {
    const first = periods.find(({ period }) => period === 1)
    const code = first && codeOf.get(first.id)
    for (const { id, period, priceCents, discountCents, amountCents } of periods) {
      const isPromised = code !== undefined && (code.periods === null || period! <= code.periods)
      const promised = isPromised ? (code.offCents ?? Math.ceil((priceCents * code.percent!) / 100)) : 0
      // what the office forgives costs nothing
      if (discountCents !== promised && amountCents > 0) problems.push(`a period has another discount: ${id}`)
    }
  }
  return problems
}

type Letter = { id: string; cause: string; letter: string; handedOverAt: Date | null }

/** Each letter that is due was sent, once. */
async function countLetters(
  year: MembershipYear,
  source: Source,
  { orders, refunds, memberships }: Rows,
): Promise<string[]> {
  const letters = await select<Letter>(source, 'select id, cause, letter, handed_over_at from letters')
  const problems: string[] = []
  for (const { to, subject, copies } of year.sent.values())
    if (copies !== 1) problems.push(`a letter was handed over ${copies} times: ${subject} to ${to}`)
  if (letters.filter(({ handedOverAt }) => handedOverAt).length !== year.sent.size)
    problems.push('other letters were handed over than the mail server got')
  for (const { letter, cause, handedOverAt } of letters)
    if (!handedOverAt) problems.push(`a letter waits: ${letter} ${cause}`)
  const number = new Map<string, number>()
  for (const { cause } of letters) number.set(cause, (number.get(cause) ?? 0) + 1)
  const expectOne = (cause: string, isDue = true) => {
    const found = number.get(cause) ?? 0
    if (found > 1 || (isDue && found === 0)) problems.push(`${found} letters instead of one: ${cause}`)
    if (!isDue && found > 0) problems.push(`a letter too many: ${cause}`)
  }
  for (const order of orders) {
    const { id, kind, period, paidAt, beginsAt, createdAt, state } = order
    if (order.repeatsId !== null) expectOne(`debit-taken-back ${id}`)
    else if (paidAt && kind !== 'hour')
      expectOne(kind === 'gift_card' ? `gift-card-bought ${id}` : `offer-bought ${id}`)
    if (!period || period === 1 || !beginsAt) continue
    const remindedAt = beginsAt.getTime() - 7 * dayMs
    const wasOpen = paidAt ? paidAt.getTime() > remindedAt + dayMs : state !== 'cancelled'
    if (wasOpen && createdAt.getTime() < beginsAt.getTime() - dayMs && year.state.nowMs > remindedAt + dayMs)
      expectOne(`membership-renews ${id}`)
  }
  const tries = await select<{ orderId: string; try: number; outcome: string; kind: string }>(
    source,
    'select order_id, try, outcome, kind from collection_tries join orders on orders.id = order_id',
  )
  for (const { orderId, try: nth, outcome, kind } of tries)
    if (kind === 'membership')
      expectOne(
        `membership-not-charged ${orderId} ${nth}`,
        ['declined', 'bank asks', 'never again'].includes(outcome),
      )
  for (const { id, state, paymentId } of refunds)
    if (paymentId !== null && state === 'succeeded') expectOne(`payment-refunded ${id}`)
  for (const { id, overBecause } of memberships) {
    if (overBecause !== 'not paid') continue
    const periods = orders.filter(({ membershipId }) => membershipId === id).map((order) => order.id)
    const over = orders.find(
      ({ membershipId, state, period, repeatsId }) =>
        state === 'expired' &&
        ((membershipId === id && period! > 1) || (repeatsId !== null && periods.includes(repeatsId))),
    )
    if (over) expectOne(`membership-over ${over.id}`)
    else problems.push(`a membership is over without an unpaid period: ${id}`)
  }
  const sentOf = (name: string) => letters.filter(({ letter }) => letter === name).length
  const agreed = (what: string) => year.counts[what] ?? 0
  if (sentOf('membership-cancelled') > agreed('cancellations'))
    problems.push('more cancellations were told than made')
  return problems
}

/** The balance is the processor's own ledger and what moved at the desk. */
async function countMoney({ double }: MembershipYear, source: Source): Promise<string[]> {
  const [desk] = await select<{ cents: number }>(
    source,
    `select (select coalesce(sum(amount_cents), 0) from payments where method <> 'card')::integer
      - (select coalesce(sum(amount_cents), 0) from refunds where handed_back is not null)::integer as cents`,
  )
  const [books] = await select<{ cents: number }>(
    source,
    'select coalesce(sum(cents), 0)::integer as cents from ledger',
  )
  const expected = double.ledger.account.netCents() + desk!.cents
  return [
    ...(books!.cents === expected
      ? []
      : [`the ledger is ${books!.cents}, processor and desk are ${expected}`]),
    ...(await findLedgerDifferences(double)),
  ]
}
