import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { countWordInSentence } from '#app/pages/dashboard/parts/wording.ts'
import { formatDay } from '#format/days.ts'
import { formatTime } from '#format/date-time.ts'
import { firstName } from '#format/text.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** What giving the hour back brings its member: one sentence, said before and while asking. */
export function cancellationOutcome({
  outcome,
  makeUpUntil,
  ownMakeUps,
  makeUpsAMonth,
  trainerName,
}: Lesson): string {
  switch (outcome) {
    case 'make-up':
      return `You get a make-up, until ${formatDay(makeUpUntil)}. It would be your ${ordinals[ownMakeUps] ?? 'next'} of ${countWordInSentence(makeUpsAMonth)} this month.`
    case 'make-ups used':
      return `You moved or gave back ${countWordInSentence(makeUpsAMonth)} of this month already: you get nothing for this hour.`
    case 'was a make-up':
      return 'This hour is a make-up already: you get nothing more for it.'
    default:
      return `You get nothing for the hour, but ${firstName(trainerName)} does not wait for you.`
  }
}

/** What moving the hour costs its member: one sentence. */
export const moveAllowance = ({ ownMakeUps, makeUpsAMonth }: Lesson): string =>
  makeUpsAMonth === 1
    ? 'Of each month you can move or give back one hour.'
    : `Of each month you can move or give back ${countWordInSentence(makeUpsAMonth)} hours: this is the ${ordinals[ownMakeUps] ?? 'next'}.`

/** Where an hour stands, and what comes after that. */
export function lessonStatus(lesson: Lesson, timeZone: string): { said: string; after?: string } {
  const { outcome, state, isOwn, trainerName, memberName, coverUntil } = lesson
  if (state === 'called_off') return { said: 'There is no hour then.' }
  if (outcome === null) return { said: 'This hour is over.' }
  if (!isOwn && coverUntil !== null)
    return { said: `${firstName(trainerName)} is away.`, after: 'Nobody has taken the hour yet.' }
  if (!isOwn) return { said: `${firstName(memberName)} comes.` }
  // who gives an hour that wants another trainer is not known yet; its member hears once it is
  const expects =
    coverUntil === null
      ? `${firstName(trainerName)} expects you.`
      : 'Should it not take place, you hear in time.'
  if (outcome === 'too late') return { said: 'Too late to move.', after: expects }
  if (outcome !== 'make-up') return { said: expects }
  return { said: `Free until ${formatFreeUntil(lesson, timeZone)}.`, after: 'After that the hour is lost.' }
}

/** `13:00 today`, `Sun 22 Nov, 13:00` */
export function formatFreeUntil(
  { freeUntil: until, freeUntilDay, today }: Pick<Lesson, 'freeUntil' | 'freeUntilDay' | 'today'>,
  timeZone: string,
): string {
  const time = formatTime(until, timeZone)
  return freeUntilDay === today ? `${time} today` : `${formatDay(freeUntilDay)}, ${time}`
}
