import type { Generated } from 'kysely'
import type { PlanName } from './offer.ts'

type PostDaysTable = { day: string; posts: number }

type PostMonthsTable = { month: string; posts: number }

/** Written by triggers, as are all sums. */
type LedgerDaysTable = {
  day: string
  kind: 'payment' | 'refund' | 'payout' | 'dispute' | 'fee' | 'cover'
  plan: PlanName | null
  /** Signed. */
  cents: number
  entries: number
}

type TrainerSumsTable = { trainerId: string; soldCents: number; partCents: number; paidOutCents: number }

type TrainerSlotCountsTable = { trainerId: string; offered: number; sold: number }

/** One row: the sum of all trainers. */
type SlotTotalsTable = { onlyRow: Generated<boolean>; offered: number; sold: number }

/** Members with a paid month. */
type ActiveMembersTable = { userId: string; joinedAt: Date; endsAt: Date }

type SubscriberDaysTable = { day: string; people: number; confirmed: number }

type SubscriberMonthsTable = { month: string; people: number }

type NewsletterSumsTable = {
  newsletterId: string
  letters: number
  handedOver: number
  failed: number
  /** Emails of the newsletter were deleted after their time, so its sums change no more. */
  isFinal: Generated<boolean>
}

export type SumsTables = {
  postDays: PostDaysTable
  postMonths: PostMonthsTable
  ledgerDays: LedgerDaysTable
  trainerSums: TrainerSumsTable
  trainerSlotCounts: TrainerSlotCountsTable
  slotTotals: SlotTotalsTable
  activeMembers: ActiveMembersTable
  subscriberDays: SubscriberDaysTable
  subscriberMonths: SubscriberMonthsTable
  newsletterSums: NewsletterSumsTable
}
