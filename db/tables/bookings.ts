import type { Generated } from 'kysely'
import type { CreatedAt, MaybeTimestamp } from './column-types.ts'
import type { PlanName } from './offer.ts'
import type { OrderState } from './orders.ts'

export type BookingState = OrderState

/** Current: has the slot now. Upcoming: has it from the end of the month before. */
export type BookingPeriod = 'current' | 'upcoming'

/** The holder's decision about the following month; closed by the trainer. */
export type Renewal = 'undecided' | 'automatic' | 'declined' | 'closed'

type BookingsTable = {
  id: Generated<string>
  slotId: string
  buyerId: string
  state: Generated<OrderState>
  plan: PlanName | null
  /** Of the plan when it was chosen; set by a trigger, like the classes. */
  surchargeCents: number | null
  planClasses: number | null
  slotPriceCents: number
  /** Set by a trigger, like the hour. */
  heldSlot: string | null
  heldHour: number | null
  amountCents: number | null
  currency: Generated<string>
  attempt: Generated<number>
  holdExpiresAt: MaybeTimestamp
  paidAt: MaybeTimestamp
  paidUntil: MaybeTimestamp
  createdAt: CreatedAt
  changedAt: Generated<Date>
  network: string | null
  period: Generated<BookingPeriod>
  followsId: string | null
  renewal: Generated<Renewal>
  /** When the holder was told of the next charge of an automatic renewal. */
  renewalToldAt: MaybeTimestamp
  /** Set by a trigger, as are the next two. */
  anchorAt: MaybeTimestamp
  monthNumber: Generated<number>
  beginsAt: MaybeTimestamp
  discountCents: Generated<number>
  discountReason: string | null
  forDesk: Generated<boolean>
  extendedDays: Generated<number>
  carriedDays: Generated<number>
  movedAt: MaybeTimestamp
  /** The buyer agreed to another hour of theirs at the same time. */
  overlapAcceptedAt: MaybeTimestamp
}

type MonthsTable = {
  bookingId: string
  weekdays: string[]
  startHour: number
  datesFrom: Date
  datesUntil: Date
  policyVersion: number
}

type FirstRefusalsTable = {
  slotId: string
  /** The month that could not be renewed. */
  bookingId: string
  /** Null until the slot can be sold again. */
  until: MaybeTimestamp
}

export type BookingsTables = {
  firstRefusals: FirstRefusalsTable
  bookings: BookingsTable
  months: MonthsTable
}
