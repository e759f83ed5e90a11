import type { LessonCancellationReason, Day, MakeUpReason } from '#db/tables.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { describeDaysShort } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

export type { Day }

/** Reason for a date of a purchased month without a lesson. */
export type NoLessonReason = LessonCancellationReason | Exclude<MakeUpReason, 'granted'>

/** The reason why there is no hour, for use within a sentence. */
export const noLessonReasonLabels: Record<NoLessonReason, string> = {
  get 'given back'() {
    return t('lessons.givenBack')
  },
  get moved() {
    return t('lessons.movedToAnotherHour')
  },
  get paused() {
    return t('lessons.paused')
  },
  get 'by the club'() {
    return t('lessons.calledOff')
  },
  get closed() {
    return t('lessons.theClubIsClosed')
  },
  get 'trainer away'() {
    return t('lessons.theTrainerIsAway')
  },
  get 'no such hour'() {
    return t('lessons.theClocksGoForward')
  },
  get refunded() {
    return t('lessons.theMonthEndedWith')
  },
  get 'month over'() {
    return t('lessons.theMonthHadEnded')
  },
  get 'trainer taken'() {
    return t('lessons.theTrainerHasAnother')
  },
  get 'class then'() {
    return t('lessons.aClassWasBooked')
  },
  get 'paid late'() {
    return t('lessons.thePaymentCameIn')
  },
}

/** A date of a purchased month: a lesson, or the reason for its absence. */
export type MonthDate = {
  day: Day
  /** The month's hour, unless the lesson was moved. */
  startHour: number
  because: NoLessonReason | null
  /** The start of the hour has passed. */
  isOver: boolean
}

/** A date of a month that is not paid yet, with the last day of the closure or absence that prevents it. */
export type PreviewDate = MonthDate & { becauseUntil: Day | null }

/** Outcome of a purchased date: its trainer, or the member's compensation. */
export type DateOutcome = {
  /** Null for a date that never had a lesson. */
  lessonId: string | null
  /** The trainer who gives the lesson, and the one they cover for. */
  trainerName: string
  insteadOf: string | null
  /** Cancelled after the deadline, so that no make-up was created. */
  wasLate: boolean
} & Compensation

/** A member's compensation for a date without a lesson. */
export type Compensation = {
  /** The make-up, while it can still be used. */
  makeUpId: string | null
  /** Date and hour of the replacement lesson. */
  insteadDay: Day | null
  insteadHour: number | null
  /** The make-up expired unused. */
  ranOut: boolean
  /** The make-up was refunded. */
  wasRefunded: boolean
}

export type MemberDate = MonthDate & DateOutcome

/** Returns the upcoming lessons of a month in order of time. */
export const datesAhead = (dates: readonly MonthDate[]) =>
  dates.filter(({ because, isOver }) => because === null && !isOver)

/** A month with less than half of its dates: how many can be given, and the most frequent reason for the others. */
export type FewDates = { given: number; of: number; because: NoLessonReason; until: Day | null }

/** Reasons that take dates from a month before its member does. */
const clubReasons: readonly (NoLessonReason | null)[] = [
  'closed',
  'trainer away',
  'trainer taken',
  'no such hour',
  'paid late',
]

/** Returns how few dates of a month can be given; null when it is half of them or more. */
export function fewDatesOf(dates: readonly (MonthDate & { becauseUntil?: Day | null })[]): FewDates | null {
  const missing = dates.filter(({ because }) => clubReasons.includes(because))
  const given = dates.length - missing.length
  if (given * 2 >= dates.length) return null
  const [most = []] = [...Map.groupBy(missing, ({ because }) => because).values()].sort(
    (one, other) => other.length - one.length,
  )
  const last = most.at(-1)!
  return { given, of: dates.length, because: last.because!, until: last.becauseUntil ?? null }
}

/** Describes the origin of a make-up: 'for Mon 23 Nov', or 'from the club' when the office granted it. */
export const describeMakeUpOrigin = (
  { because, fromDate }: { because: MakeUpReason; fromDate: Day },
  format: (day: Day) => string = formatDay,
) => (because === 'granted' ? t('lessons.fromTheClub') : t('lessons.for', { fromDate: format(fromDate) }))

/** Another hour that the buyer of a month takes at its time: on these weekdays, or on `day` only. */
export type Overlap = { trainerName: string; startHour: number; weekdays: string[]; day: Day | null }

/** `You are with Mira then (Mon to Fri, 09:00).` `name` words it for staff. */
export function formatOverlap({ trainerName, startHour, weekdays, day }: Overlap, name?: string): string {
  const when = `${day === null ? describeDaysShort(weekdays) : formatDay(day)}, ${formatHour(startHour)}`
  return name
    ? t('lessons.isWith', { name, trainerName, when })
    : t('lessons.youAreWith', { trainerName: firstName(trainerName), when })
}

/** Outcome of a cancellation: a make-up, or the reason for none. */
export type CancellationOutcome = 'make-up' | 'too late' | 'make-ups used' | 'was a make-up'

/** Returns the outcome of a cancellation, both for previews and for the cancellation itself. */
export function cancellationOutcomeOf(hour: {
  /** The trainer is away and the lesson waits for cover: the club cannot give it, so the make-up is always owed. */
  needsCover: boolean
  isLate: boolean
  wasMakeUp: boolean
  /** Make-ups of this month that the member created by giving back or moving. */
  ownMakeUps: number
  makeUpsAMonth: number
}): CancellationOutcome {
  if (hour.needsCover) return 'make-up'
  if (hour.isLate) return 'too late'
  if (hour.wasMakeUp) return 'was a make-up'
  return hour.ownMakeUps < hour.makeUpsAMonth ? 'make-up' : 'make-ups used'
}

/** Terms of cancellation; the quiet hours, such as the night, are in the club's local time. */
export type CancellationPolicy = { cancellationHours: number; quietFrom: string; quietUntil: string }

/** A local time in minutes of a day, so many days before the lesson. */
export type Deadline = { daysBefore: number; minute: number }

const minutesADay = 24 * 60

/** Minute of the day of a time such as `21:00`. */
export const minuteOfClock = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Returns the cancellation deadline: the agreed number of waking hours before the lesson, in local time. */
export function cancellationDeadlineOf(startHour: number, policy: CancellationPolicy): Deadline {
  return wakingDeadline(startHour * 60, policy.cancellationHours * 60, policy)
}

/** Returns the local time so many waking minutes before this minute of a day. */
export function wakingDeadline(
  startMinute: number,
  minutes: number,
  policy: Pick<CancellationPolicy, 'quietFrom' | 'quietUntil'>,
): Deadline {
  const [from, until] = [minuteOfClock(policy.quietFrom), minuteOfClock(policy.quietUntil)]
  const isQuiet = (minute: number) =>
    from <= until ? minute >= from && minute < until : minute >= from || minute < until
  let left = minutes
  const deadline = { daysBefore: 0, minute: startMinute }
  while (left > 0) {
    deadline.minute -= 1
    if (deadline.minute < 0) {
      deadline.minute += minutesADay
      deadline.daysBefore += 1
    }
    if (!isQuiet(deadline.minute)) left -= 1
  }
  return deadline
}
