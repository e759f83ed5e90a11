import type { ColumnType, Generated } from 'kysely'
import type { MaybeTimestamp } from './column-types.ts'

export type ActivityKind =
  | 'account'
  | 'booking'
  | 'payment'
  | 'refund'
  | 'application'
  | 'post'
  | 'class'
  | 'click'
  | 'profile'
  | 'sign-in'

type ActivitiesTable = {
  id: Generated<number>
  userId: string
  kind: ActivityKind
  summary: string
  detail: string | null
  /** Summary and detail as messages with their facts; null for entries of earlier versions. */
  facts: ColumnType<unknown, string | null, string | null>
  bookingId: string | null
  foldKey: string | null
  times: Generated<number>
  happenedAt: Generated<Date>
}

type AuditEntriesTable = {
  id: Generated<number>
  actorId: string | null
  action: string
  subjectKind: string
  subjectId: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  happenedAt: Generated<Date>
}

/** A person's latest data export. */
type CopiesTable = {
  memberId: string
  id: Generated<string>
  requestedAt: Generated<Date>
  madeAt: MaybeTimestamp
  until: MaybeTimestamp
  bytes: number | null
}

export type RecordsTables = {
  activities: ActivitiesTable
  auditEntries: AuditEntriesTable
  copies: CopiesTable
}
