import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const dataExportReady = defineLetter({
  name: 'copy-ready',
  kind: 'account',
  compose: ({ until }: { until: Date }, { firstName, clubName, timeZone }) => ({
    subject: t('letter.yourCopyIsReady'),
    topic: t('letter.yourData'),
    heading: t('letter.yourCopyIsReady'),
    paragraphs: [
      t('letter.helloEverythingKnowsAbout', {
        firstName,
        clubName,
        until: formatDate(until, timeZone),
        until2: formatTime(until, timeZone),
      }),
    ],
    button: { label: t('letter.downloadTheFile'), path: '/dashboard/profileSettings/account' },
    closing: [t('letter.didntAskForIt')],
    footnote: t('letter.youGetThisBecauseYour'),
  }),
  example: { until: new Date('2026-11-22T16:45:00Z') },
})
