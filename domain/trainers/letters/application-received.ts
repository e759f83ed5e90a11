import { defineLetter } from '#domain/mail/letter.ts'

export const applicationReceived = defineLetter({
  name: 'application-received',
  kind: 'application',
  compose: ({ hoursADay, weekdays }: { hoursADay: number; weekdays: string[] }, { firstName }) => ({
    subject: 'Your application is in',
    topic: 'Becoming a trainer',
    heading: 'Your application is in',
    paragraphs: [
      `Hello ${firstName}, thank you. Somebody of the club reads it and answers you by mail. You can look at it until then, and take it back.`,
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
