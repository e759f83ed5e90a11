import type { Generated } from 'kysely'
import type { Day, MaybeTimestamp } from './column-types.ts'
import type { PlanName } from './offer.ts'

type InvoicesTable = {
  id: Generated<string>
  year: number
  ordinal: number
  number: string
  paymentId: string
  refundId: string | null
  /** The invoice that this credit note cancels, or that this invoice replaces. */
  corrects: string | null
  givenAt: Date
  amountCents: number
  taxCents: number
  taxPercent: string
  currency: string
  reason: Generated<string>
  /** That of its buyer at issuing; null for earlier ones. A trigger sets it. */
  language: string | null
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  taxNumber: string | null
  buyerName: string
  buyerEmail: string
  buyerAddress: Generated<string>
  /** Member for whom their guardian, the buyer, ordered. */
  forName: string | null
  /** Null unless the invoice is of an hour, as are the next eight and the dates. */
  slotName: string | null
  startHour: number | null
  weekdays: string[] | null
  trainerName: string | null
  plan: PlanName | null
  classes: number | null
  slotPriceCents: number | null
  surchargeCents: number | null
  monthFrom: MaybeTimestamp
  monthUntil: MaybeTimestamp
  lessonCount: number | null
  firstLessonOn: Day | null
  lastLessonOn: Day | null
  /** Null for an hour, as are the next two. */
  title: string | null
  description: string | null
  priceCents: number | null
}

export type InvoicesTables = {
  invoices: InvoicesTable
}
