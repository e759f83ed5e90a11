import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

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
      ? [group.roomName, t('trainerLessonWording.ofBooked', { taken: group.taken, capacity: group.capacity })]
      : [plan && capitalize(plan), t('trainerLessonWording.hourOf', { ordinal, of })]),
    insteadOf && t('trainerLessonWording.for', { insteadOf: firstName(insteadOf) }),
  ]
    .filter(Boolean)
    .join(', ')

/** Reason why the trainer does not give this hour, as shown to them; null if they do. */
export function lessonChange({ because, needsCover, coveredBy, group }: TrainerLesson): string | null {
  if (group && because !== null)
    return because === 'closed'
      ? t('trainerLessonWording.theClubIsClosed')
      : t('trainerLessonWording.calledOffItCost')
  switch (because) {
    case null:
      if (coveredBy) return t('trainerLessonWording.standsInForYou', { coveredBy })
      return needsCover ? t('trainerLessonWording.youreAwayNoOne') : null
    case 'given back':
      return t('trainerLessonWording.gaveItBack')
    case 'moved':
      return t('trainerLessonWording.movedIt')
    case 'paused':
      return t('trainerLessonWording.pausedTheMonth')
    case 'closed':
      return t('trainerLessonWording.theClubIsClosed')
    case 'trainer away':
      return t('trainerLessonWording.youreAwayAndNo')
    case 'refunded':
      return t('trainerLessonWording.theMonthEndedWith')
    case 'month over':
      return t('trainerLessonWording.theMonthIsOver')
    default:
      return t('trainerLessonWording.calledOffAMake')
  }
}
