import type { DateOutcome, NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

type MissingLesson = {
  because: NoLessonReason
  isOver: boolean
  trainerName: string
  /** What became of it; nothing before the month is bought. */
  became?: DateOutcome
}

/** Why there is no hour on a date, and what its member got or gets for it. */
export function missingLessonReason(date: MissingLesson): string {
  const then = compensationOf(date)
  return then === '' ? reasonOf(date) : `${reasonOf(date)} ${then}`
}

function reasonOf({ because, isOver, trainerName, became }: MissingLesson): string {
  const trainer = firstName(trainerName)
  switch (because) {
    case 'no such hour':
      return 'The clocks skip this hour.'
    case 'trainer taken':
      return `${trainer} ${isOver ? 'had' : 'has'} another hour then.`
    case 'given back':
      return became?.wasLate ? 'You gave it back too late: the hour was lost.' : 'You gave it back in time.'
    case 'moved':
      return became && replacementTime(became) !== null
        ? `You moved it to ${replacementTime(became)}.`
        : 'You moved it.'
    case 'by the club':
      return `${trainer} could not give it.`
    case 'paused':
      return 'You paused this hour.'
    case 'paid late':
      return 'It was paid for a moment after this hour began.'
    case 'closed':
      return `The club ${isOver ? 'was' : 'is'} closed.`
    case 'trainer away':
      return `${trainer} ${isOver ? 'was' : 'is'} away.`
    case 'refunded':
      return 'The month ended for a refund.'
    case 'month over':
      return 'The month was over.'
  }
}

/** Why there is no hour, or what became of one that was called off, as the club tells it within a sentence. */
export const missingLessonLabels: Record<NoLessonReason, string> = {
  'given back': 'given back',
  moved: 'moved to another hour',
  paused: 'paused',
  'by the club': 'called off',
  closed: 'the club is closed',
  'trainer away': 'the trainer is away',
  'no such hour': 'the clocks skip it',
  refunded: 'the month ended for a refund',
  'month over': 'the month was over',
  'trainer taken': 'the trainer has another hour',
  'paid late': 'it was paid for after it began',
}

function compensationOf({ because, became }: MissingLesson): string {
  if (because === 'moved' || because === 'refunded' || because === 'month over') return ''
  if (became === undefined) return 'You get a make-up: another free hour instead.'
  if (replacementTime(became) !== null) return `Make-up on ${replacementTime(became)}.`
  if (became.makeUpId !== null) return 'You have a make-up.'
  if (became.wasRefunded) return 'Its money went back.'
  return became.ranOut ? 'The make-up ran out.' : ''
}

/** `Mon 14 Dec, 09:00` */
const replacementTime = ({ insteadDay, insteadHour }: DateOutcome) =>
  insteadDay === null || insteadHour === null ? null : `${formatDay(insteadDay)}, ${formatHour(insteadHour)}`
