import { defineLetter } from '#domain/mail/letter.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

export const applicationApproved = defineLetter({
  name: 'application-approved',
  kind: 'application',
  compose: ({ hoursADay, weekdays }: { hoursADay: number; weekdays: string[] }, { firstName, clubName }) => ({
    subject: t('letter.youAreATrainer'),
    topic: t('letter.becomingATrainer'),
    heading: t('letter.youAreATrainer'),
    paragraphs: [t('letter.helloSaidYesYour', { firstName, clubName })],
    details: [
      { name: t('letter.hoursADay'), value: String(hoursADay) },
      { name: t('letter.days'), value: describeDays(weekdays) },
    ],
    button: { label: t('letter.seeYourHours'), path: '/dashboard/manageSlots' },
    footnote: t('letter.youGetThisBecauseYouApplied'),
  }),
  example: { hoursADay: 3, weekdays: ['Monday', 'Wednesday', 'Friday'] },
})
