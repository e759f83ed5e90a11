import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'

type Facts = {
  startHour: number
  trainerName: string
  /** The trainer has retired, so the hour is not on sale any more. */
  hasLeft?: boolean
}

export const holdEnded = defineLetter<Facts>({
  name: 'hold-ended',
  kind: 'money',
  compose: ({ startHour, trainerName, hasLeft = false }, { firstName }) => ({
    subject: `Your hour with ${trainerName} was let go`,
    topic: 'Your hour',
    heading: hasLeft ? `${trainerName} has left the club` : 'This hour is free again',
    paragraphs: [
      `Hello ${firstName}, ${formatHour(startHour)} with ${trainerName} was held for you but not paid for, so we let it go. Nothing was charged.${hasLeft ? '' : ' Ask us if you still want it.'}`,
    ],
    button: { label: 'Find another hour', path: '/trainers', isQuiet: true },
    footnote: 'You get this because you held this hour.',
  }),
  example: { startHour: 7, trainerName: 'Jonas Weidner' },
})
