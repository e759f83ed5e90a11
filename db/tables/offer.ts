import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, Day, MaybeTimestamp } from './column-types.ts'

export type PlanName = 'silver' | 'gold' | 'diamond'

type TrainerApplicationsTable = {
  id: Generated<string>
  userId: string
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: Generated<string[]>
  photoId: string | null
  state: Generated<'pending' | 'approved' | 'declined' | 'withdrawn'>
  reason: string | null
  decidedBy: string | null
  decidedAt: MaybeTimestamp
  createdAt: CreatedAt
}

type TrainersTable = {
  id: Generated<string>
  userId: string
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: Generated<string[]>
  about: Generated<string>
  /** For self-billed statements; '' if not given. */
  taxNumber: Generated<string>
  statementSeries: GeneratedAlways<number>
  photoId: string | null
  joinedAt: Generated<Date>
  retiredAt: MaybeTimestamp
  offeredAt: Generated<Date>
}

type SharesTable = {
  trainerId: string
  countsFrom: Day
  percent: number
  setBy: string
  setAt: Generated<Date>
}

type SlotsTable = {
  id: Generated<string>
  trainerId: string
  name: string
  /** 0 to 23, in the club's time zone. */
  startHour: number
  priceCents: number
  currency: Generated<string>
  removedAt: MaybeTimestamp
  offeredAt: Generated<Date>
  createdAt: CreatedAt
}

type PlansTable = { name: PlanName; surchargeCents: number; classes: number; position: number }

export type OfferKind = 'membership' | 'pack' | 'class' | 'trial' | 'gift_card'
/** Members have paid for anything before, newcomers have not. Desk: sold by the office only. */
export type SoldTo = 'everybody' | 'members' | 'newcomers' | 'desk'

type OffersTable = {
  id: Generated<string>
  kind: OfferKind
  title: string
  description: Generated<string>
  priceCents: number
  currency: Generated<string>
  /** Null: as many as one likes. */
  classes: number | null
  periodMonths: number | null
  minMonths: number | null
  noticeDays: number | null
  validDays: number | null
  soldTo: Generated<SoldTo>
  /** Set by a trigger. */
  version: Generated<number>
  replacesId: string | null
  setBy: string | null
  createdAt: CreatedAt
  withdrawnAt: MaybeTimestamp
}

type ClosuresTable = {
  id: Generated<string>
  fromDay: Day
  untilDay: Day
  reason: string
  setBy: string
  createdAt: CreatedAt
}

type AbsencesTable = {
  id: Generated<string>
  trainerId: string
  fromDay: Day
  /** 0 to 23, in the club's time zone. */
  fromHour: number
  untilDay: Day
  /** 1 to 24, the first hour after the absence. */
  untilHour: number
  setBy: string
  createdAt: CreatedAt
}

export type OfferTables = {
  trainerApplications: TrainerApplicationsTable
  trainers: TrainersTable
  shares: SharesTable
  slots: SlotsTable
  plans: PlansTable
  offers: OffersTable
  closures: ClosuresTable
  absences: AbsencesTable
}
