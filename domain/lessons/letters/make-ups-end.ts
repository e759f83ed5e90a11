import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'

type MakeUp = {
  id: string
  /** `For Tue 1 Dec`, `From the club` */
  standsFor: string
  trainerName: string
}

type Facts = {
  /** Last day of their validity. */
  until: string
  makeUps: [MakeUp, ...MakeUp[]]
}

export const makeUpsEnd = defineLetter({
  name: 'make-ups-end',
  kind: 'reminders',
  compose: ({ until, makeUps }: Facts, { firstName }) => {
    const [first, ...others] = makeUps
    const isOne = others.length === 0
    return {
      subject: `Use ${isOne ? 'your make-up' : `your ${makeUps.length} make-ups`} by ${formatDay(until)}`,
      topic: 'Your make-ups',
      heading: `${formatCount(makeUps.length, 'make-up is', 'make-ups are')} about to expire`,
      paragraphs: [
        `Hello ${firstName}, the club owes you ${isOne ? 'an hour' : `${makeUps.length} hours`}. Choose ${isOne ? 'a new one' : 'new ones'} until ${formatFullDay(until)}; after that ${isOne ? 'it is' : 'they are'} lost.`,
      ],
      details: makeUps.map(({ standsFor, trainerName }) => ({ name: standsFor, value: trainerName })),
      button: isOne
        ? { label: 'Choose an hour', path: `/dashboard/makeUp/${first.id}` }
        : { label: 'Choose hours', path: '/dashboard/week' },
      footnote: 'You get this because the club owes you an hour.',
    }
  },
  example: {
    until: '2027-01-05',
    makeUps: [
      { id: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11', standsFor: 'For Tue 1 Dec', trainerName: 'Mira Okafor' },
    ],
  },
})
