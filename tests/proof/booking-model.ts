import { maxHolds, type BookingState, type PlanName } from '#domain/bookings/bookings.rules.ts'
import { priceWithPlan } from '#tests/plan-prices.ts'

type ModelBooking = {
  id: string
  slot: number
  buyer: number
  state: BookingState
  plan: PlanName | null
  paidCents: number
  refundedCents: number
  /** Paid in cash instead of by card. */
  inCash: boolean
}

/** A simple in-memory model of bookings, to compare the club with. */
export function createBookingModel(slotPriceCents: number) {
  const bookings = new Map<string, ModelBooking>()
  const live = (slot: number) =>
    [...bookings.values()].find(
      (each) => each.slot === slot && ['held', 'paying', 'paid'].includes(each.state),
    )
  const holdsOf = (buyer: number) =>
    [...bookings.values()].filter((each) => each.buyer === buyer && ['held', 'paying'].includes(each.state))
  const find = (id: string) => bookings.get(id)!

  return {
    bookings: () => [...bookings.values()],
    live,
    holdsOf,
    /** Whether this person can hold this slot now, without competitors. */
    mayHold: (slot: number, buyer: number): boolean => {
      const taken = live(slot)
      if (taken) return taken.buyer === buyer && taken.state !== 'paid'
      return holdsOf(buyer).length < maxHolds
    },
    hold(id: string, slot: number, buyer: number): void {
      if (!bookings.has(id))
        bookings.set(id, {
          id,
          slot,
          buyer,
          state: 'held',
          plan: null,
          paidCents: 0,
          refundedCents: 0,
          inCash: false,
        })
    },
    /** Whether a plan can be chosen, an intent be requested, or the hold be released. */
    isOpen: (id: string): boolean => ['held', 'paying'].includes(find(id).state),
    choose(id: string, plan: PlanName): void {
      const booking = find(id)
      if (booking.plan !== plan) booking.state = 'held'
      booking.plan = plan
    },
    priceOf(id: string): number {
      const { plan } = find(id)
      return plan === null ? 0 : priceWithPlan(slotPriceCents, plan)
    },
    begin: (id: string): void => void (find(id).state = 'paying'),
    pay(id: string): void {
      const booking = find(id)
      booking.state = 'paid'
      booking.paidCents = this.priceOf(id)
    },
    takeCash(id: string, plan: PlanName, discountCents: number): void {
      const booking = find(id)
      const paidCents = priceWithPlan(slotPriceCents, plan) - discountCents
      Object.assign(booking, { state: 'paid', plan, paidCents, inCash: true })
    },
    letGo: (id: string): void => void (find(id).state = 'cancelled'),
    expire: (id: string): void => void (find(id).state = 'expired'),
    end: (id: string): void => void (find(id).state = 'ended'),
    refund(id: string, cents: number): void {
      const booking = find(id)
      booking.refundedCents += cents
      if (booking.refundedCents === booking.paidCents && booking.state === 'paid') booking.state = 'refunded'
    },
    balanceCents: (of: (booking: ModelBooking) => boolean = () => true): number =>
      [...bookings.values()].filter(of).reduce((sum, each) => sum + each.paidCents - each.refundedCents, 0),
  }
}
