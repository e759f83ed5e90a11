import type { DateOutcome, NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

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
      return t('missingLesson.theClocksGoForward')
    case 'trainer taken':
      return t('missingLesson.hadAnotherHourThen', { trainer, isOver: isOver ? 'yes' : 'no' })
    case 'class then':
      return t('missingLesson.youTookAClass', { isOver: isOver ? 'yes' : 'no' })
    case 'given back':
      return became?.wasLate ? t('missingLesson.youGaveItBack') : t('missingLesson.youGaveItBack2')
    case 'moved':
      return became && replacementTime(became)
        ? t('missingLesson.youMovedItTo', { replacementTime: replacementTime(became) ?? '' })
        : t('missingLesson.youMovedIt')
    case 'by the club':
      return t('missingLesson.couldntMakeIt', { trainer })
    case 'paused':
      return t('missingLesson.youPausedThisHour')
    case 'paid late':
      return t('missingLesson.yourPaymentCameIn')
    case 'closed':
      return t('missingLesson.theClubWasClosed', { isOver: isOver ? 'yes' : 'no' })
    case 'trainer away':
      return t('missingLesson.wasAway', { trainer, isOver: isOver ? 'yes' : 'no' })
    case 'refunded':
      return t('missingLesson.theMonthEndedWith')
    case 'month over':
      return t('missingLesson.theMonthHadEnded')
  }
}

function compensationOf({ because, became }: MissingLesson): string {
  if (because === 'moved' || because === 'refunded' || because === 'month over') return ''
  if (became === undefined) return t('missingLesson.youllGetAMake')
  if (replacementTime(became) !== null)
    return t('missingLesson.makeUpOn', { replacementTime: replacementTime(became) ?? '' })
  if (became.makeUpId !== null) return t('missingLesson.youHaveAMake')
  if (became.wasRefunded) return t('missingLesson.itWasRefunded')
  return became.ranOut ? t('missingLesson.theMakeUpExpired') : ''
}

/** `Mon 14 Dec, 09:00` */
const replacementTime = ({ insteadDay, insteadHour }: DateOutcome) =>
  insteadDay === null || insteadHour === null ? null : `${formatDay(insteadDay)}, ${formatHour(insteadHour)}`
