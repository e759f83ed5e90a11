import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

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
  if (freeHours === 0) return t('letter.noHourIsFree')
  if (freeHours >= makeUps) return ''
  return t('letter.inTheNextFew', { freeHours })
}

export const makeUpsEnd = defineLetter({
  name: 'make-ups-end',
  kind: 'reminders',
  compose: ({ makeUps, freeHours }: Facts, { firstName }) => {
    const [first, ...others] = makeUps
    const isOne = others.length === 0
    const day = formatFullDay(first.until)
    const terms = isOne
      ? t('letter.helloTheClubOwes', { firstName, day })
      : t('letter.helloTheClubOwesYou', { firstName, count: makeUps.length, day })
    return {
      subject: isOne
        ? t('letter.useYourMakeUp', { until: formatDay(first.until) })
        : t('letter.useYourMakeUps', { count: makeUps.length, until: formatDay(first.until) }),
      topic: t('letter.yourMakeUps'),
      heading: t('letter.makeUpIsAbout', { count: makeUps.length }),
      paragraphs: [
        [terms, describeChoice(makeUps.length, freeHours)].filter((each) => each !== '').join(' '),
      ],
      details: makeUps.map(({ standsFor, trainerName, until }) => ({
        name: standsFor,
        value: t('letter.until', { trainerName, until: formatDay(until) }),
      })),
      button: isOne
        ? { label: t('letter.chooseAnHour'), path: `/dashboard/makeUp/${first.id}` }
        : { label: t('letter.chooseHours'), path: '/dashboard/week' },
      footnote: t('letter.youGetThisBecauseTheClub'),
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
