import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { endSentence, formatCount } from '#format/text.ts'

type MakeUp = {
  id: string
  /** `For Tue 1 Dec`, `From the club` */
  standsFor: string
  trainerName: string
  /** Last day of its validity. */
  until: string
}

type Facts = {
  /** By last day. */
  makeUps: [MakeUp, ...MakeUp[]]
  /** Number of hours of the next days for which they can be used. */
  freeHours: number
}

/** Describes the choice that the member has now. */
function describeChoice(makeUps: number, freeHours: number): string {
  if (freeHours === 0) return ' No hour is free in the next few days. Look again: others give hours back.'
  if (freeHours >= makeUps) return ''
  return ` In the next few days ${formatCount(freeHours, 'hour is', 'hours are')} free.`
}

export const makeUpsEnd = defineLetter({
  name: 'make-ups-end',
  kind: 'reminders',
  compose: ({ makeUps, freeHours }: Facts, { firstName }) => {
    const [first, ...others] = makeUps
    const isOne = others.length === 0
    const terms = isOne
      ? `an hour. Choose a new one until ${formatFullDay(first.until)}; after that it is lost.`
      : `${makeUps.length} hours. Choose new ones: the first until ${endSentence(formatFullDay(first.until))} Each is lost after its last day.`
    return {
      subject: isOne
        ? `Use your make-up by ${formatDay(first.until)}`
        : `Use your ${makeUps.length} make-ups, the first by ${formatDay(first.until)}`,
      topic: 'Your make-ups',
      heading: `${formatCount(makeUps.length, 'make-up is', 'make-ups are')} about to expire`,
      paragraphs: [
        `Hello ${firstName}, the club owes you ${terms}${describeChoice(makeUps.length, freeHours)}`,
      ],
      details: makeUps.map(({ standsFor, trainerName, until }) => ({
        name: standsFor,
        value: `${trainerName}, until ${formatDay(until)}`,
      })),
      button: isOne
        ? { label: 'Choose an hour', path: `/dashboard/makeUp/${first.id}` }
        : { label: 'Choose hours', path: '/dashboard/week' },
      footnote: 'You get this because the club owes you an hour.',
    }
  },
  example: {
    makeUps: [
      {
        id: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
        standsFor: 'For Tue 1 Dec',
        trainerName: 'Mira Okafor',
        until: '2027-01-05',
      },
    ],
    freeHours: 9,
  },
})
