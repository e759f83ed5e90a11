import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  lessonId: string
  title: string
  day: string
  clock: string
  trainerName: string
  coverName: string
  /** Missing in letters of an earlier release, whose trainers were all away. */
  isAway?: boolean
}

export const classCovered = defineLetter({
  name: 'class-covered',
  kind: 'changes',
  compose: (
    { lessonId, title, day, clock, trainerName, coverName, isAway = true }: Facts,
    { firstName },
  ) => ({
    subject: t('letter.givesOn', { coverName, title, day: formatDay(day), clock }),
    topic: t('letter.yourClasses'),
    heading: t('letter.gives', { coverName, title }),
    paragraphs: [
      isAway
        ? t('letter.helloIsAwayOn', { firstName, trainerName, day: formatFullDay(day), coverName, clock })
        : t('letter.helloGivesTheClass', {
            firstName,
            trainerName,
            day: formatFullDay(day),
            coverName,
            clock,
          }),
    ],
    button: { label: t('letter.seeTheClass'), path: `/timetable/${lessonId}`, isQuiet: true },
    footnote: t('letter.youGetThisBecauseYouHave'),
  }),
  example: {
    lessonId: '00000000-0000-4000-8000-000000000000',
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    trainerName: 'Mira Okafor',
    coverName: 'Theo Marchetti',
  },
})
