import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'

type Facts = {
  day: string
  startHour: number
  coverName: string
  /** The member of an hour, or the title of a class. */
  memberName: string
  /** Local time of a class, such as `18:30`; missing for an hour. */
  classClock?: string
  /** What the hour pays the other trainer, in cents; null when nothing moves. Missing in letters of an earlier release. */
  payCents?: number | null
}

export const coverTaken = defineLetter({
  name: 'cover-taken',
  kind: 'changes',
  compose: ({ day, startHour, coverName, memberName, classClock, payCents }: Facts, { firstName }) => ({
    subject: `${coverName} stands in for you: ${formatDay(day)}, ${classClock ?? formatHour(startHour)}`,
    topic: 'Cover',
    heading: `${coverName} stands in for you`,
    paragraphs: [
      `Hello ${firstName}, ${coverName} is giving ${classClock ? `your class ${memberName}` : `your hour with ${memberName}`} on ${formatFullDay(day)} at ${classClock ?? formatHour(startHour)}. ${payCents ? `There is nothing for you to do. When the hour begins, ${formatMoney(payCents)} of its share moves to ${coverName}.` : 'There is nothing for you to do, and your pay stays the same.'}`,
    ],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    footnote: 'You get this because the lesson is yours.',
  }),
  example: {
    day: '2026-11-24',
    startHour: 9,
    coverName: 'Theo Marchetti',
    memberName: 'Grace Whitlock',
    payCents: 1230,
  },
})
