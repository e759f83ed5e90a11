import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'

type Facts = {
  lessonId: string
  title: string
  day: string
  /** Local time, such as `18:30`. */
  clock: string
  trainerName: string
  roomName: string
  freeUntil: Date
}

export const classPromoted = defineLetter({
  name: 'class-promoted',
  kind: 'changes',
  compose: (
    { lessonId, title, day, clock, trainerName, roomName, freeUntil }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `You are in: ${title}, ${formatDay(day)}, ${clock}`,
    topic: 'Your classes',
    heading: `You are in: ${title}`,
    paragraphs: [
      `Hello ${firstName}, a place came free on ${formatFullDay(day)} at ${clock}, and you were next.`,
      `If you can’t come, give it back until ${formatLongDate(freeUntil, timeZone)}, ${formatTime(freeUntil, timeZone)}: then it costs you nothing.`,
    ],
    details: [
      { name: 'Trainer', value: trainerName },
      { name: 'Room', value: roomName },
    ],
    button: { label: 'See the class', path: `/timetable/${lessonId}` },
    footnote: 'You get this because you were on the waiting list.',
  }),
  example: {
    lessonId: '00000000-0000-4000-8000-000000000000',
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    trainerName: 'Theo Marchetti',
    roomName: 'Court',
    freeUntil: new Date('2026-11-26T14:00:00Z'),
  },
})
