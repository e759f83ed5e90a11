import type { Generated } from 'kysely'
import type { CreatedAt, Day, MaybeTimestamp } from './column-types.ts'

export type OrderState =
  | 'held'
  | 'paying'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'refund_due'
  | 'refunded'
  | 'ended'

export type OrderKind = 'hour' | 'membership' | 'pack' | 'class' | 'trial' | 'gift_card'

type OrdersTable = {
  id: Generated<string>
  kind: OrderKind
  /** The payer. */
  buyerId: string
  /** The person whom it is for. */
  holderId: string
  /** Guardian who ordered and pays for the buyer, and is named on the invoice. */
  guardianId: string | null
  state: Generated<OrderState>
  /** Null for an hour, which is named by its booking. */
  title: string | null
  description: string | null
  /** Before the discount; null for an hour without a plan. */
  priceCents: number | null
  discountCents: Generated<number>
  discountReason: string | null
  /** What a gift card pays. */
  giftCents: Generated<number>
  amountCents: number | null
  currency: string
  attempt: Generated<number>
  holdExpiresAt: MaybeTimestamp
  forDesk: Generated<boolean>
  network: string | null
  paidAt: MaybeTimestamp
  offerId: string | null
  /** Days of use, set by a trigger with the payment. */
  beginsAt: MaybeTimestamp
  untilAt: MaybeTimestamp
  /** The membership of which this is a period, and the period's number from 1. */
  membershipId: string | null
  period: number | null
  /** The order whose money a bank took back, which is owed again. */
  repeatsId: string | null
  /** The buyer's name for the order, so that it is made once. */
  requestKey: string | null
  /** The date of a class that the payment books. */
  lessonId: string | null
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type ConsentsTable = {
  id: Generated<string>
  memberId: string
  orderId: string
  kind: 'terms' | 'begin at once' | 'renewal' | 'stored card' | 'mandate'
  words: string
  /** The creditor identifier in the words of a mandate. */
  creditorId: string | null
  /** In which the words were read; null if that is not known. */
  language: string | null
  /** The admin to whom it was said at the desk. */
  heardBy: string | null
  agreedAt: Generated<Date>
}

type MembershipsTable = {
  id: Generated<string>
  memberId: string
  offerId: string
  /** Begun: its first period is not paid yet. */
  state: Generated<'begun' | 'running' | 'over'>
  /** Beginning of the first period. */
  anchorAt: MaybeTimestamp
  /** Null: it renews itself. */
  endsAt: MaybeTimestamp
  cancelledAt: MaybeTimestamp
  /** Why the member cancelled, if they said so. */
  leavingReason: 'moved' | 'time' | 'price' | 'offer' | 'elsewhere' | 'other' | null
  overBecause: 'cancelled' | 'not paid' | 'never paid' | 'refunded' | 'left' | 'withdrawn' | null
  /** The card that pays the next periods. Null: each is a bill. */
  cardId: string | null
  /** The code with which it was bought, if it counts for more than the first period. */
  voucherId: string | null
  /** Days of all pauses. */
  pausedDays: Generated<number>
  /** The offer of the periods that begin from `nextOfferFrom` on. */
  nextOfferId: string | null
  nextOfferFrom: MaybeTimestamp
  /** When the member was told of it, or chose it. */
  nextOfferToldAt: MaybeTimestamp
  nextOfferBy: 'member' | 'club' | null
  createdAt: CreatedAt
}

type PausesTable = {
  id: Generated<string>
  membershipId: string
  /** A range, such as `[2027-02-01,2027-02-15)`. */
  days: string
  askedBy: string
  createdAt: CreatedAt
}

type WithdrawalsTable = {
  orderId: string
  declaredAt: Generated<Date>
  /** When it is carried out, unless it is taken back before. */
  dueAt: Date
  /** What went back, once it is done. */
  amountCents: number | null
  doneAt: MaybeTimestamp
  takenBackAt: MaybeTimestamp
}

type VouchersTable = {
  id: Generated<string>
  /** Without dashes and spaces. */
  code: string
  kind: 'discount' | 'gift_card'
  percent: number | null
  offCents: number | null
  currency: Generated<string>
  /** First and last day of use. */
  fromOn: Day | null
  untilOn: Day | null
  /** Null: without limit. */
  mostUses: number | null
  mostUsesEach: number | null
  /** The first periods of a membership that it lessens; null for all. */
  periods: Generated<number | null>
  uses: Generated<number>
  /** Of a gift card. */
  valueCents: number | null
  spentCents: Generated<number>
  /** The part of its price that went back or is disputed. */
  withheldCents: Generated<number>
  /** The order by which it was bought. */
  orderId: string | null
  setBy: string | null
  createdAt: CreatedAt
  endedAt: MaybeTimestamp
}

/** Without a row the code applies to every offer. */
type VoucherOffersTable = { voucherId: string; offerId: string }

type VoucherUsesTable = {
  orderId: string
  voucherId: string
  cents: number
  returnedCents: Generated<number>
  returnedAt: MaybeTimestamp
  /** A later period, which is no further use of the code. */
  isRenewal: Generated<boolean>
  createdAt: CreatedAt
}

export type OrdersTables = {
  vouchers: VouchersTable
  voucherOffers: VoucherOffersTable
  voucherUses: VoucherUsesTable
  withdrawals: WithdrawalsTable
  orders: OrdersTable
  consents: ConsentsTable
  memberships: MembershipsTable
  pauses: PausesTable
}
