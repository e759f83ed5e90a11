import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'

type Facts = {
  title: string
  day: string
  clock: string
  trainerName: string
  /** The person had a place, and not only one on the waiting list. */
  wasBooked: boolean
  /** The reason, as a clause. */
  because: string
}

export const classCalledOff = defineLetter({
  name: 'class-called-off',
  kind: 'changes',
  compose: ({ title, day, clock, trainerName, wasBooked, because }: Facts, { firstName }) => ({
    subject: `Called off: ${title}, ${formatDay(day)}, ${clock}`,
    topic: 'Your classes',
    heading: `No ${title} on ${formatFullDay(day)}`,
    paragraphs: [
      `Hello ${firstName}, ${title} with ${trainerName} at ${clock} won’t take place: ${because}. We are sorry.`,
      wasBooked
        ? 'It costs you nothing, so you can book another class instead.'
        : 'You were on its waiting list, so there is nothing to do.',
    ],
    button: { label: 'See the timetable', path: '/timetable' },
    footnote: wasBooked ? 'You get this because you had a place.' : 'You get this because you were waiting.',
  }),
  example: {
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    trainerName: 'Theo Marchetti',
    wasBooked: true,
    because: 'the trainer is away',
  },
})
