import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { capitalize, firstName } from '#format/text.ts'

/** Consecutive hours as spans; `until` is the end of the last one. */
export function hourSpans(hours: number[]): { from: number; until: number }[] {
  const lasts = hours.filter((hour) => !hours.includes(hour + 1))
  return hours
    .filter((hour) => !hours.includes(hour - 1))
    .map((from, index) => ({ from, until: lasts[index]! + 1 }))
}

/** `Gold, hour 6 of 20, for Jonas` or `Court, 7 of 12 booked` */
export const lessonOrigin = ({ group, plan, ordinal, of, insteadOf }: TrainerLesson) =>
  [
    ...(group
      ? [group.roomName, `${group.taken} of ${group.capacity} booked`]
      : [plan && capitalize(plan), `hour ${ordinal} of ${of}`]),
    insteadOf && `for ${firstName(insteadOf)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Reason why the trainer does not give this hour, as shown to them; null if they do. */
export function lessonChange({ because, needsCover, coveredBy, group }: TrainerLesson): string | null {
  if (group && because !== null)
    return because === 'closed' ? 'The club is closed.' : 'Called off. It cost nobody a class.'
  switch (because) {
    case null:
      if (coveredBy) return `${coveredBy} stands in for you.`
      return needsCover ? 'You’re away. No one has taken it yet.' : null
    case 'given back':
      return 'Gave it back.'
    case 'moved':
      return 'Moved it.'
    case 'paused':
      return 'Paused the month.'
    case 'closed':
      return 'The club is closed.'
    case 'trainer away':
      return 'You’re away, and no one was free. A make-up is owed.'
    case 'refunded':
      return 'The month ended with a refund.'
    case 'month over':
      return 'The month is over.'
    default:
      return 'Called off. A make-up is owed.'
  }
}
