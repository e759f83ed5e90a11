import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  lessonId: string
  title: string
  day: string
  clock: string
  /** Place in the line, from 1; missing in letters of an earlier release. */
  position?: number
}

export const classPlaceFree = defineLetter({
  name: 'class-place-free',
  kind: 'changes',
  compose: ({ lessonId, title, day, clock, position }: Facts, { firstName }) => ({
    subject: t('letter.aPlaceIsFree', { title, day: formatDay(day), clock }),
    topic: t('letter.yourClasses'),
    heading: t('letter.aPlaceIsFree2', { title }),
    paragraphs: [
      position === undefined
        ? t('letter.helloAPlaceCame', { firstName, day: formatFullDay(day), clock })
        : t('letter.helloAPlaceCameFree', { firstName, day: formatFullDay(day), clock, position }),
      t('letter.itIsTooLate'),
    ],
    button: { label: t('letter.bookThePlace'), path: `/timetable/${lessonId}` },
    footnote: t('letter.youGetThisBecauseYouAre'),
  }),
  example: {
    lessonId: '00000000-0000-4000-8000-000000000000',
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    position: 2,
  },
})
