import { defineLetter } from '#domain/mail/letter.ts'

export const applicationReceived = defineLetter({
  name: 'application-received',
  kind: 'application',
  compose: ({ hoursADay, weekdays }: { hoursADay: number; weekdays: string[] }, { firstName }) => ({
    subject: 'Your application is in',
    topic: 'Becoming a trainer',
    heading: 'Your application is in',
    paragraphs: [
      `Hello ${firstName}, thank you. We will read it and reply by email. Until then you can view it or withdraw it.`,
    ],
    details: [
      { name: 'Hours a day', value: String(hoursADay) },
      { name: 'Days', value: weekdays.join(', ') },
    ],
    button: { label: 'See your application', path: '/beTrainer', isQuiet: true },
    footnote: 'You get this because you applied as a trainer.',
  }),
  example: { hoursADay: 3, weekdays: ['Monday', 'Wednesday', 'Friday'] },
})
