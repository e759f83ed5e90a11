import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#words/hours.ts'

export const holdEnded = defineLetter<{ startHour: number; trainerName: string }>({
  name: 'hold-ended',
  kind: 'money',
  words: ({ startHour, trainerName }, { firstName }) => ({
    subject: `Your hour with ${trainerName} was let go`,
    topic: 'Your hour',
    heading: 'This hour is free again',
    paragraphs: [
      `Hello ${firstName}, ${formatHour(startHour)} with ${trainerName} was held for you and not paid, and we let it go. Nothing was charged. Ask us if you still want it.`,
    ],
    button: { label: 'Find another hour', path: '/trainers', isQuiet: true },
    why: 'You get this because you held this hour.',
  }),
  example: { startHour: 7, trainerName: 'Jonas Weidner' },
})
