import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Day, MaybeTimestamp, Timestamp } from './column-types.ts'

export type LessonState = 'planned' | 'called_off'

export type LessonCancellationReason =
  | 'refunded'
  | 'month over'
  | 'no such hour'
  | 'given back'
  | 'moved'
  | 'by the club'
  | 'closed'
  | 'paused'
  | 'trainer away'

export type MakeUpReason =
  | 'no such hour'
  | 'trainer taken'
  | 'given back'
  | 'moved'
  | 'by the club'
  | 'closed'
  | 'paid late'
  | 'paused'
  | 'trainer away'
  | 'granted'
  | 'class then'

/** `held`: an unpaid order holds a place in a class. */
export type ParticipantState = 'waiting' | 'held' | 'booked' | 'cancelled' | 'late' | 'left' | 'called_off'

export type Attendance = 'attended' | 'missed' | 'excused'

type LessonsTable = {
  id: Generated<string>
  /** An hour of one member, or a class of many. */
  kind: Generated<'hour' | 'class'>
  /** The month of an hour; null for a class. */
  bookingId: string | null
  trainerId: string
  onDate: Day
  startHour: number
  /** 0 for an hour. */
  startMinute: Generated<number>
  minutes: Generated<number>
  /** Set for a class, null for an hour. */
  classId: string | null
  classTimeId: string | null
  roomId: string | null
  capacity: number | null
  /** Places taken in a class, counted by a trigger. */
  taken: Generated<number>
  /** A `tsrange` of local time. */
  span: ColumnType<string, never, never>
  /** Set by a trigger from day and hour. */
  startsAt: ColumnType<Date, never, never>
  state: Generated<LessonState>
  calledOffBecause: LessonCancellationReason | null
  /** The trainer who is covered for. */
  insteadOf: string | null
  /** Deadline for another trainer to take the lesson. */
  coverUntil: MaybeTimestamp
  /** When the list of who came was closed by hand. */
  listClosedAt: MaybeTimestamp
  /** Set by a trigger while another trainer than the month's gives the lesson and is not paid yet. */
  coverPolicyVersion: number | null
  /** Number of changes, for calendars. */
  sequence: Generated<number>
  changedAt: Generated<Date>
  createdAt: CreatedAt
}

type ParticipantsTable = {
  id: Generated<string>
  lessonId: string
  memberId: string
  state: Generated<ParticipantState>
  freeUntil: Date
  policyVersion: number
  /** Set by a trigger from the lesson. */
  kind: Generated<'hour' | 'class'>
  /** The order whose allowance pays for a class. */
  allowanceId: string | null
  /** The member of staff who let a guest in. */
  invitedBy: string | null
  /** Number in the line of a full class. */
  queueNumber: number | null
  promotedAt: MaybeTimestamp
  attendance: Attendance | null
  markedBy: string | null
  /** Set by a trigger, unless the mark was made earlier. */
  markedAt: MaybeTimestamp
  bookedAt: Generated<Date>
  changedAt: Generated<Date>
}

type MakeUpsTable = {
  id: Generated<string>
  memberId: string
  bookingId: string
  because: MakeUpReason
  fromLessonId: string | null
  fromDate: Day
  until: Day
  spentOn: string | null
  /** The admin who granted it by hand, the reason, and the form's request key. */
  grantedBy: string | null
  reason: string | null
  requestKey: string | null
  refundId: string | null
  /** Last check of a job whether the member can choose an hour, and its result. */
  checkedOn: Generated<Day>
  wasUsable: Generated<boolean>
  createdAt: CreatedAt
}

type RoomsTable = {
  id: Generated<string>
  name: string
  capacity: number
  removedAt: MaybeTimestamp
  createdAt: CreatedAt
}

/** Weekly time of a class; only its end changes. */
type ClassTimesTable = {
  id: Generated<string>
  classId: string
  trainerId: string
  roomId: string
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
  startHour: number
  startMinute: number
  minutes: number
  capacity: number
  /** A `daterange` of the club's calendar. */
  valid: string
  /** An `int4range` of minutes of the week. */
  week: ColumnType<string | null, never, never>
  createdAt: CreatedAt
}

type AllowancesTable = {
  orderId: string
  memberId: string
  /** Null for an unlimited number. */
  given: number | null
  /** Counted by a trigger. */
  used: Generated<number>
  /** A `tstzrange`: classes that start within it. */
  during: string
  endedAt: MaybeTimestamp
  createdAt: CreatedAt
}

type VisitsTable = {
  /** Made on the device that records it. */
  id: string
  memberId: string
  /** Null for a member who came to train. */
  lessonId: string | null
  cameAt: Timestamp
  source: 'door' | 'desk' | 'trainer'
  /** Null at the door. */
  recordedBy: string | null
  undoneAt: MaybeTimestamp
  receivedAt: Generated<Date>
}

export type LessonsTables = {
  allowances: AllowancesTable
  rooms: RoomsTable
  classTimes: ClassTimesTable
  lessons: LessonsTable
  participants: ParticipantsTable
  visits: VisitsTable
  makeUps: MakeUpsTable
}
