import type { LessonCancellationReason, Day, MakeUpReason } from '#db/tables.ts'
import { formatDay } from '#format/days.ts'

export type { Day }

/** Why there is no lesson on a date of a month that was bought. */
export type NoLessonReason = LessonCancellationReason | Exclude<MakeUpReason, 'granted'>

/** A date of a month: an hour with the trainer, or none and why. */
export type MonthDate = {
  day: Day
  /** The month's own, unless another hour was chosen. */
  startHour: number
  because: NoLessonReason | null
  /** Its hour has begun by now. */
  isOver: boolean
}

/** What became of a date that was bought: who gives its hour, or what its member got for it. */
export type DateOutcome = {
  /** Null where there never was a lesson. */
  lessonId: string | null
  /** Who gives it, and for whom. */
  trainerName: string
  insteadOf: string | null
  /** Given back after the time, so that the hour was lost. */
  wasLate: boolean
} & Compensation

/** What a member got for a date without an hour. */
export type Compensation = {
  /** Its make-up, as long as it can be used. */
  makeUpId: string | null
  /** The hour that was chosen for it. */
  insteadDay: Day | null
  insteadHour: number | null
  /** Its make-up was not used in time. */
  ranOut: boolean
  /** Whether its money went back instead. */
  wasRefunded: boolean
}

/** A date of a month that was bought. */
export type MemberDate = MonthDate & DateOutcome

/** The hours of a month that are still ahead, the next one first. */
export const datesAhead = (dates: readonly MonthDate[]) =>
  dates.filter(({ because, isOver }) => because === null && !isOver)

/** What a make-up stands for: 'for Mon 23 Nov', or 'from the club' where the office gave it by hand. */
export const describeMakeUpOrigin = (
  { because, fromDate }: { because: MakeUpReason; fromDate: Day },
  written: (day: Day) => string = formatDay,
) => (because === 'granted' ? 'from the club' : `for ${written(fromDate)}`)

/** What giving an hour back brings: a make-up, or why none. */
export type CancellationOutcome = 'make-up' | 'too late' | 'make-ups used' | 'was a make-up'

/** The one judge of giving back, asked before and while it is done. */
export function cancellationOutcomeOf(hour: {
  isLate: boolean
  wasMakeUp: boolean
  /** Make-ups of this month that its member made by giving back or moving. */
  ownMakeUps: number
  makeUpsAMonth: number
}): CancellationOutcome {
  if (hour.isLate) return 'too late'
  if (hour.wasMakeUp) return 'was a make-up'
  return hour.ownMakeUps < hour.makeUpsAMonth ? 'make-up' : 'make-ups used'
}

/** What the club promises about giving an hour back; hours of the night are times of the club's clock. */
export type CancellationPolicy = { cancellationHours: number; quietFrom: string; quietUntil: string }

/** A time of the clock on the wall, so many days before the lesson's own. */
export type Deadline = { daysBefore: number; minute: number }

const minutesADay = 24 * 60
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Until when an hour is given back for nothing: so many waking hours before it starts, on the clock on the wall. */
export function cancellationDeadlineOf(startHour: number, policy: CancellationPolicy): Deadline {
  const [from, until] = [minuteOf(policy.quietFrom), minuteOf(policy.quietUntil)]
  const isQuiet = (minute: number) =>
    from <= until ? minute >= from && minute < until : minute >= from || minute < until
  let left = policy.cancellationHours * 60
  const deadline = { daysBefore: 0, minute: startHour * 60 }
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
