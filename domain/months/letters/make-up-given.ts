import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = { trainerName: string; reason: string; until: string }

export const makeUpGranted = defineLetter({
  name: 'make-up-given',
  kind: 'changes',
  compose: ({ trainerName, reason, until }: Facts, { firstName }) => ({
    subject: t('letter.youHaveAMake', { until: formatDay(until) }),
    topic: t('letter.yourHours'),
    heading: t('letter.anHourFromThe'),
    paragraphs: [t('letter.helloYouHaveOne', { firstName, trainerName })],
    details: [
      { name: t('letter.why'), value: reason },
      { name: t('letter.useItUntil'), value: formatDay(until) },
    ],
    button: { label: t('letter.chooseAnHour'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseYouTrain'),
  }),
  example: { trainerName: 'Mira Okafor', reason: 'The shower was cold.', until: '2027-01-09' },
})
