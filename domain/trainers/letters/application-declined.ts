import { defineLetter } from '#domain/mail/letter.ts'

export const applicationDeclined = defineLetter({
  name: 'application-declined',
  kind: 'application',
  compose: ({ reason }: { reason: string }, { firstName }) => ({
    subject: 'Not this time',
    topic: 'Becoming a trainer',
    heading: 'Not this time',
    paragraphs: [
      `Hello ${firstName}, thank you for wanting to be a trainer here. We read your application and decided against it, for this reason:`,
      reason,
    ],
    button: { label: 'Apply again', path: '/beTrainer', isQuiet: true },
    closing: ['You are still a member, and you may apply again whenever you like.'],
    footnote: 'You get this because you applied as a trainer.',
  }),
  example: { reason: 'We have no free hours before noon this season. Please ask us again in March.' },
})
