import type { NoLesson } from '#domain/lessons/lessons.rules.ts'

/** Why there is no hour on a date, and what its member gets for it. */
export function whyNoHour(because: NoLesson, trainerName: string): string {
  switch (because) {
    case 'no such hour':
      return 'The clocks skip this hour. You get a make-up.'
    case 'trainer taken':
      return `${trainerName.split(' ')[0]} trains somebody else then. You get a make-up.`
    case 'given back':
      return 'You gave it back.'
    case 'moved':
      return 'You moved it.'
    case 'by the club':
      return `${trainerName.split(' ')[0]} could not give it. You get a make-up.`
    case 'paused':
      return 'You paused this hour. You get a make-up.'
    case 'paid late':
      return 'It was paid for a moment after this hour began. You get a make-up.'
    case 'closed':
      return 'The club is closed. You get a make-up.'
    case 'trainer away':
      return `${trainerName.split(' ')[0]} is away. You get a make-up.`
    case 'refunded':
      return 'Your money went back.'
    case 'month over':
      return 'The month was over.'
  }
}
