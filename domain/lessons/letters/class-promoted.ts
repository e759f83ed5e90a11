import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

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
    subject: t('letter.youAreIn', { title, day: formatDay(day), clock }),
    topic: t('letter.yourClasses'),
    heading: t('letter.youAreIn2', { title }),
    paragraphs: [
      t('letter.helloAPlaceCameFreeOn', { firstName, day: formatFullDay(day), clock }),
      t('letter.ifYouCantCome', {
        freeUntil: formatLongDate(freeUntil, timeZone),
        freeUntil2: formatTime(freeUntil, timeZone),
      }),
    ],
    details: [
      { name: t('letter.trainer'), value: trainerName },
      { name: t('letter.room'), value: roomName },
    ],
    button: { label: t('letter.seeTheClass'), path: `/timetable/${lessonId}` },
    footnote: t('letter.youGetThisBecauseYouWereOn'),
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
