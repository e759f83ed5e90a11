import type { Lesson } from '#domain/lessons/lesson-reading.server.ts'
import { formatDay } from '#words/days.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** What giving the hour back brings its member: one sentence, said before and while asking. */
export function whatYouGet({ outcome, makeUpUntil, ownMakeUps, makeUpsAMonth }: Lesson): string {
  switch (outcome) {
    case 'make-up':
      return `You get a make-up, until ${formatDay(makeUpUntil)}. It would be your ${ordinals[ownMakeUps] ?? 'next'} of ${makeUpsAMonth} this month.`
    case 'make-ups used':
      return 'Your make-ups of this month are used: you get nothing for this hour.'
    case 'was a make-up':
      return 'This hour is a make-up already: you get nothing more for it.'
    default:
      return 'It is too late: the hour is lost, but somebody else may have it.'
  }
}
