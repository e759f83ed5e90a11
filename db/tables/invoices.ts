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
  givenAt: Date
  amountCents: number
  taxCents: number
  taxPercent: string
  currency: string
  reason: Generated<string>
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  taxNumber: string | null
  buyerName: string
  buyerEmail: string
  buyerAddress: Generated<string>
  slotName: string
  startHour: number
  weekdays: string[]
  trainerName: string
  plan: PlanName
  classes: number
  slotPriceCents: number
  surchargeCents: number
  monthFrom: MaybeTimestamp
  monthUntil: MaybeTimestamp
  lessonCount: number
  firstLessonOn: Day | null
  lastLessonOn: Day | null
}

export type InvoicesTables = {
  invoices: InvoicesTable
}
