import { defineLetter } from '#domain/mail/letter.ts'

export const applicationApproved = defineLetter({
  name: 'application-approved',
  kind: 'application',
  compose: ({ hoursADay, weekdays }: { hoursADay: number; weekdays: string[] }, { firstName, clubName }) => ({
    subject: 'You are a trainer',
    topic: 'Becoming a trainer',
    heading: 'You are a trainer',
    paragraphs: [
      `Hello ${firstName}, ${clubName} said yes. Your page is live and members can book you from now on. Start with your hours: name them and set their prices.`,
    ],
    details: [
      { name: 'Hours a day', value: String(hoursADay) },
      { name: 'Days', value: weekdays.join(', ') },
    ],
    button: { label: 'See your hours', path: '/dashboard/manageSlots' },
    footnote: 'You get this because you applied as a trainer.',
  }),
  example: { hoursADay: 3, weekdays: ['Monday', 'Wednesday', 'Friday'] },
})
