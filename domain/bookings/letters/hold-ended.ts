import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = {
  startHour: number
  trainerName: string
  /** The trainer has retired, so the hour is not on sale any more. */
  hasLeft?: boolean
}

export const holdEnded = defineLetter<Facts>({
  name: 'hold-ended',
  kind: 'money',
  compose: ({ startHour, trainerName, hasLeft = false }, { firstName }) => ({
    subject: t('letter.yourHourWithWas', { trainerName }),
    topic: t('letter.yourHour'),
    heading: hasLeft ? t('letter.hasLeftTheClub', { trainerName }) : t('letter.thisHourIsFree'),
    paragraphs: [
      t('letter.helloWithWasHeld', { firstName, startHour: formatHour(startHour), trainerName }),
      ...(hasLeft ? [] : [t('letter.askUsIfYou')]),
    ],
    button: { label: t('letter.findAnotherHour'), path: '/trainers', isQuiet: true },
    footnote: t('letter.youGetThisBecause'),
  }),
  example: { startHour: 7, trainerName: 'Jonas Weidner' },
})
