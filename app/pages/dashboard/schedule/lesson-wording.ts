import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { formatDay } from '#format/days.ts'
import { formatTime } from '#format/date-time.ts'
import { endSentence, firstName } from '#format/text.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

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
    return `${firstName(trainerName)} is away, so this costs you nothing: you get a make-up to use until ${formatDay(makeUpUntil)}, and it isn’t one of your own.`
  switch (outcome) {
    case 'make-up':
      return `You get a make-up to use until ${endSentence(formatDay(makeUpUntil))} It would be your ${ordinals[ownMakeUps] ?? 'next'} of ${countWordInSentence(makeUpsAMonth)} this month.`
    case 'make-ups used':
      return `You have already moved or given back ${countWordInSentence(makeUpsAMonth)} this month, so you get nothing for this hour.`
    case 'was a make-up':
      return 'This hour is already a make-up, so you get nothing more for it.'
    default:
      return `You get nothing for the hour, but ${firstName(trainerName)} won’t wait for you.`
  }
}

/** One sentence: the moves that the month still allows. */
export function moveAllowance({ ownMakeUps, makeUpsAMonth, trainerName, coverUntil }: Lesson): string {
  if (coverUntil !== null)
    return `${firstName(trainerName)} is away, so it doesn’t count towards the hours you can move.`
  return makeUpsAMonth === 1
    ? 'You can move or give back one hour each month.'
    : `You can move or give back ${countWordInSentence(makeUpsAMonth)} hours each month: this is the ${ordinals[ownMakeUps] ?? 'next'}.`
}

/** Status of an hour as a headline, with an optional second sentence. */
export function lessonStatus(lesson: Lesson, timeZone: string): { headline: string; detail?: string } {
  const { outcome, state, isOwn, trainerName, memberName, coverUntil } = lesson
  if (state === 'called_off') return { headline: 'This hour is off.' }
  if (outcome === null) return { headline: 'This hour is over.' }
  if (coverUntil !== null)
    return {
      headline: `${firstName(trainerName)} is away.`,
      detail: isOwn
        ? 'Another trainer may take the hour. If none does, it is called off with a make-up.'
        : 'No trainer has taken the hour yet.',
    }
  if (!isOwn) return { headline: `${firstName(memberName)} comes.` }
  const expects = `${firstName(trainerName)} is expecting you.`
  if (outcome === 'too late') return { headline: 'Too late to move.', detail: expects }
  if (outcome !== 'make-up') return { headline: expects }
  return {
    headline: `Free to give back until ${formatFreeUntil(lesson, timeZone)}.`,
    detail: 'After that it counts as used.',
  }
}

/** `13:00 today`, `Sun 22 Nov, 13:00` */
export function formatFreeUntil(
  { freeUntil: until, freeUntilDay, today }: Pick<Lesson, 'freeUntil' | 'freeUntilDay' | 'today'>,
  timeZone: string,
): string {
  const time = formatTime(until, timeZone)
  return freeUntilDay === today ? `${time} today` : `${formatDay(freeUntilDay)}, ${time}`
}
