import { defineLetter } from '#domain/mail/letter.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

export const applicationReceived = defineLetter({
  name: 'application-received',
  kind: 'application',
  compose: ({ hoursADay, weekdays }: { hoursADay: number; weekdays: string[] }, { firstName }) => ({
    subject: t('letter.yourApplicationIsIn'),
    topic: t('letter.becomingATrainer'),
    heading: t('letter.yourApplicationIsIn'),
    paragraphs: [t('letter.helloThankYouWe', { firstName })],
    details: [
      { name: t('letter.hoursADay'), value: String(hoursADay) },
      { name: t('letter.days'), value: describeDays(weekdays) },
    ],
    button: { label: t('letter.seeYourApplication'), path: '/beTrainer', isQuiet: true },
    footnote: t('letter.youGetThisBecauseYouApplied'),
  }),
  example: { hoursADay: 3, weekdays: ['Monday', 'Wednesday', 'Friday'] },
})
