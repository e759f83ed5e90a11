import { countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** `first` for 0, `next` from 5. */
const ordinal = (index: number) => t('lessonWording.ordinal', { index })

/** One sentence: the member's compensation for giving the hour back. */
export function cancellationOutcome({
  outcome,
  makeUpUntil,
  ownMakeUps,
  makeUpsAMonth,
  trainerName,
  coverUntil,
}: Lesson): string {
  if (coverUntil !== null)
    return t('lessonWording.isAwaySoThis', {
      trainerName: firstName(trainerName),
      makeUpUntil: formatDay(makeUpUntil),
    })
  switch (outcome) {
    case 'make-up':
      return t('lessonWording.youGetAMake', {
        makeUpUntil: endSentence(formatDay(makeUpUntil)),
        value: ordinal(ownMakeUps),
        countWordInSentence: countWordInSentence(makeUpsAMonth),
      })
    case 'make-ups used':
      return t('lessonWording.youHaveAlreadyMoved', {
        countWordInSentence: countWordInSentence(makeUpsAMonth),
      })
    case 'was a make-up':
      return t('lessonWording.thisHourIsAlready')
    default:
      return t('lessonWording.youGetNothingFor', { trainerName: firstName(trainerName) })
  }
}

/** One sentence: the moves that the month still allows. */
export function moveAllowance({ ownMakeUps, makeUpsAMonth, trainerName, coverUntil }: Lesson): string {
  if (coverUntil !== null) return t('lessonWording.isAwaySoIt', { trainerName: firstName(trainerName) })
  return makeUpsAMonth === 1
    ? t('lessonWording.youCanMoveOr')
    : t('lessonWording.youCanMoveOr2', {
        countWordInSentence: countWordInSentence(makeUpsAMonth),
        value: ordinal(ownMakeUps),
      })
}

/** Status of an hour as a headline, with an optional second sentence. */
export function lessonStatus(lesson: Lesson, timeZone: string): { headline: string; detail?: string } {
  const { outcome, state, isOwn, hasCome, trainerName, memberName, coverUntil } = lesson
  if (state === 'called_off') return { headline: t('lessonWording.thisHourIsOff') }
  if (outcome === null)
    return { headline: isOwn && hasCome ? t('classOptions.youCame') : t('lessonWording.thisHourIsOver') }
  if (coverUntil !== null)
    return {
      headline: t('lessonWording.isAway', { trainerName: firstName(trainerName) }),
      detail: isOwn ? t('lessonWording.anotherTrainerMayTake') : t('lessonWording.noTrainerHasTaken'),
    }
  if (!isOwn) return { headline: t('lessonWording.comes', { memberName: firstName(memberName) }) }
  const expects = t('lessonWording.isExpectingYou', { trainerName: firstName(trainerName) })
  if (outcome === 'too late') return { headline: t('lessonWording.tooLateToMove'), detail: expects }
  if (outcome !== 'make-up') return { headline: expects }
  return {
    headline: t('lessonWording.freeToGiveBack', { lesson: formatFreeUntil(lesson, timeZone) }),
    detail: t('lessonWording.afterThatItCounts'),
  }
}

/** `13:00 today`, `Sun 22 Nov, 13:00` */
export function formatFreeUntil(
  { freeUntil: until, freeUntilDay, today }: Pick<Lesson, 'freeUntil' | 'freeUntilDay' | 'today'>,
  timeZone: string,
): string {
  const time = formatTime(until, timeZone)
  return freeUntilDay === today ? t('lessonWording.today', { time }) : `${formatDay(freeUntilDay)}, ${time}`
}
