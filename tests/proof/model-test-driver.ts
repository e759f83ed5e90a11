import { randomUUID } from 'node:crypto'
import { DomainError } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { listRefundsDue } from '#domain/ledger/desk-day.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { expireHold } from '#tests/factories.ts'
import { priceWithPlan } from '#tests/plan-prices.ts'
import type { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { createBookingModel } from './booking-model.ts'
import { deliverEvent, runPendingRefunds } from './stripe-club.ts'

type ModelTestOptions = {
  people: Person[]
  slots: string[]
  admin: Person
  double: StripeDouble
  random: () => number
}

/** The differences between club and model. */
export class ModelMismatch extends Error {}

const refused = (error: unknown) => {
  if (!(error instanceof DomainError)) throw error
  return null
}

/** Runs random actions on the club and on the model. */
export function createModelTest({ people, slots, admin, double, random }: ModelTestOptions) {
  const model = createBookingModel(5_000)
  const counts: Record<string, number> = {}
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const personOf = (buyer: number) => people[buyer] as Person

  /** Runs an action and compares its success with the model's expectation. */
  const act = async <Answer>(what: string, allowed: boolean, work: () => Promise<Answer>) => {
    counts[what] = (counts[what] ?? 0) + 1
    const answer = await work().catch((error: unknown) => {
      if (allowed && error instanceof DomainError)
        throw new ModelMismatch(`${what} was refused: ${error.message}`)
      return refused(error)
    })
    if (answer !== null && !allowed) throw new ModelMismatch(`${what} was not refused`)
    return answer
  }

  const open = () => model.bookings().filter(({ id }) => model.isOpen(id))
  const anyBooking = () => pick(random() < 0.75 ? open() : model.bookings())

  const acts = {
    async hold() {
      const [slot, buyer] = [Math.floor(random() * slots.length), Math.floor(random() * people.length)]
      const held = await act('hold', model.mayHold(slot, buyer), () =>
        holdSlot(personOf(buyer), { slotId: slots[slot] }),
      )
      if (held) model.hold(held.bookingId, slot, buyer)
    },
    /** Several people hold one free slot concurrently; one succeeds. */
    async race() {
      const slot = Math.floor(random() * slots.length)
      const buyers = new Set(Array.from({ length: 6 }, () => Math.floor(random() * people.length)))
      const able = [...buyers].filter((buyer) => model.mayHold(slot, buyer) && !model.live(slot))
      if (able.length < 2) return
      counts['race'] = (counts['race'] ?? 0) + 1
      const results = await Promise.allSettled(
        able.map(async (buyer) => {
          const { bookingId } = await holdSlot(personOf(buyer), { slotId: slots[slot] })
          return { bookingId, buyer }
        }),
      )
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (won.length !== 1) throw new ModelMismatch(`${won.length} people won a race for one hour`)
      for (const { bookingId, buyer } of won) model.hold(bookingId, slot, buyer)
    },
    async choose() {
      const booking = anyBooking()
      const plan = pick<PlanName>(['silver', 'gold', 'diamond'])
      if (!booking || !plan) return
      const chosen = await act('choose a plan', model.isOpen(booking.id), () =>
        choosePlan(personOf(booking.buyer), booking.id, { plan, acceptsOverlap: true }),
      )
      if (chosen) model.choose(booking.id, plan)
    },
    async pay() {
      const booking = anyBooking()
      if (!booking) return
      const isPayable = model.isOpen(booking.id) && booking.plan !== null
      const buyer = personOf(booking.buyer)
      const intent = await act('ask for an intent', isPayable, () =>
        requestIntent(buyer, { bookingId: booking.id }),
      )
      if (!intent) return
      model.begin(booking.id)
      if (intent.amountCents !== model.priceOf(booking.id))
        throw new ModelMismatch('the intent has another amount')
      const chance = random()
      if (chance < 0.2) return
      if (chance < 0.35) return decline(intent.clientSecret)
      double.pay(intent.clientSecret)
      counts['pay'] = (counts['pay'] ?? 0) + 1
      const event = double.events.all().at(-1)
      // the browser's save and the webhook event, both or one of them, concurrently
      const saves = [
        () => savePayment(buyer, { intentId: intent.intentId }),
        () => deliverEvent(double, event!),
      ]
      await Promise.all((chance < 0.6 ? saves : saves.slice(chance < 0.8 ? 0 : 1)).map((save) => save()))
      model.pay(booking.id)
    },
    /** Two admins take a cash payment of one booking concurrently, sometimes with a discount of up to 100 percent. */
    async takeCash() {
      const booking = anyBooking()
      const plan = pick<PlanName>(['silver', 'gold', 'diamond'])
      if (!booking || !plan) return
      const discountCents = pick([0, 0, 0, 500, priceWithPlan(5_000, plan)]) ?? 0
      const taken = {
        plan,
        method: 'cash' as const,
        discountCents,
        discountReason: 'By chance',
        acceptsOverlap: true,
      }
      const take = () => takePayment(admin, booking.id, taken).catch(refused)
      const isOpen = model.isOpen(booking.id)
      counts['take cash'] = (counts['take cash'] ?? 0) + 1
      const sales = (await Promise.all([take(), take()])).filter((sale) => sale !== null)
      if (sales.length !== (isOpen ? 1 : 0)) throw new ModelMismatch(`${sales.length} sales of one booking`)
      if (isOpen) model.takeCash(booking.id, plan, discountCents)
    },
    async letGo() {
      const booking = anyBooking()
      if (!booking) return
      const isOver = ['expired', 'cancelled'].includes(booking.state)
      const done = await act('let go', isOver || model.isOpen(booking.id), () =>
        releaseHold(personOf(booking.buyer), booking.id),
      )
      if (done && !isOver) model.letGo(booking.id)
    },
    async expire() {
      const booking = pick(open())
      if (!booking) return
      await expireHold(booking.id)
      await act('expire', true, expireHolds)
      model.expire(booking.id)
    },
    /** Ends the month of a booking, which frees its slot. */
    async end() {
      const booking = pick(model.bookings().filter(({ state }) => state === 'paid'))
      if (!booking) return
      await db.updateTable('bookings').set({ paidUntil: clubNow }).where('id', '=', booking.id).execute()
      await act('end', true, endPaidBookings)
      model.end(booking.id)
    },
    async refund() {
      const booking = pick(model.bookings().filter(({ paidCents }) => paidCents > 0))
      if (!booking) return
      const leftCents = booking.paidCents - booking.refundedCents
      const amountCents = random() < 0.3 ? leftCents : Math.ceil(random() * booking.paidCents)
      const { id: paymentId } = await db
        .selectFrom('payments')
        .where('bookingId', '=', booking.id)
        .select('id')
        .executeTakeFirstOrThrow()
      const requestKey = randomUUID()
      const request = { paymentId, amountCents, reason: 'By chance', requestKey }
      const isPossible = amountCents >= 1 && amountCents <= leftCents
      const press = () => act('refund', isPossible, () => refundPayment(admin, request))
      // a double click
      if ((await Promise.all([press(), press()]))[0]) model.refund(booking.id, amountCents)
      await runPendingRefunds()
      for (const due of await listRefundsDue(admin))
        await recordDeskRefund(admin, due.refundId, { method: 'cash' })
    },
  }
  const decline = (secret: string) => {
    try {
      double.pay(secret, '4000000000000002')
    } catch {
      counts['decline'] = (counts['decline'] ?? 0) + 1
    }
  }
  const drawn = [
    ...Array<keyof typeof acts>(8).fill('hold'),
    ...Array<keyof typeof acts>(6).fill('choose'),
    ...Array<keyof typeof acts>(7).fill('pay'),
    ...Array<keyof typeof acts>(3).fill('takeCash'),
    ...(['race', 'race', 'letGo', 'expire', 'expire', 'end', 'end', 'refund', 'refund', 'refund'] as const),
  ]
  return { model, counts, race: acts.race, step: () => acts[pick(drawn) ?? 'hold']() }
}

/** Returns the differences between the bookings of the database and of the model. */
export async function compareWithModel(model: ReturnType<typeof createBookingModel>): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.bookingId', 'bookings.id')
    .select(['bookings.id', 'state', 'plan', 'payments.amountCents as paidCents', 'refundedCents'])
    .execute()
  const actual = rows.map(
    (row) => `${row.id} ${row.state} ${row.plan} ${row.paidCents ?? 0} ${row.refundedCents ?? 0}`,
  )
  const expected = model
    .bookings()
    .map((each) => `${each.id} ${each.state} ${each.plan} ${each.paidCents} ${each.refundedCents}`)
  return [...new Set(actual).symmetricDifference(new Set(expected))].sort()
}
