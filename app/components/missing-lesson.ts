import type { DateOutcome, NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

type MissingLesson = {
  because: NoLessonReason
  isOver: boolean
  trainerName: string
  /** The outcome of the date; undefined before the month is bought. */
  became?: DateOutcome
}

/** Returns the reason why there is no hour on a date, and what its member gets instead. */
export function missingLessonReason(date: MissingLesson): string {
  const then = compensationOf(date)
  return then === '' ? reasonOf(date) : `${reasonOf(date)} ${then}`
}

function reasonOf({ because, isOver, trainerName, became }: MissingLesson): string {
  const trainer = firstName(trainerName)
  switch (because) {
    case 'no such hour':
      return 'The clocks go forward, so this hour is skipped.'
    case 'trainer taken':
      return `${trainer} ${isOver ? 'had' : 'has'} another hour then.`
    case 'class then':
      return `You ${isOver ? 'took' : 'take'} a class then.`
    case 'given back':
      return became?.wasLate
        ? 'You gave it back too late, so it counts as used.'
        : 'You gave it back in time.'
    case 'moved':
      return became && replacementTime(became) !== null
        ? `You moved it to ${replacementTime(became)}.`
        : 'You moved it.'
    case 'by the club':
      return `${trainer} couldn’t make it.`
    case 'paused':
      return 'You paused this hour.'
    case 'paid late':
      return 'Your payment came in just after this hour began.'
    case 'closed':
      return `The club ${isOver ? 'was' : 'is'} closed.`
    case 'trainer away':
      return `${trainer} ${isOver ? 'was' : 'is'} away.`
    case 'refunded':
      return 'The month ended with a refund.'
    case 'month over':
      return 'The month had ended.'
  }
}

function compensationOf({ because, became }: MissingLesson): string {
  if (because === 'moved' || because === 'refunded' || because === 'month over') return ''
  if (became === undefined) return 'You’ll get a make-up: another free hour instead.'
  if (replacementTime(became) !== null) return `Make-up on ${replacementTime(became)}.`
  if (became.makeUpId !== null) return 'You have a make-up.'
  if (became.wasRefunded) return 'It was refunded.'
  return became.ranOut ? 'The make-up expired.' : ''
}

/** `Mon 14 Dec, 09:00` */
const replacementTime = ({ insteadDay, insteadHour }: DateOutcome) =>
  insteadDay === null || insteadHour === null ? null : `${formatDay(insteadDay)}, ${formatHour(insteadHour)}`
