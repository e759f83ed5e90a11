import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'

export const shareChanged = defineLetter<{ percent: number; countsFrom: string }>({
  name: 'share-changed',
  kind: 'money',
  compose: ({ percent, countsFrom }, { firstName }) => ({
    subject: 'Your share of your sales',
    topic: 'Your share',
    heading: `Your share is ${percent}%`,
    paragraphs: [
      `Hello ${firstName}, you earn ${percent}% of every hour of yours that is paid for on or after ${endSentence(formatDay(countsFrom))}`,
    ],
    closing: ['Earlier sales keep the share they were sold with.'],
    footnote: 'You get this because you train here.',
  }),
  example: { percent: 60, countsFrom: '2026-12-01' },
})
